/**
 * How an inbound webhook is taken in: stored (one committed row), enqueued (best effort), answered. Webhooks that
 * arrive while a batch is being committed share the next one: one transaction and one enqueue for all of them.
 */
import type { ArrivedWebhook, KeptWebhook } from '../../domain/integration/arrived-webhook.ts';
import type { Dispatch, Producer } from '../engine/producer.ts';
import { storedApart } from '../../domain/tenancy/stored-apart.ts';

export interface WebhookStore {
  /**
   * Durably commits first deliveries, each with the command that processes it; returns the ids of those that are first.
   * Throws a Refusal, having committed nothing, when one of them cannot be stored.
   */
  keepFirsts(webhooks: readonly ArrivedWebhook[]): Promise<ReadonlySet<string>>;
  /** Durably commits repeats; returns the first delivery's event for each. */
  keepRepeats(webhooks: readonly ArrivedWebhook[]): Promise<ReadonlyMap<string, string>>;
}

export interface WebhookInbox {
  /** Resolves once the webhook is on disk; rejects when it could not be stored, in which case nothing of it was. */
  keep(webhook: ArrivedWebhook): Promise<KeptWebhook>;
}

const batchMax = 100;
const batchBytesMax = 4 * 1024 * 1024;
// Two at once: while one waits for the disk the next one is prepared.
const batchesAtOnce = 2;

interface Waiting {
  webhook: ArrivedWebhook;
  resolve: (kept: KeptWebhook) => void;
  reject: (fault: unknown) => void;
}

/** `commandName` is the command that processes a stored webhook, on the queue `integration`. */
export function openWebhookInbox(store: WebhookStore, producer: Producer, commandName: string): WebhookInbox {
  const waiting: Waiting[] = [];
  let running = 0;

  const keepAll = async (batch: readonly Waiting[]): Promise<void> => {
    const repeats: Waiting[] = [];
    await storedApart(batch, organizationOf, async (ones) => {
      repeats.push(...(await keepFirsts(ones)));
    });
    if (repeats.length > 0) await storedApart(repeats, organizationOf, keepRepeats);
  };

  /** Returns those that are repeats. */
  const keepFirsts = async (ones: readonly Waiting[]): Promise<Waiting[]> => {
    const firsts = await store.keepFirsts(ones.map(({ webhook }) => webhook));
    const dispatches: Dispatch[] = [];
    const repeats: Waiting[] = [];
    for (const one of ones) {
      const { webhook, resolve } = one;
      if (!firsts.has(webhook.id)) {
        repeats.push(one);
        continue;
      }
      resolve({ event_id: webhook.id, duplicate: false });
      if (webhook.status === 'received') dispatches.push(dispatchOf(webhook, commandName));
    }
    if (dispatches.length > 0) void producer.dispatch(dispatches);
    return repeats;
  };

  const keepRepeats = async (repeats: readonly Waiting[]): Promise<void> => {
    const of = await store.keepRepeats(repeats.map(({ webhook }) => webhook));
    for (const { webhook, resolve } of repeats) resolve({ event_id: of.get(webhook.id)!, duplicate: true });
  };

  const runBatch = async (): Promise<void> => {
    const batch = takeBatch(waiting);
    if (batch.length === 0) return;
    running += 1;
    await keepAll(batch);
    running -= 1;
    if (waiting.length > 0) void runBatch();
  };

  return {
    keep: (webhook) =>
      new Promise((resolve, reject) => {
        waiting.push({ webhook, resolve, reject });
        if (running < batchesAtOnce) setImmediate(() => void runBatch());
      }),
  };
}

const organizationOf = ({ webhook }: Waiting): string => webhook.organization_id;

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
