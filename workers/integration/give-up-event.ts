/** A flow that failed for no reason of the business, six times: the event says so, and ops see the command. */
import { endRun, eventOfRun, lockEvent, lockRun, setEvent } from '../../db/integration/runs.write.ts';
import type { FinalFailure } from '../handler.ts';

export const giveUpEvent: FinalFailure<{ event_id: string }> = async (work, { event_id: id }, reason) => {
  const { tx, organizationId } = work;
  await lockEvent(tx, organizationId, id);
  await setEvent(tx, organizationId, id, { status: 'failed', reason, order_id: null });
};

export const giveUpRun: FinalFailure<{ run_id: string }> = async (work, { run_id: id }, reason) => {
  const { tx, organizationId } = work;
  await lockEvent(tx, organizationId, await eventOfRun(tx, organizationId, id));
  const run = await lockRun(tx, organizationId, id);
  const { next_step, order_id } = run;
  await endRun(tx, organizationId, id, {
    status: 'dead',
    next_step,
    order_id,
    waits_for: null,
    error: { message: reason },
  });
  await setEvent(tx, organizationId, run.event_id, { status: 'failed', reason, order_id });
};
