/**
 * Pushes changes to stores. Every worker process runs this, woken by what is queued: due pushes are claimed for as long
 * as a try may take, sent outside of any transaction, and recorded.
 */
import type { Logger } from 'pino';
import { claimPushes, recordSent, recordUnsent, type ClaimedPush } from '../../db/channels/pushes.write.ts';
import type { Database } from '../../db/database.ts';
import type { WakeHearer } from '../../queues/engine/wakes.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import type { Send } from '../outside/outbound-http.ts';
import { claimTerm, recorded, type ClaimTerm } from '../outside/recorded.ts';
import { openSlots } from '../outside/slots.ts';
import { woken } from '../engine/woken.ts';
import { putInventory, putProduct, type StoreAnswer, type StoreFault } from './storefront.ts';
import { storeOf } from './store-of.ts';

export interface PushParts {
  database: Database;
  keys: KeyRing;
  send: Send;
  wakes: WakeHearer;
  log: Logger;
}

const atOnce = 16;
// Stores that hang take up only their organization's share.
const atOnceOfOne = 8;
const timeoutMs = 10_000;
// Longer than a try and its writes may take: after that another process may claim it.
const claimSeconds = 60;
const retrySecondsMax = 3_600;

export function startPushing(parts: PushParts): { stop(): Promise<void> } {
  const { database, wakes, log } = parts;
  const slots = openSlots(atOnce, atOnceOfOne, () => pushing.wake());
  const stopping = new AbortController();
  const tell = async (push: ClaimedPush): Promise<void> => {
    try {
      const againMs = await pushOne(parts, push, claimTerm(claimSeconds, stopping.signal));
      if (againMs !== undefined) pushing.wakeIn(againMs);
    } catch (fault) {
      log.warn({ err: fault, connection_id: push.connection_id }, 'what a store was told was not recorded');
    }
  };
  const pushing = woken(
    async () => {
      // Each push that ends wakes this again.
      if (slots.free === 0) return 'done';
      const claimed = await claimPushes(database, slots, claimSeconds);
      for (const push of claimed) slots.run(push.organization_id, () => tell(push));
      return claimed.length > 0 ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault }, 'stores could not be told and will be'),
  );
  wakes.on('pushes', pushing.wake);
  return {
    stop: async () => {
      stopping.abort();
      await pushing.stop();
      await slots.ended();
    },
  };
}

/** Returns in how many ms it is retried when the store did not accept it. */
async function pushOne(
  { database, keys, send }: PushParts,
  push: ClaimedPush,
  term: ClaimTerm,
): Promise<number | undefined> {
  const store = storeOf(keys, push.organization_id, push.connection_id, push);
  const put = push.kind === 'inventory' ? putInventory : putProduct;
  const body = { ...push.wanted, sku: push.channel_sku, version: Number(push.version) };
  const answer: StoreAnswer =
    typeof store === 'string'
      ? { kind: 'denied', error: store }
      : await put(send, store, push.channel_sku, body, timeoutMs);
  if (answer.kind === 'taken') {
    await recorded(() => recordSent(database, push, answer.says), term);
    return undefined;
  }
  const rest = restAfter(push, answer);
  await recorded(() => recordUnsent(database, push, rest), term);
  return rest.retryMs;
}

function restAfter(
  { attempts }: ClaimedPush,
  fault: StoreFault,
): { error: string; retryMs: number; isPause: boolean } {
  if (fault.kind === 'too_much') {
    const error = `The store is asked too much; again in ${fault.retryMs} ms.`;
    return { error, retryMs: fault.retryMs, isPause: true };
  }
  const retryMs = Math.min(5 * 2 ** Math.min(attempts, 10), retrySecondsMax) * 1000;
  return { error: fault.error, retryMs, isPause: false };
}
