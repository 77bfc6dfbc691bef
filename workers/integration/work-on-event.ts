/** Runs the published flow over one event and writes the result. The event is always locked first. */
import {
  endRun,
  eventOfRun,
  insertRun,
  lockEvent,
  lockRun,
  orderForReason,
  publishedFlow,
  saveSteps,
  setEvent,
  type LockedEvent,
  type LockedRun,
} from '../../db/integration/runs.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { failedInWords, waitsInWords } from '../../domain/integration/event-reasons.ts';
import { eventStates } from '../../domain/integration/event-states.ts';
import { parseExactly, textOfJson } from '../../domain/integration/exact-json.ts';
import { atStore } from '../../domain/integration/order-at-store.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';
import { runFlow, type FlowOutcome } from './run-flow.ts';
import { savepointPerStep } from './savepoint-per-step.ts';

/**
 * Starts a run of the currently published flow; without one the event is kept as unprocessed, for a replay. What was found
 * in its store and is over there is ignored: its goods have gone, or nobody wants them.
 */
export async function startRun(work: Work, event: LockedEvent): Promise<void> {
  const { tx } = work;
  const over = event.routed_by === 'gap_search' && event.order_id === null && whyOver(event);
  if (over) {
    const status = nextState(eventStates, event.status, 'ignore');
    return setEvent(tx, event.id, { status, reason: over, order_id: null });
  }
  const flow = await publishedFlow(tx, event.connector);
  if (!flow) {
    const reason = `No flow is published for ${event.connector}.`;
    const status = nextState(eventStates, event.status, 'leave');
    return setEvent(tx, event.id, { status, reason, order_id: null });
  }
  await goOn(work, event, await insertRun(tx, event, flow));
}

/** Why an order that was found in its store is not worked on; null for one that is to be sent. */
function whyOver({ raw_body: body }: LockedEvent): string | null {
  const state = atStore(parseExactly(textOfJson(body)) as object);
  return state === 'cancelled' || state === 'fulfilled'
    ? `The order was ${state} in the store before it was found there.`
    : null;
}

/** Runs the rest of a waiting run. One that is no longer waiting is left as it is: a redelivery changes nothing. */
export async function resumeWaiting(work: Work, runId: string): Promise<void> {
  const { tx } = work;
  const event = await lockEvent(tx, await eventOfRun(tx, runId));
  const run = await lockRun(tx, runId);
  if (run.status === 'queued') await goOn(work, event, run);
}

async function goOn(work: Work, event: LockedEvent, run: LockedRun): Promise<void> {
  const { tx } = work;
  const from = { step: run.next_step, order_id: run.order_id };
  const outcome = await runFlow(savepointPerStep(work), event, run.definition, from);
  await saveSteps(tx, run.id, outcome.steps);
  await endRun(tx, run.id, outcome.end);
  const { action, reason } = await eventAfter(tx, event, outcome);
  const status = nextState(eventStates, event.status, action);
  await setEvent(tx, event.id, { status, reason, order_id: outcome.end.order_id });
}

async function eventAfter(
  tx: TenantTransaction,
  { external_id: externalId }: LockedEvent,
  { end, isTaken }: FlowOutcome,
): Promise<{ action: 'wait' | 'ignore' | 'process' | 'fail'; reason: string | null }> {
  if (!isTaken) return { action: 'ignore', reason: 'The conditions of the flow do not hold.' };
  if (end.status === 'succeeded') return { action: 'process', reason: null };
  const order = end.order_id === null ? undefined : await orderForReason(tx, end.order_id);
  if (end.status === 'queued') return { action: 'wait', reason: waitsInWords(order!) };
  return { action: 'fail', reason: failedInWords(externalId, order, end.error) };
}
