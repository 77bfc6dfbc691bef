/**
 * Queues labels, those of a group together. If a label has a printer, its hub is woken; a lost wake only means waiting
 * for the relay's next scan. Otherwise a follow-up dispatch catches a default printer that is set at
 * this very moment.
 */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import type { QueuedLabel } from '../../db/printing/print-jobs.write.ts';
import type { DomainEvent } from '../../domain/domain-event.ts';
import { Refusal } from '../../domain/refusal.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Answered, Asked, Handler, HandlerOfMany } from '../engine/handler.ts';
import type { Signal } from '../engine/signals.ts';
import { queueLabels, refuseUnnamedPrinter } from './queue-labels.ts';

type CreateJob = typeof printJobCommands.createJob;

const createOne: Handler<CreateJob> = async (work, input) => {
  // Sent at once: a refusal rolls the label back with its transaction.
  const [, { labels, areOffered }] = await Promise.all([
    refuseUnnamedPrinter(work, [input]),
    queueLabels(work, [{ ...input, merchant_id: work.actor.merchant_id }]),
  ]);
  if (!areOffered) work.enqueue(printJobCommands.dispatch, { print_job_ids: labels.map(({ id }) => id) });
  return shown(labels[0]!);
};

// A new label is not known to anyone yet, so there is nothing to lock.
const createInTurn = inTurn<CreateJob>(() => Promise.resolve(), createOne);

/**
 * Processes all of them as one list. If one is refused they are processed one by one, so that only that one is refused.
 */
export const createJob: HandlerOfMany<CreateJob> = async (tx, asked) => {
  if (asked.length === 1) return createInTurn(tx, asked);
  try {
    return await inSavepoint(tx, () => createTogether(tx, asked));
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return createInTurn(tx, asked);
  }
};

async function createTogether(
  tx: TenantTransaction,
  asked: readonly Asked<CreateJob>[],
): Promise<Answered<CreateJob>[]> {
  const { organizationId } = asked[0]!.work;
  // Emitted by the command each belongs to, and only when none was refused.
  const events: DomainEvent[] = [];
  const signals: Signal[] = [];
  const gathered = {
    tx,
    organizationId,
    emit: (event: DomainEvent) => void events.push(event),
    signal: (signal: Signal) => void signals.push(signal),
  };
  const [, { labels }] = await Promise.all([
    refuseUnnamedPrinter(
      gathered,
      asked.map(({ input }) => input),
    ),
    queueLabels(
      gathered,
      asked.map(({ work, input }) => ({ ...input, merchant_id: work.actor.merchant_id })),
    ),
  ]);
  const workOf = new Map(labels.map(({ id }, index) => [id, asked[index]!.work]));
  const offered = new Set<string>();
  for (const event of events) workOf.get(event.subject_id)?.emit(event);
  for (const signal of signals) {
    if (signal.kind !== 'wake') continue;
    offered.add(signal.offer.print_job_id);
    workOf.get(signal.offer.print_job_id)?.signal(signal);
  }
  for (const [id, work] of workOf) {
    if (!offered.has(id)) work.enqueue(printJobCommands.dispatch, { print_job_ids: [id] });
  }
  return labels.map(shown);
}

/** The label as its answer shows it, so that nobody has to read it back. */
function shown(label: QueuedLabel) {
  const {
    is_device_given: _given,
    attempt: _first,
    hub_id: _hub,
    hub_warehouse_id: _place,
    ...record
  } = label;
  return { ...record, created_at: record.created_at.toISOString() };
}
