/** Pushes changes to stores: a call to the outside that deduplicates, since a store ignores a version it knows. */
import { claimPushes, recordSent, recordUnsent, type ClaimedPush } from '../../db/channels/pushes.write.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { defineCall, type Call, type Outcome, type Outward } from '../outside/define-call.ts';
import type { Send } from '../outside/outbound-http.ts';
import { putInventory, putProduct, type Says } from './storefront.ts';
import { storeOf } from './store-of.ts';

const timeoutMs = 10_000;

export function startPushing(parts: Outward): Call {
  const { database, keys, send } = parts;
  return defineCall<ClaimedPush, Says>(
    {
      name: 'push to a store',
      farSide: 'deduplicates',
      wake: 'pushes',
      atOnce: 16,
      atOnceOfOne: 8,
      claimSeconds: 60,
      backoff: {
        delaysSeconds: [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600],
        isEndless: true,
      },
      claim: async (room, seconds) => {
        const claimed = await claimPushes(database, room, seconds);
        return { claimed, isMore: claimed.length > 0 };
      },
      send: (push) => pushOne(keys, send, push),
      settle: (push, outcome, next) => {
        if (outcome.kind === 'ok') return recordSent(database, push, outcome.answer);
        return recordUnsent(database, push, { ...outcome, isPause: outcome.waitMs !== undefined }, next);
      },
    },
    parts,
  );
}

function pushOne(keys: KeyRing, send: Send, push: ClaimedPush): Promise<Outcome<Says>> {
  const store = storeOf(keys, push.organization_id, push.connection_id, push);
  if (typeof store === 'string') return Promise.resolve({ kind: 'unsent', error: store });
  const put = push.kind === 'inventory' ? putInventory : putProduct;
  const body = { ...push.wanted, sku: push.channel_sku, version: Number(push.version) };
  return put(send, store, push.channel_sku, body, timeoutMs);
}
