/** How a print job is shown: the contract's record, and the row in the queue list. */
import type { ListedPrintJobRow } from '../../../db/printing/print-queue.read.ts';
import { waitingReason } from '../../../domain/printing/print-job-states.ts';
import { printJobFields } from '../../../queues/printing/print-jobs.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { present } from '../../http/present.ts';

/**
 * The answer to a create, a read, a cancel or a retry. The label itself is not returned: the caller has it, and the preview shows
 * it.
 */
export const printJobView = object(printJobFields);

/** The answer to a reprint. */
export const reprintView = object({
  ...printJobFields,
  reprint_of: described(uuid(), 'The job whose label this one reprints.'),
});

/** A row of the queue list: the contract's fields and what the print center needs in addition. */
export const listedPrintJobView = object({
  ...printJobFields,
  ref_no: described(
    nullable(freeText(200)),
    'The number of the document that ref_id names, if it is one of ours.',
  ),
  attempt: integer({ min: 1, max: 1_000_000 }),
  verified: described(nullable(flag()), 'true: the printer itself reported a clean end.'),
  reprint_of: described(nullable(uuid()), 'The job whose label this one reprints.'),
  device_name: nullable(text(200)),
  waiting_reason: described(
    nullable(choice('NO_DEFAULT_PRINTER', 'DEVICE_REMOVED', 'DEVICE_OFFLINE', 'PRINTER_NOT_READY')),
    'Why a queued job has not been sent yet; null if it is only waiting its turn.',
  ),
  device_status: nullable(text(40)),
  queued_at: instant(),
  printing_at: nullable(instant()),
  finished_at: nullable(instant()),
});

export const showListedPrintJob = (row: ListedPrintJobRow) =>
  present(listedPrintJobView, { ...row, waiting_reason: waitingReason(row) });
