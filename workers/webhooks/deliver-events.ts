/**
 * Sends events to their endpoints. Every worker process runs this, woken by commits: due deliveries are claimed for as
 * long as a try may take, sent outside of any transaction, and recorded. The claims of a process that dies expire, so a
 * delivery arrives at least once, under one webhook-id. While no endpoint is active it only polls now and then.
 */
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import {
  claimDeliveries,
  firstPlace,
  type ClaimedDelivery,
  type Place,
} from '../../db/webhooks/deliveries.write.ts';
import { recordFailure, silentHours, type Attempt } from '../../db/webhooks/tries.write.ts';
import { handOn, hasListeners, streamsWithNews } from '../../db/webhooks/hand-on.write.ts';
import { newId } from '../../domain/new-id.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { WakeHearer } from '../../queues/engine/wakes.ts';
import { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import type { Send } from '../outside/outbound-http.ts';
import { claimTerm, recorded, type ClaimTerm } from '../outside/recorded.ts';
import { openSlots } from '../outside/slots.ts';
import { woken } from '../engine/woken.ts';
import { recordsDelivered, type DeliveredRecorder } from './records-delivered.ts';
import { judge, tryOnce } from './try-delivery.ts';

export interface DeliveryParts {
  database: Database;
  producer: Producer;
  keys: KeyRing;
  send: Send;
  wakes: WakeHearer;
  log: Logger;
}

const inFlightMax = 64;
// As with the database's connections, one organization may hold at most half.
const inFlightOfOneMax = inFlightMax / 2;
// Longer than a try and its writes may take: after that another process may claim it.
const claimSeconds = 60;
const eventsMax = 500;
const streamsMax = 100;

// An event may commit while an older transaction is open: it is handed on once that has ended.
const behindOthersMs = 100;

export function startDelivering(parts: DeliveryParts): { stop(): Promise<void> } {
  const { database, wakes, log } = parts;
  const slots = openSlots(inFlightMax, inFlightOfOneMax, () => sending.wake());
  const record = recordsDelivered(database);
  const stopping = new AbortController();
  let isHeard = true;
  let from: Place = firstPlace;
  const handing = woken(
    async () => {
      isHeard = await hasListeners(database);
      if (!isHeard) return 'done';
      const streams = await streamsWithNews(database, streamsMax);
      const ready = streams.filter(({ is_ready: isReady }) => isReady);
      const handed: number[] = [];
      for (const { organization_id: id } of ready) handed.push(await handOn(database, id, eventsMax));
      if (ready.length > 0) sending.wake();
      // Ready but nothing handed on: another process is handing them on, and may have looked before this commit.
      if (ready.length < streams.length || handed.includes(0)) handing.wakeIn(behindOthersMs);
      return handed.includes(eventsMax) || streams.length === streamsMax ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault }, 'events could not be handed to their endpoints and will be'),
  );
  const sendOne = async (delivery: ClaimedDelivery): Promise<void> => {
    try {
      const term = claimTerm(claimSeconds, stopping.signal);
      for (const ms of await deliver(parts, record, delivery, term)) sending.wakeIn(ms);
    } catch (fault) {
      log.warn({ err: fault, delivery_id: delivery.id }, 'a delivery was not recorded');
    }
  };
  const sending = woken(
    async () => {
      // Each delivery that ends wakes this again.
      if (slots.free === 0) return 'done';
      const { claimed, next } = await claimDeliveries(database, from, slots, claimSeconds);
      // The walk continues after the last endpoint, so that the first ones are not always served before the others.
      const wasAround = from === firstPlace;
      from = next;
      for (const delivery of claimed) slots.run(delivery.organization_id, () => sendOne(delivery));
      return next === firstPlace && wasAround ? 'done' : 'again';
    },
    (fault) => log.warn({ err: fault }, 'deliveries could not be claimed and will be'),
  );
  wakes.on('endpoints', handing.wake);
  wakes.on('events', () => isHeard && handing.wake());
  wakes.on('deliveries', sending.wake);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([handing.stop(), sending.stop()]);
      await slots.ended();
    },
  };
}

/** One try. Returns the delays in ms until it, or whatever else waits for the endpoint, comes due. */
async function deliver(
  { database, producer, keys, send }: DeliveryParts,
  record: DeliveredRecorder,
  delivery: ClaimedDelivery,
  term: ClaimTerm,
): Promise<number[]> {
  const { attempt, trouble } = await tryOnce(keys, send, delivery);
  const tried = { delivery, attempt };
  if (!trouble) {
    await recorded(() => record(tried), term);
    return [];
  }
  const { isDisabled, pauseMs, nextMs } = await recorded(async () => {
    const { organization_id, endpoint_id, attempts } = delivery;
    const verdict = await judge(attempts + 1, attempt, trouble, () =>
      silentHours(database, organization_id, endpoint_id),
    );
    return { ...(await recordFailure(database, tried, verdict)), nextMs: verdict.next_try_ms };
  }, term);
  if (isDisabled) await tellDisabled({ database, producer }, delivery, attempt);
  // Other deliveries wait for a paused endpoint too, however late this one is retried.
  return [pauseMs, nextMs];
}

/** Notifies the organization by an event, which a command of its own emits. */
async function tellDisabled(
  { database, producer }: Pick<DeliveryParts, 'database' | 'producer'>,
  { organization_id, endpoint_id, attempts }: ClaimedDelivery,
  { status_code: code, error }: Attempt,
): Promise<void> {
  const reason =
    code === 410 ? 'The endpoint answered 410 Gone.' : `Failed ${attempts + 1} times; last: ${error}`;
  const command = {
    id: newId(),
    organization_id,
    name: webhookCommands.noteDisabled.name,
    queue: 'events',
    input: { endpoint_id, reason: reason.slice(0, 500) },
    actor: {
      token_id: null,
      member_id: null,
      name: 'webhook delivery',
      permissions: [],
      merchant_id: null,
      ip: null,
      request_id: 'delivery',
    },
  };
  await acceptCommands(database, [command], true);
  await producer.dispatch(dispatchesOf([command]));
}
