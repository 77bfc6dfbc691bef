/**
 * Runs a flow's draft over a stored event for real and rolls it back: the result shows what stock and rules would say.
 */
import { inSavepoint } from '../../db/database.ts';
import { lockFlow } from '../../db/integration/flows.write.ts';
import { lockEvent } from '../../db/integration/runs.write.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { withIds } from './check-flow.ts';
import { runFlow, type FlowOutcome } from './run-flow.ts';
import { savepointPerStep } from './savepoint-per-step.ts';

/** Ends the savepoint around a dry run. */
class TakenBack extends Error {
  readonly outcome: FlowOutcome;
  constructor(outcome: FlowOutcome) {
    super('A dry run is taken back.');
    this.outcome = outcome;
  }
}

export const dryRunFlow: Handler<typeof integrationCommands.dryRunFlow> = async (
  work,
  { flow_id: flowId, event_id: eventId },
) => {
  const { tx } = work;
  const flow = await lockFlow(tx, flowId);
  const event = await lockEvent(tx, eventId);
  const definition = await withIds(tx, flow.definition);
  const { end, steps, isTaken } = await inSavepoint(tx, async (savepoint): Promise<FlowOutcome> => {
    const dry = { ...work, tx: savepoint, emit: () => {} };
    const from = { step: 0, order_id: event.order_id };
    // Avoids using up a number of the day for an order that will never exist.
    throw new TakenBack(
      await runFlow(
        savepointPerStep(dry, async () => 'SO-DRY-RUN'),
        event,
        definition,
        from,
      ),
    );
  }).catch((fault: unknown) => {
    if (fault instanceof TakenBack) return fault.outcome;
    throw fault;
  });
  return { status: isTaken ? end.status : 'ignored', error: end.error, steps };
};
