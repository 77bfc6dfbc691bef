/** Checks a flow before it runs: each step as the step's own command would be, so that no order fails by the flow. */
import { unknownStepReferences, withIdsInSteps } from '../../db/integration/step-references.read.ts';
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

/** The flow with ids in place of codes. Also refuses what its steps name and no order of its stores could have. */
export async function publishable(
  tx: TenantTransaction,
  connector: string,
  definition: FlowDefinition,
): Promise<FlowDefinition> {
  assertForm(definition);
  const { steps, problems } = await withIdsInSteps(tx, definition.steps);
  const unknown = await unknownStepReferences(tx, connector, steps);
  refuseAny(
    [
      ...problems,
      ...unknown.map(({ step_no: at, field, noun }) => ({
        path: `steps.${at}.with.${field}`,
        code: 'unknown_reference',
        message: `steps.${at}.with.${field}: there is no such ${noun}`,
      })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
  return { ...definition, steps };
}

/** For a dry run: refuses codes that name nothing; an id that does shows by the step that fails. */
export async function withIds(tx: TenantTransaction, definition: FlowDefinition): Promise<FlowDefinition> {
  const { steps, problems } = await withIdsInSteps(tx, definition.steps);
  refuseAny(problems);
  return { ...definition, steps };
}

function refuseAny(problems: readonly ValidationProblem[]): void {
  if (problems.length > 0) throw new Refusal('FLOW_INVALID', `${problems[0]!.message}.`, problems);
}
