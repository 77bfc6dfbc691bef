/**
 * Tells stores what changed. Every worker process runs this: what is due is claimed for as long as a try may take, sent
 * outside of any transaction, and recorded.
 */
import type { Logger } from 'pino';
import { claimPushes, recordSent, recordUnsent, type ClaimedPush } from '../../db/channels/pushes.write.ts';
import type { Database } from '../../db/database.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import type { Send } from '../outbound-http.ts';
import { repeat } from '../repeat.ts';
import { putInventory, putProduct, type StoreAnswer } from './storefront.ts';
import { storeOf } from './store-of.ts';

export interface PushParts {
  database: Database;
  keys: KeyRing;
  send: Send;
  log: Logger;
}

const everyMs = 1_000;
const atOnce = 16;
const timeoutMs = 10_000;
// Longer than a try with all it writes may take: then it is somebody else's.
const claimSeconds = 60;
const retrySecondsMax = 3_600;

export function startPushing(parts: PushParts): { stop(): Promise<void> } {
  return repeat(
    everyMs,
    async () => {
      const claimed = await claimPushes(parts.database, atOnce, claimSeconds);
      await Promise.all(claimed.map((push) => pushOne(parts, push)));
    },
    (fault) => parts.log.warn({ err: fault }, 'stores could not be told and will be'),
  );
}

async function pushOne({ database, keys, send }: PushParts, push: ClaimedPush): Promise<void> {
  const store = storeOf(keys, push.organization_id, push.connection_id, push);
  const put = push.kind === 'inventory' ? putInventory : putProduct;
  const body = { ...push.wanted, sku: push.channel_sku, version: Number(push.version) };
  const answer: StoreAnswer =
    typeof store === 'string'
      ? { kind: 'denied', error: store }
      : await put(send, store, push.channel_sku, body, timeoutMs);
  if (answer.kind === 'taken') return recordSent(database, push, answer.says);
  if (answer.kind === 'too_much') {
    const error = `The store is asked too much; again in ${answer.retryMs} ms.`;
    return recordUnsent(database, push, { error, retryMs: answer.retryMs, isPause: true });
  }
  const seconds = Math.min(5 * 2 ** Math.min(push.attempts, 10), retrySecondsMax);
  return recordUnsent(database, push, { error: answer.error, retryMs: seconds * 1000, isPause: false });
}
