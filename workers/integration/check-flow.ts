/** Checks a flow before it runs: each step as the step's own command would be, so that no order fails by the flow. */
import { unknownStepReferences } from '../../db/integration/step-references.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { flowProblems, type FlowDefinition } from '../../domain/integration/flow.ts';
import { Refusal, type ValidationProblem } from '../../domain/refusal.ts';
import { stepProblems } from '../../queues/integration/step-fields.ts';

/** Refuses 400 FLOW_INVALID with every problem of its form. */
export function assertForm(definition: FlowDefinition): void {
  refuseAny([
    ...flowProblems(definition),
    ...definition.steps.flatMap(({ action, with: given = {} }, at) =>
      stepProblems(action, given, `steps.${at}.with`),
    ),
  ]);
}

/** Also refuses what its steps name and no order of its stores could have. */
export async function assertPublishable(
  tx: TenantTransaction,
  connector: string,
  definition: FlowDefinition,
): Promise<void> {
  assertForm(definition);
  const unknown = await unknownStepReferences(tx, connector, definition.steps);
  refuseAny(
    unknown.map(({ step_no: at, field, noun }) => ({
      path: `steps.${at}.with.${field}`,
      code: 'unknown_reference',
      message: `steps.${at}.with.${field}: there is no such ${noun}`,
    })),
  );
}

function refuseAny(problems: readonly ValidationProblem[]): void {
  if (problems.length > 0) throw new Refusal('FLOW_INVALID', `${problems[0]!.message}.`, problems);
}
