/** Runs the published flow on an inbound event, once. */
import { lockEvent } from '../../db/integration/runs.write.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { startRun } from './work-on-event.ts';

export const processEvent: Handler<typeof integrationCommands.processEvent> = async (
  work,
  { event_id: id },
) => {
  const event = await lockEvent(work.tx, id);
  // A replay may have been faster.
  if (event.status === 'received' && event.order_id === null) await startRun(work, event);
  return { id };
};
