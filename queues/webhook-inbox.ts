/**
 * The way a webhook takes in: kept (one committed row), enqueued (best effort), answered. Webhooks that arrive while a
 * batch is being committed share the next one: one transaction and one enqueue for all of them.
 */
import type { ArrivedWebhook, KeptWebhook } from '../domain/integration/arrived-webhook.ts';
import type { Dispatch, Producer } from './producer.ts';

export interface WebhookStore {
  /** Commits first deliveries, durably, with the command that works on each; answers the ids of those that are first. */
  keepFirsts(webhooks: readonly ArrivedWebhook[]): Promise<ReadonlySet<string>>;
  /** Commits repeats, durably; answers the event of the first delivery for each. */
  keepRepeats(webhooks: readonly ArrivedWebhook[]): Promise<ReadonlyMap<string, string>>;
}

export interface WebhookInbox {
  /** Settles once the webhook is on disk; rejects when it could not be kept, and then nothing of it is there. */
  keep(webhook: ArrivedWebhook): Promise<KeptWebhook>;
}

const batchMax = 100;
const batchBytesMax = 4 * 1024 * 1024;
// Two at once: while one waits for the disk the next is put together.
const batchesAtOnce = 2;

interface Waiting {
  webhook: ArrivedWebhook;
  resolve: (kept: KeptWebhook) => void;
  reject: (fault: unknown) => void;
}

/** `commandName` is what works on a kept webhook, on the queue `integration`. */
export function openWebhookInbox(store: WebhookStore, producer: Producer, commandName: string): WebhookInbox {
  const waiting: Waiting[] = [];
  let running = 0;

  const keepAll = async (batch: readonly Waiting[]): Promise<void> => {
    const firsts = await store.keepFirsts(batch.map(({ webhook }) => webhook));
    const dispatches: Dispatch[] = [];
    const repeats: Waiting[] = [];
    for (const one of batch) {
      const { webhook, resolve } = one;
      if (!firsts.has(webhook.id)) {
        repeats.push(one);
        continue;
      }
      resolve({ event_id: webhook.id, duplicate: false });
      if (webhook.status === 'received') dispatches.push(dispatchOf(webhook, commandName));
    }
    if (dispatches.length > 0) void producer.dispatch(dispatches);
    if (repeats.length === 0) return;
    const of = await store.keepRepeats(repeats.map(({ webhook }) => webhook));
    for (const { webhook, resolve } of repeats) resolve({ event_id: of.get(webhook.id)!, duplicate: true });
  };

  const runBatch = async (): Promise<void> => {
    const batch = takeBatch(waiting);
    if (batch.length === 0) return;
    running += 1;
    try {
      await keepAll(batch);
    } catch (fault) {
      // Those that were answered already stay as they are.
      for (const { reject } of batch) reject(fault);
    } finally {
      running -= 1;
      if (waiting.length > 0) void runBatch();
    }
  };

  return {
    keep: (webhook) =>
      new Promise((resolve, reject) => {
        waiting.push({ webhook, resolve, reject });
        if (running < batchesAtOnce) setImmediate(() => void runBatch());
      }),
  };
}

function takeBatch(waiting: Waiting[]): Waiting[] {
  let bytes = 0;
  let taken = 0;
  while (taken < waiting.length && taken < batchMax) {
    bytes += waiting[taken]!.webhook.raw_body.length;
    if (taken > 0 && bytes > batchBytesMax) break;
    taken += 1;
  }
  return waiting.splice(0, taken);
}

function dispatchOf({ organization_id, command_id }: ArrivedWebhook, name: string): Dispatch {
  return { organization_id, command_id, name, queue: 'integration', job_id: command_id };
}
