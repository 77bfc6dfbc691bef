/**
 * Commands that arrive while a batch is being committed share the next batch: one transaction and one enqueue for all
 * of them. With a single client a batch holds one command and nothing waits. A flood's groups of many commands stand in
 * a line of their own, so that nobody's few wait for its statements or share one.
 */
import type { AcceptedCommand } from './accepted-command.ts';
import { fewCommandsMax } from './policies.ts';
import type { Dispatch, Producer } from './producer.ts';
import { storedApart } from '../../domain/tenancy/stored-apart.ts';

export interface AcceptStore {
  /**
   * Commits the rows; durably when an answer may be sent before the outcome. Ids missing from the result lost their
   * idempotency key to an earlier request. Throws a Refusal, having committed nothing, when one of them cannot be
   * stored, and OrganizationAway when one of their organizations is.
   */
  accept(commands: AcceptedCommand[], isDurable: boolean): Promise<Set<string>>;
}

export interface AcceptAsked {
  commands: readonly AcceptedCommand[];
  /** An answer may be sent before the outcome. */
  isDurable: boolean;
  /** False when the rows are committed now and dispatched later. */
  isDispatched: boolean;
}

/** Returns the ids that were inserted. */
export type Accept = (asked: AcceptAsked) => Promise<ReadonlySet<string>>;

const batchMax = 200;
// While one batch of few commits, the next one's statement is already being sent.
const batchesOfFewMax = 2;
const batchesOfManyMax = 1;

interface Waiting extends AcceptAsked {
  resolve(accepted: ReadonlySet<string>): void;
  reject(fault: unknown): void;
}

export function batchAccepts(store: AcceptStore, producer: Pick<Producer, 'dispatch'>): Accept {
  const acceptFew = openLine(store, producer, batchesOfFewMax);
  const acceptMany = openLine(store, producer, batchesOfManyMax);
  return (asked) => (asked.commands.length > fewCommandsMax ? acceptMany : acceptFew)(asked);
}

function openLine(
  store: AcceptStore,
  producer: Pick<Producer, 'dispatch'>,
  batchesRunningMax: number,
): Accept {
  const waiting: Waiting[] = [];
  let batchesRunning = 0;

  const runBatch = async (): Promise<void> => {
    if (batchesRunning >= batchesRunningMax) return;
    const batch = takeBatch(waiting);
    if (batch.length === 0) return;
    batchesRunning += 1;
    await storedApart(batch, organizationOf, (ones) => acceptAll(store, producer, ones));
    batchesRunning -= 1;
    if (waiting.length > 0) void runBatch();
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...asked, resolve, reject });
      if (batchesRunning < batchesRunningMax) queueMicrotask(() => void runBatch());
    });
}

// Commands that are sent together are of one organization.
const organizationOf = ({ commands }: Waiting): string => commands[0]!.organization_id;

async function acceptAll(
  store: AcceptStore,
  producer: Pick<Producer, 'dispatch'>,
  batch: readonly Waiting[],
): Promise<void> {
  const accepted = await store.accept(
    batch.flatMap(({ commands }) => commands),
    batch.some(({ isDurable }) => isDurable),
  );
  for (const { resolve } of batch) resolve(accepted);
  const dispatches = batch
    .filter(({ isDispatched }) => isDispatched)
    .flatMap(({ commands }) => commands.filter(({ id }) => accepted.has(id)).map(dispatchOf));
  if (dispatches.length > 0) void producer.dispatch(dispatches);
}

function takeBatch(waiting: Waiting[]): Waiting[] {
  let commands = 0;
  let taken = 0;
  while (taken < waiting.length) {
    commands += waiting[taken]!.commands.length;
    if (taken > 0 && commands > batchMax) break;
    taken += 1;
  }
  return waiting.splice(0, taken);
}

/** The dispatch of an accepted command. */
export function dispatchOf({ organization_id, id, name, queue, job_id }: AcceptedCommand): Dispatch {
  return {
    organization_id,
    command_id: id,
    name,
    queue,
    job_id,
  };
}
