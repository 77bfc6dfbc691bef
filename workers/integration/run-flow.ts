/**
 * Runs the steps of a flow over an event, from the first or from where the run waited: one command, a savepoint a step. A
 * refused step leaves those before it in place, and every step can be run again. A draft with an unknown SKU is held and
 * its run waits; a mapping gives the draft its item, lifts the hold and lets the run go on.
 */
import { readOpenHolds } from '../../db/orders/order-lock.write.ts';
import type { LockedEvent, RunEnd, StepReport } from '../../db/integration/runs.write.ts';
import { runStates } from '../../domain/integration/event-states.ts';
import { parseExactly, textOfJson } from '../../domain/integration/exact-json.ts';
import { holds } from '../../domain/integration/conditions.ts';
import type { FlowDefinition, FlowStep } from '../../domain/integration/flow.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { takeStep, type Progress } from './flow-steps.ts';
import type { FlowWork } from './savepoint-per-step.ts';

export interface FlowOutcome {
  end: RunEnd;
  steps: StepReport[];
  /** False when the flow's own conditions rejected the event. */
  isTaken: boolean;
}

// These change the order's status, which is not possible while it is on hold.
const moving = new Set(['submit', 'approve', 'allocate', 'push_to_wms']);

export async function runFlow(
  work: FlowWork,
  event: LockedEvent,
  { conditions, steps }: FlowDefinition,
  from: { step: number; order_id: string | null },
): Promise<FlowOutcome> {
  const payload = parseExactly(textOfJson(event.raw_body)) as object;
  const progress: Progress = { event, payload, order: undefined, order_id: from.order_id };
  const reports: StepReport[] = [];
  const ended = (
    action: 'succeed' | 'fail' | 'wait',
    nextStep: number,
    more: Partial<RunEnd> = {},
  ): FlowOutcome => ({
    end: {
      status: nextState(runStates, 'running', action),
      next_step: nextStep,
      waits_for: null,
      error: null,
      order_id: progress.order_id,
      ...more,
    },
    steps: reports,
    isTaken: true,
  });
  const failed = (stepNo: number, fault: unknown, more: object = {}): FlowOutcome =>
    ended('fail', stepNo, { error: { ...more, ...errorOf(fault) } });
  try {
    if (from.step === 0 && !holds(conditions, payload)) return { ...ended('succeed', 0), isTaken: false };
  } catch (fault) {
    return failed(0, fault);
  }
  for (let stepNo = from.step; stepNo < steps.length; stepNo += 1) {
    const step = steps[stepNo]!;
    const report = (outcome: StepReport['outcome'], more: Partial<StepReport> = {}): void => {
      const input = { ...step.with, ...(progress.order_id ? { order_id: progress.order_id } : {}) };
      reports.push({
        step_no: stepNo,
        action: step.action,
        outcome,
        input,
        output: null,
        error: null,
        ...more,
      });
    };
    try {
      if (!holds(step.when, payload)) {
        report('skipped', { output: { why: 'the condition does not hold' } });
        continue;
      }
      if (await waitsForMapping(work, step, progress.order_id)) {
        report('waiting', { output: { waits_for: 'UNMAPPED_SKU' } });
        return ended('wait', stepNo, { waits_for: 'UNMAPPED_SKU' });
      }
      const { outcome, output } = await work.take(() => takeStep(work.posting, step, progress));
      report(outcome, { output });
    } catch (fault) {
      const error = errorOf(fault);
      report('failed', { error });
      return failed(stepNo, fault, { step_no: stepNo, action: step.action });
    }
  }
  return ended('succeed', steps.length);
}

/** The error recorded for a run that failed. Anything but a refusal is thrown again, and the run is repeated. */
function errorOf(fault: unknown): object {
  if (!(fault instanceof Refusal)) throw fault;
  const { code, message, details } = fault;
  return { code, message, ...(details === undefined ? {} : { details }) };
}

async function waitsForMapping(
  { posting: { tx } }: FlowWork,
  { action }: FlowStep,
  orderId: string | null,
): Promise<boolean> {
  if (!orderId || !moving.has(action)) return false;
  const open = await readOpenHolds(tx, orderId);
  return open.some(({ reason }) => reason === 'UNMAPPED_SKU');
}
