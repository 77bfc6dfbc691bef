/**
 * Tells stores what is to be told: two calls to the outside. What is told by SKU deduplicates, since a store ignores a
 * version it knows; what is told of an order does not, so a store that may have heard of it is asked first.
 */
import {
  claimPushes,
  recordSent,
  recordUnsent,
  type ClaimedPush,
} from '../../db/channels/push-calls.write.ts';
import { listOtherShipments, type OtherShipment } from '../../db/channels/other-shipments.read.ts';
import { readCounts } from '../../db/channels/return-counts.read.ts';
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import {
  orderPushKinds,
  skuPushKinds,
  type OrderPushKind,
  type PushKind,
} from '../../domain/channels/push-kinds.ts';
import {
  defineCall,
  type Call,
  type CallDefinition,
  type Outcome,
  type Outward,
} from '../outside/define-call.ts';
import { askOfOrder, isAskedFirst, tellOfOrder, toldOf, type OrderNews } from './storefront-news.ts';
import { putOfSku, type Says, type Store } from './storefront.ts';
import { storeOf } from './store-of.ts';

const timeoutMs = 10_000;
// A store that takes what it gave no answer to has done so by then.
const settleAfterMs = 60_000;

export function startPushing(parts: Outward): Pick<Call, 'stop'> {
  const { send } = parts;
  const bySku = defineCall(
    {
      ...pushing(parts, 'push to a store', skuPushKinds),
      farSide: 'deduplicates',
      send: calling(parts, (store, push) => {
        const of = push.kind === 'inventory' ? 'inventory' : 'products';
        const place = push.store_location === '' ? {} : { location_id: push.store_location };
        const body = { ...push.wanted, ...place, sku: push.subject, version: Number(push.version) };
        return putOfSku(send, store, of, push.subject, body, timeoutMs);
      }),
    },
    parts,
  );
  const ofOrders = defineCall(
    {
      ...pushing(parts, 'news of an order to a store', orderPushKinds),
      farSide: 'answers',
      asOfNow: (push) => asOfNow(parts, push),
      send: calling(parts, (store, push) => tellOfOrder(send, store, newsOf(push))),
      ask: calling(parts, (store, push) => askOfOrder(send, store, newsOf(push))),
      // A refusal is no loss; but somebody may have mended it at the store, so it too is asked for first, as is what it
      // may have in a former version, or from a person.
      lostMs: (push) =>
        push.lost_ms ?? (push.attempts > 0 || isNewer(push.version) || isAskedFirst(push) ? Infinity : null),
      settleAfterMs,
    },
    parts,
  );
  return {
    stop: async () => {
      await Promise.all([bySku.stop(), ofOrders.stop()]);
    },
  };
}

/** What both have in common. */
function pushing(
  { database }: Outward,
  name: string,
  kinds: readonly PushKind[],
): Omit<CallDefinition<ClaimedPush, Says>, 'farSide' | 'send'> {
  return {
    name,
    wake: 'pushes',
    atOnce: 16,
    atOnceOfOne: 8,
    claimSeconds: 60,
    backoff: {
      delaysSeconds: [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600],
      isEndless: true,
    },
    claim: async (room, seconds) => {
      const claimed = await claimPushes(database, kinds, room, seconds);
      return { claimed, isMore: claimed.length > 0 };
    },
    settle: (push, outcome, next) => {
      if (outcome.kind === 'ok') {
        const sent = toldOf(push.kind, push.wanted, outcome.answer);
        return recordSent(database, push, sent, outcome.answer);
      }
      const isWaiting = outcome.waitMs !== undefined;
      // Waiting for a loss to settle concerns this one alone, and sends nothing.
      const isPause = isWaiting && outcome.kind !== 'unknown';
      const isLostAnew = push.order_id !== null && !isWaiting;
      return recordUnsent(database, push, { ...outcome, isPause, isLostAnew }, next);
    },
  };
}

type DuePush = ClaimedPush & { others?: OtherShipment[] };

/**
 * A refund of as many units as are counted by now: what was taken back since it was queued is not paid. A shipment with
 * what else left of its order.
 */
async function asOfNow({ database }: Outward, push: DuePush): Promise<DuePush> {
  const { organization_id: organizationId, kind, subject, order_id: orderId } = push;
  if (kind === 'cancellation') return push;
  const reading = <R>(read: (tx: TenantTransaction) => Promise<R>): Promise<R> =>
    inTenant(database, { organizationId }, read, { readOnly: true });
  if (kind === 'shipment')
    return { ...push, others: await reading((tx) => listOtherShipments(tx, orderId!, subject)) };
  return { ...push, wanted: { ...push.wanted, ...(await reading((tx) => readCounts(tx, subject))) } };
}

/** Calls the push's store; one that cannot be called was told nothing. */
const calling =
  <R extends Outcome<Says> | 'absent'>(
    { keys }: Outward,
    call: (store: Store, push: ClaimedPush) => Promise<R>,
  ) =>
  (push: ClaimedPush): Promise<R | Outcome<Says>> => {
    const store = storeOf(keys, push.organization_id, push.connection_id, push);
    if (typeof store === 'string') return Promise.resolve({ kind: 'unsent', error: store });
    return call(store, push);
  };

const isNewer = (version: string): boolean => version !== '1';

const newsOf = (push: DuePush): OrderNews => ({
  kind: push.kind as OrderPushKind,
  external_order_id: push.external_order_id!,
  wanted: push.wanted,
  said: push.channel_says,
  isNewer: isNewer(push.version),
  // Of a shipment that was only asked for, or refused, it was told nothing.
  isFirst:
    (push.attempts === 0 || push.kind === 'shipment') && push.lost_ms === null && !isNewer(push.version),
  others: push.others ?? [],
});
