/** A flow failed six times for technical reasons: the event is marked failed, and ops sees the command. */
import { endRun, eventOfRun, lockEvent, lockRun, setEvent } from '../../db/integration/runs.write.ts';
import { eventStates, runStates } from '../../domain/integration/event-states.ts';
import { allowedFrom, nextState } from '../../domain/state-machine.ts';
import type { FinalFailure } from '../engine/handler.ts';

export const giveUpEvent: FinalFailure<{ event_id: string }> = async (work, { event_id: id }, reason) => {
  const { tx } = work;
  const event = await lockEvent(tx, id);
  const status = nextState(eventStates, event.status, 'fail');
  await setEvent(tx, id, { status, reason, order_id: null });
};

export const giveUpRun: FinalFailure<{ run_id: string }> = async (work, { run_id: id }, reason) => {
  const { tx } = work;
  const event = await lockEvent(tx, await eventOfRun(tx, id));
  const run = await lockRun(tx, id);
  // A replay may have finished it meanwhile.
  if (!allowedFrom(runStates, run.status, 'give_up')) return;
  const { next_step, order_id } = run;
  await endRun(tx, id, {
    status: nextState(runStates, run.status, 'give_up'),
    next_step,
    order_id,
    waits_for: null,
    error: { message: reason },
  });
  const status = nextState(eventStates, event.status, 'fail');
  await setEvent(tx, event.id, { status, reason, order_id });
};
