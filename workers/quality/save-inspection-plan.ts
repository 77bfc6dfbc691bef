/** Creates and changes inspection plans: each check has a name of its own, and limits where a number is measured. */
import { invalid } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { inspectionPlanRecord, type qualityCommands } from '../../queues/quality/quality.ts';
import type { Handler } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(inspectionPlanRecord);

type Plan = Partial<InputOf<typeof qualityCommands.createInspectionPlan>>;

function checked<P extends Plan>(plan: P): P {
  const { checks } = plan;
  if (!checks) return plan;
  for (const [index, { name, kind, min = null, max = null }] of checks.entries()) {
    const path = `checks.${index}`;
    if (checks.findIndex((one) => one.name === name) < index)
      throw invalid(`${path}.name`, 'duplicate', `${path}.name is that of another check`);
    if (kind !== 'number' && (min !== null || max !== null))
      throw invalid(`${path}.min`, 'not_allowed', `${path}: min and max are given for a number alone`);
    if (min !== null && max !== null && min > max)
      throw invalid(`${path}.max`, 'range', `${path}.max must not be less than min`);
  }
  // A list would be taken for an array of the database.
  return { ...plan, checks: JSON.stringify(checks) as unknown as typeof checks };
}

export const createInspectionPlan: Handler<typeof qualityCommands.createInspectionPlan> = (work, input) =>
  plain.create(work, checked(input));

export const updateInspectionPlan: Handler<typeof qualityCommands.updateInspectionPlan> = (work, input) =>
  plain.update(work, checked(input));
