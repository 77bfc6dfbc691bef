/**
 * Processes a stored event again with the currently published flow; a waiting run is resumed instead. For a merchant's
 * token a follow-up does it.
 */
import { lockEvent, waitingRun } from '../../db/integration/runs.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { resumeWaiting, startRun } from './work-on-event.ts';

export const replayEvent: Handler<typeof integrationCommands.replayEvent> = async (
  work,
  { event_id: id },
) => {
  const { tx } = work;
  const event = await lockEvent(tx, id);
  if (event.status === 'duplicate' || event.external_id === null) {
    const why =
      event.status === 'duplicate' ? 'is a repeat of another one' : 'holds nothing a flow could work on';
    throw new Refusal('EVENT_NOT_REPLAYABLE', `The event ${why}.`, { status: event.status });
  }
  // Flows are the operator's: to a merchant's token none would be published.
  if (work.actor.merchant_id !== null) {
    work.enqueue(integrationCommands.replayEvent, { event_id: id });
    return { id };
  }
  const waiting = await waitingRun(tx, id);
  if (waiting) await resumeWaiting(work, waiting);
  else await startRun(work, event);
  return { id };
};
