/**
 * Sends events to their endpoints. Every worker process runs this, woken by commits: due deliveries are claimed for as
 * long as a try may take, sent outside of any transaction, and recorded. The claims of a process that dies expire, so a
 * delivery arrives at least once, under one webhook-id. While no endpoint is active it only polls now and then.
 */
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/tenancy/commands.write.ts';
import {
  claimDeliveries,
  firstPlace,
  recordFailure,
  silentHours,
  type Attempt,
  type ClaimedDelivery,
  type Place,
  type Verdict,
} from '../../db/webhooks/deliveries.write.ts';
import { handOn, hasListeners, streamsWithNews } from '../../db/webhooks/hand-on.write.ts';
import { newId } from '../../domain/new-id.ts';
import { endpointSecretPlace } from '../../domain/integration/sealed-places.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';
import { nextState, type ActionIn } from '../../domain/state-machine.ts';
import { endpointRestMs, nextTryMs, silentHoursMax } from '../../domain/webhooks/retries.ts';
import { signedHeaders } from '../../domain/webhooks/signing.ts';
import { deliveryStates, type DeliveryStatus } from '../../domain/webhooks/states.ts';
import type { Producer } from '../../queues/producer.ts';
import type { WakeHearer } from '../../queues/wakes.ts';
import { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import { dispatchesOf } from '../follow-ups.ts';
import { OutboundFault, type Send } from '../outbound-http.ts';
import { openSlots } from '../slots.ts';
import { woken } from '../woken.ts';
import { recordsDelivered, type DeliveredRecorder } from './records-delivered.ts';

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
const timeoutMs = 15_000;
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
      for (const ms of await deliver(parts, record, delivery)) sending.wakeIn(ms);
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
      await Promise.all([handing.stop(), sending.stop()]);
      await slots.ended();
    },
  };
}

/** One try. Returns the delays in ms until it, or whatever else waits for the endpoint, comes due. */
async function deliver(
  parts: DeliveryParts,
  record: DeliveredRecorder,
  delivery: ClaimedDelivery,
): Promise<number[]> {
  const attempt = await tryOnce(parts, delivery);
  const tried = { delivery, attempt };
  if (attempt.error === null) {
    await record(tried);
    return [];
  }
  const verdict = await judge(parts, delivery, attempt);
  const isDisabled = await recordFailure(parts.database, tried, verdict);
  if (isDisabled) await tellDisabled(parts, delivery, attempt);
  // Other deliveries wait for the endpoint too, however late this one is retried.
  return [verdict.rest_ms, verdict.next_try_ms];
}

async function tryOnce({ keys, send }: DeliveryParts, delivery: ClaimedDelivery): Promise<Attempt> {
  const { organization_id, endpoint_id, event_id: id, url } = delivery;
  const place = endpointSecretPlace(organization_id, endpoint_id);
  const secrets = [delivery.secret_sealed, delivery.previous_secret_sealed].flatMap((sealed) => {
    const opened = sealed === null ? undefined : open(keys, sealed, place);
    return opened === undefined ? [] : [opened];
  });
  const started = performance.now();
  const ended = (more: Partial<Attempt>, headers: Record<string, string> = {}): Attempt => ({
    request_headers: headers,
    status_code: null,
    answer: null,
    error: null,
    duration_ms: Math.round(performance.now() - started),
    ...more,
  });
  if (secrets.length === 0) return ended({ error: "The endpoint's secret cannot be opened; rotate it." });
  const body = JSON.stringify(delivery.payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'warehouse-platform-webhooks/1',
    ...signedHeaders(secrets, { id, at: new Date(), body }),
  };
  try {
    const { status, body: answer } = await send({ method: 'POST', url, headers, body, timeoutMs });
    const error = status >= 200 && status < 300 ? null : `Answered ${status}.`;
    return ended({ status_code: status, answer, error }, headers);
  } catch (fault) {
    if (!(fault instanceof OutboundFault)) throw fault;
    return ended({ error: `${fault.code}: ${fault.message}` }, headers);
  }
}

const after = (action: ActionIn<typeof deliveryStates>): DeliveryStatus =>
  nextState(deliveryStates, 'pending', action);

/** 410 means the endpoint is gone for good; any other failure is retried until its tries are used up. */
async function judge(
  { database }: DeliveryParts,
  { organization_id, endpoint_id, attempts }: ClaimedDelivery,
  { status_code: code, error }: Attempt,
): Promise<Verdict> {
  const tries = attempts + 1;
  const rest = endpointRestMs(tries);
  if (code === 410) {
    const disable = 'The endpoint answered 410 Gone.';
    return { status: after('give_up'), next_try_ms: 0, rest_ms: rest, disable };
  }
  const next = nextTryMs(tries, Math.random());
  if (next !== undefined) return { status: after('fail'), next_try_ms: next, rest_ms: rest, disable: null };
  const isSilent = (await silentHours(database, organization_id, endpoint_id)) >= silentHoursMax - 1;
  const disable = isSilent
    ? `Nothing could be delivered for ${silentHoursMax} hours; last: ${error}`.slice(0, 500)
    : null;
  return { status: after('give_up'), next_try_ms: 0, rest_ms: rest, disable };
}

/** Notifies the organization by an event, which a command of its own emits. */
async function tellDisabled(
  { database, producer }: DeliveryParts,
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
