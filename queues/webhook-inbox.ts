/**
 * The way a webhook takes in: kept (one committed row), enqueued (best effort), answered. Webhooks that arrive while a
 * batch is being committed share the next one: one transaction and one enqueue for all of them.
 */
import type { ArrivedWebhook, KeptWebhook } from '../domain/integration/arrived-webhook.ts';
import { firstDispatch, type Dispatch, type Producer } from './producer.ts';

export interface WebhookStore {
  /** Commits all, durably, in the order given; answers what each one became. */
  keep(webhooks: readonly ArrivedWebhook[]): Promise<Map<string, KeptWebhook>>;
}

export interface WebhookInbox {
  /** Settles once the webhook is on disk; rejects when it could not be kept, and then nothing of it is there. */
  keep(webhook: ArrivedWebhook): Promise<KeptWebhook>;
}

const batchMax = 100;
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

  const runBatch = async (): Promise<void> => {
    const batch = waiting.splice(0, batchMax);
    if (batch.length === 0) return;
    running += 1;
    try {
      const kept = await store.keep(batch.map(({ webhook }) => webhook));
      const firsts: Dispatch[] = [];
      for (const { webhook, resolve } of batch) {
        const one = kept.get(webhook.id)!;
        if (webhook.status === 'received' && !one.duplicate) firsts.push(dispatchOf(webhook, commandName));
        resolve(one);
      }
      if (firsts.length > 0) void producer.dispatch(firsts);
    } catch (fault) {
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

function dispatchOf({ organization_id, command_id }: ArrivedWebhook, name: string): Dispatch {
  return { organization_id, command_id, name, queue: 'integration', dispatches: firstDispatch };
}
