/**
 * Sends events to their endpoints. Every worker process runs this, woken by commits: events are handed to the endpoints
 * that want them, and due deliveries are sent as calls to the outside, which deduplicate by their webhook-id. While no
 * endpoint is active it only polls now and then.
 */
import { acceptCommands } from '../../db/engine/commands.write.ts';
import {
  claimDeliveries,
  firstPlace,
  type ClaimedDelivery,
  type Place,
} from '../../db/webhooks/deliveries.write.ts';
import { beforeAll } from '../../db/tenancy/editions.read.ts';
import { handOn, hasListeners, streamsWithNews } from '../../db/webhooks/hand-on.write.ts';
import { recordFailure, type Attempt } from '../../db/webhooks/tries.write.ts';
import { newId } from '../../domain/new-id.ts';
import { deliveryBackoff } from '../../domain/webhooks/retries.ts';
import { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { eachOrganization } from '../engine/each-organization.ts';
import { afterFaultMs, woken } from '../engine/woken.ts';
import { defineCall, type Call, type Outward } from '../outside/define-call.ts';
import { recordsDelivered } from './records-delivered.ts';
import { judge, tryOnce } from './try-delivery.ts';

const eventsMax = 500;
const streamsMax = 100;

// An event may commit while an older transaction is open: it is handed on once that has ended.
const behindOthersMs = 100;

export function startDelivering(parts: Outward): { stop(): Promise<void> } {
  const { database, wakes, log } = parts;
  const sending = deliveries(parts);
  const failed = 'events of an organization could not be handed to its endpoints and will be';
  let isHeard = true;
  let after = beforeAll;
  const handing = woken(
    async () => {
      isHeard = await hasListeners(database);
      if (!isHeard) return 'done';
      const streams = await streamsWithNews(database, after, streamsMax);
      const ready = streams.filter(({ is_ready: isReady }) => isReady).map(({ organization_id: id }) => id);
      after = ready.at(-1) ?? after;
      const handed: { count: number; isMore: boolean }[] = [];
      const faults = await eachOrganization(ready, { log, failed }, async (id) => {
        handed.push(await handOn(database, id, eventsMax));
      });
      if (ready.length > 0) sending.wake();
      if (faults > 0) handing.wakeIn(afterFaultMs);
      // Ready but nothing handed on: another process is handing them on, and may have looked before this commit.
      const isBehind = ready.length < streams.length || handed.some(({ count }) => count === 0);
      if (isBehind) handing.wakeIn(behindOthersMs);
      const isFull = streams.length === streamsMax && handed.some(({ count }) => count > 0);
      return isFull || handed.some(({ isMore }) => isMore) ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault }, 'events could not be handed to their endpoints and will be'),
  );
  wakes.on('endpoints', handing.wake);
  wakes.on('events', () => isHeard && handing.wake());
  return {
    stop: async () => {
      await Promise.all([handing.stop(), sending.stop()]);
    },
  };
}

function deliveries(parts: Outward): Call {
  const { database, keys, send } = parts;
  const record = recordsDelivered(database);
  let from: Place = firstPlace;
  return defineCall<ClaimedDelivery, Attempt>(
    {
      name: 'webhook delivery',
      farSide: 'deduplicates',
      wake: 'deliveries',
      atOnce: 64,
      // As with the database's connections, one organization may hold at most half.
      atOnceOfOne: 32,
      claimSeconds: 60,
      backoff: deliveryBackoff,
      claim: async (room, seconds) => {
        const { claimed, next } = await claimDeliveries(database, from, room, seconds);
        // The walk continues after the last endpoint, so that the first ones are not always served before the others.
        const wasAround = from === firstPlace;
        from = next;
        return { claimed, isMore: next !== firstPlace || !wasAround };
      },
      send: (delivery) => tryOnce(keys, send, delivery),
      settle: async (delivery, outcome, next) => {
        const tried = { delivery, attempt: outcome.answer! };
        if (outcome.kind === 'ok') return record(tried);
        const verdict = await judge(database, delivery, outcome, next);
        const { isDisabled, pauseMs } = await recordFailure(database, tried, verdict);
        if (isDisabled) await tellDisabled(parts, delivery, verdict.disable!);
        // Other deliveries wait for a paused endpoint too, however late this one is retried.
        return pauseMs;
      },
    },
    parts,
  );
}

/** Notifies the organization by an event, which a command of its own emits. */
async function tellDisabled(
  { database, producer }: Pick<Outward, 'database' | 'producer'>,
  { organization_id, endpoint_id }: ClaimedDelivery,
  reason: string,
): Promise<void> {
  const command = {
    id: newId(),
    organization_id,
    name: webhookCommands.noteDisabled.name,
    queue: 'events',
    input: { endpoint_id, reason },
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
