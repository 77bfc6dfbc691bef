/** How a print job is shown: the contract's record, and the row in the queue list. */
import type { ListedPrintJobRow } from '../../../db/printing/print-queue.read.ts';
import { waitingReason } from '../../../domain/printing/print-job-states.ts';
import { printJobFields } from '../../../queues/printing/print-jobs.ts';
import * as s from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

/**
 * The answer to a create, a read, a cancel or a retry. The label itself is not returned: the caller has it, and the preview shows
 * it.
 */
export const printJobView = s.object(printJobFields);

/** The answer to a reprint. */
export const reprintView = s.object({
  ...printJobFields,
  reprint_of: s.described(s.uuid(), 'The job whose label this one reprints.'),
});

/** A row of the queue list: the contract's fields and what the print center needs in addition. */
export const listedPrintJobView = s.object({
  ...printJobFields,
  ref_no: s.nullable(s.freeText(200), 'The number of the document that ref_id names, if it is one of ours.'),
  attempt: s.integer({ min: 1, max: 1_000_000 }),
  verified: s.nullable(s.flag(), 'true: the printer itself reported a clean end.'),
  reprint_of: s.nullable(s.uuid(), 'The job whose label this one reprints.'),
  device_name: s.nullable(s.text(200)),
  waiting_reason: s.nullable(
    s.choice(
      'LABEL_NOT_TAKEN',
      'BACKLOG_UNDECIDED',
      'NO_DEFAULT_PRINTER',
      'DEVICE_REMOVED',
      'DEVICE_OFFLINE',
      'PRINTER_NOT_READY',
    ),
    'Why a queued job has not been sent yet; null if it is only waiting its turn.',
  ),
  device_status: s.nullable(s.text(40)),
  queued_at: s.instant(),
  printing_at: s.nullable(s.instant()),
  finished_at: s.nullable(s.instant()),
});

export const showListedPrintJob = (row: ListedPrintJobRow) =>
  present(listedPrintJobView, { ...row, waiting_reason: waitingReason(row) });
