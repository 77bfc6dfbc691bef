/**
 * Sends events to their endpoints. Every worker process runs this: what is due is claimed for as long as a try may take,
 * sent outside of any transaction, and recorded. A process that dies leaves claims that run out, so a delivery arrives at
 * least once, under one webhook-id.
 */
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { acceptCommands } from '../../db/tenancy/commands.write.ts';
import {
  claimDeliveries,
  handOn,
  recordAttempt,
  silentHours,
  streamsWithNews,
  type Attempt,
  type ClaimedDelivery,
  type Verdict,
} from '../../db/webhooks/deliveries.write.ts';
import { endpointSecretPlace } from '../../domain/integration/sealed-places.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';
import { endpointRestMs, nextTryMs, silentHoursMax } from '../../domain/webhooks/retries.ts';
import { signedHeaders } from '../../domain/webhooks/signing.ts';
import type { Producer } from '../../queues/producer.ts';
import { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import { dispatchesOf } from '../follow-ups.ts';
import { OutboundFault, type Send } from '../outbound-http.ts';
import { repeat } from '../repeat.ts';

export interface DeliveryParts {
  database: Database;
  producer: Producer;
  keys: KeyRing;
  send: Send;
  log: Logger;
}

const everyMs = 500;
const inFlightMax = 64;
const timeoutMs = 15_000;
// Longer than a try with all it writes may take: then it is somebody else's.
const claimSeconds = 60;
const eventsMax = 500;
const streamsMax = 100;

export function startDelivering(parts: DeliveryParts): { stop(): Promise<void> } {
  const { database, log } = parts;
  const inFlight = new Set<Promise<void>>();
  const handing = repeat(
    everyMs,
    async () => {
      for (const organizationId of await streamsWithNews(database, streamsMax))
        await handOn(database, organizationId, eventsMax);
    },
    (fault) => log.warn({ err: fault }, 'events could not be handed to their endpoints and will be'),
  );
  const sending = repeat(
    everyMs,
    async () => {
      const free = inFlightMax - inFlight.size;
      if (free === 0) return;
      for (const delivery of await claimDeliveries(database, free, claimSeconds)) {
        const sent = deliver(parts, delivery)
          .catch((fault: unknown) =>
            log.warn({ err: fault, delivery_id: delivery.id }, 'a delivery was not recorded'),
          )
          .finally(() => inFlight.delete(sent));
        inFlight.add(sent);
      }
    },
    (fault) => log.warn({ err: fault }, 'deliveries could not be claimed and will be'),
  );
  return {
    stop: async () => {
      await Promise.all([handing.stop(), sending.stop()]);
      await Promise.allSettled(inFlight);
    },
  };
}

async function deliver(parts: DeliveryParts, delivery: ClaimedDelivery): Promise<void> {
  const attempt = await tryOnce(parts, delivery);
  const isDisabled = await recordAttempt(
    parts.database,
    delivery,
    attempt,
    await judge(parts, delivery, attempt),
  );
  if (isDisabled) await tellDisabled(parts, delivery, attempt);
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

/** 2xx is delivered; 410 says nobody lives there any more; everything else is tried again until the time is over. */
async function judge(
  { database }: DeliveryParts,
  { organization_id, endpoint_id, attempts }: ClaimedDelivery,
  { status_code: code, error }: Attempt,
): Promise<Verdict> {
  if (error === null) return { status: 'delivered', next_try_ms: 0, rest_ms: 0, disable: null };
  const tries = attempts + 1;
  const rest = endpointRestMs(tries);
  if (code === 410) {
    const disable = 'The endpoint answered 410 Gone.';
    return { status: 'dead', next_try_ms: 0, rest_ms: rest, disable };
  }
  const next = nextTryMs(tries, Math.random());
  if (next !== undefined) return { status: 'pending', next_try_ms: next, rest_ms: rest, disable: null };
  const isSilent = (await silentHours(database, organization_id, endpoint_id)) >= silentHoursMax - 1;
  const disable = isSilent
    ? `Nothing could be delivered for ${silentHoursMax} hours; last: ${error}`.slice(0, 500)
    : null;
  return { status: 'dead', next_try_ms: 0, rest_ms: rest, disable };
}

/** The notice: an event of the organization's own, by a command of its own. */
async function tellDisabled(
  { database, producer }: DeliveryParts,
  { organization_id, endpoint_id, attempts }: ClaimedDelivery,
  { status_code: code, error }: Attempt,
): Promise<void> {
  const reason =
    code === 410 ? 'The endpoint answered 410 Gone.' : `Failed ${attempts + 1} times; last: ${error}`;
  const command = {
    id: uuidv7(),
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
