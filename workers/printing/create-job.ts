/**
 * Queues labels, those of a group together. If a label has a printer, its hub is woken; a lost wake only means waiting
 * for the relay's next scan. Otherwise a follow-up dispatch catches a default printer that is set at
 * this very moment.
 */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { together } from '../../db/sql-errors.ts';
import type { QueuedLabel } from '../../db/printing/print-jobs.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Answered, Asked, Handler, HandlerOfMany } from '../engine/handler.ts';
import { withContent } from './label-content.ts';
import { queueLabels, queueLabelsOf, refuseUnnamedPrinter } from './queue-labels.ts';

type CreateJob = typeof printJobCommands.createJob;

const createOne: Handler<CreateJob> = async (work, input) => {
  const label = { ...withContent(input), merchant_id: work.actor.merchant_id };
  // Sent at once: a refusal rolls the label back with its transaction.
  const [, { labels, areOffered }] = await together([
    refuseUnnamedPrinter(work, [input]),
    queueLabels(work, [label]),
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
  const inputs = asked.map(({ input }) => input);
  const queued = await queueLabelsOf(
    tx,
    asked.map(({ work, input }) => ({
      work,
      job: { ...withContent(input), merchant_id: work.actor.merchant_id },
    })),
    () => refuseUnnamedPrinter({ tx }, inputs),
  );
  for (const { work, label, isOffered } of queued)
    if (!isOffered) work.enqueue(printJobCommands.dispatch, { print_job_ids: [label.id] });
  return queued.map(({ label }) => shown(label));
}

/** The label as its answer shows it, so that nobody has to read it back. */
function shown(label: QueuedLabel) {
  const {
    is_device_given: _given,
    attempt: _first,
    hub_id: _hub,
    hub_warehouse_id: _place,
    device_name: _name,
    device_takes: _takes,
    ...record
  } = label;
  return {
    ...record,
    expires_at: record.expires_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
  };
}
