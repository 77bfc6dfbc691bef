/** Commands of print jobs. Plain record keeping runs inline; whatever leads to printing runs on print-dispatch. */
import { createHash } from 'node:crypto';
import Joi from 'joi';
import { printJobStatuses } from '../../domain/printing/print-job-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  custom,
  flag,
  freeText,
  instant,
  integer,
  list,
  listOf,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

/**
 * 1 MiB per label; a label within the body limit but above this is refused with 413 by the handler, never truncated.
 */
export const zplBytesMax = 1024 * 1024;
/** The JSON around a label of that size, including escapes. */
export const printBodyBytesMax = 2 * zplBytesMax;
const bulkJobsMax = 100;
/** How many jobs one cancellation by filter takes; the answer says how many remain. */
export const cancelledAtOnceMax = 1000;

const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const zplText = () =>
  custom<string>(
    Joi.string()
      .min(1)
      .max(printBodyBytesMax)
      .custom((value: string, helpers) => (unstorable.test(value) ? helpers.error('text.unstorable') : value))
      .messages({ 'text.unstorable': '{{#label}} contains a NUL or a broken character' })
      .description('ZPL label text, at most 1 MiB of UTF-8; more is refused with 413.'),
  );

const labelFields = {
  device_id: optional(nullable(uuid())),
  warehouse_id: optional(nullable(uuid())),
  label_kind: text(64),
  ref_type: optional(nullable(text(64))),
  ref_id: optional(nullable(uuid())),
  copies: optional(integer({ min: 1, max: 1000 })),
};
/** The contract's record of a label. */
export const printJobFields = {
  id: uuid(),
  device_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  label_kind: text(64),
  ref_type: nullable(text(64)),
  ref_id: nullable(uuid()),
  copies: integer({ min: 1, max: 1000 }),
  status: choice(...printJobStatuses),
  error: nullable(freeText(2000)),
  created_at: instant(),
};
const newJob = { ...labelFields, zpl_content: zplText() };

/** The row refers to the label's text by the hash it is stored under. */
function withoutText<J extends { zpl_content: string }>({ zpl_content: zpl, ...job }: J): object {
  return { ...job, zpl_sha256: createHash('sha256').update(zpl).digest('hex') };
}

export const printJobCommands = {
  createJob: defineCommand({
    name: 'printing.create_job',
    runs: 'inline',
    together: true,
    summary: "Queues a label. Without device_id it goes to the warehouse's default label printer.",
    input: object(newJob),
    result: object(printJobFields),
    keptInput: withoutText,
  }),
  createJobs: defineCommand({
    name: 'printing.create_jobs',
    runs: 'inline',
    summary: 'Queues up to 100 labels, all or none.',
    input: object({ jobs: list(object(newJob), { min: 1, max: bulkJobsMax }) }),
    result: object({ ids: listOf(uuid()) }),
    keptInput: ({ jobs }) => ({ jobs: jobs.map(withoutText) }),
  }),
  printLabel: defineCommand({
    name: 'printing.print_label',
    runs: 'print-dispatch',
    summary:
      'Queues and dispatches a label created by another command (a pallet received, a shipment shipped).',
    input: object({ ...labelFields, zpl_sha256: text(64), merchant_id: optional(nullable(uuid())) }),
    result: object({ id: uuid() }),
  }),
  labelPallet: defineCommand({
    name: 'printing.label_pallet',
    runs: 'print-dispatch',
    summary: 'Prints the label of a pallet built during receiving, with its contents.',
    input: object({ lpn_id: uuid(), receipt_id: uuid() }),
    result: object({ id: nullable(uuid()) }),
  }),
  dispatch: defineCommand({
    name: 'printing.dispatch',
    runs: 'print-dispatch',
    summary: 'Finds the printer of queued jobs and wakes its hub.',
    input: object({ print_job_ids: list(uuid(), { min: 1, max: bulkJobsMax }) }),
    result: object({ dispatched: integer({ min: 0, max: bulkJobsMax }) }),
  }),
  dispatchWaiting: defineCommand({
    name: 'printing.dispatch_waiting',
    runs: 'print-dispatch',
    summary: 'Dispatches the jobs that waited for a default printer, now that there is one.',
    input: object({}),
    result: object({ dispatched: integer({ min: 0, max: 1_000_000 }) }),
  }),
  reprintJob: defineCommand({
    name: 'printing.reprint_job',
    runs: 'inline',
    summary: 'Prints a finished label again, as a new job that refers to the old one.',
    input: object({
      print_job_id: uuid(),
      device_id: optional(nullable(uuid())),
      copies: optional(integer({ min: 1, max: 1000 })),
    }),
    result: object({ id: uuid() }),
  }),
  moveJob: defineCommand({
    name: 'printing.move_job',
    runs: 'inline',
    summary:
      'Sends a queued job to another printer; a hub that was offered it for the old one can no longer claim it.',
    input: object({ print_job_id: uuid(), device_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  cancelMany: defineCommand({
    name: 'printing.cancel_many',
    runs: 'inline',
    summary: 'Cancels the queued jobs matching a filter, at most a thousand at once.',
    input: object({
      warehouse_id: optional(uuid()),
      device_id: optional(uuid()),
      q: optional(text(100)),
      queued_before: optional(instant()),
    }),
    result: object({
      cancelled: integer({ min: 0, max: cancelledAtOnceMax }),
      remaining: integer({ min: 0, max: 1_000_000_000 }),
    }),
  }),
  cancelJob: defineCommand({
    name: 'printing.cancel_job',
    runs: 'inline',
    summary: 'Cancels a queued job; a job cancelled before it is claimed is never printed.',
    input: object({ print_job_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  retryJob: defineCommand({
    name: 'printing.retry_job',
    runs: 'inline',
    summary:
      'Queues a failed job again; its error is cleared, and a late result of the old attempt changes nothing.',
    input: object({ print_job_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  claimJob: defineCommand({
    name: 'printing.claim_job',
    runs: 'inline',
    summary: 'A hub claims a queued job to print it.',
    input: object({
      hub_id: uuid(),
      print_job_id: uuid(),
      claim_id: uuid(),
      /** The printer it was offered for: a job moved meanwhile is not claimed for the old printer. */
      device_id: optional(uuid()),
    }),
    result: object({
      is_claimed: flag(),
      reason: nullable(choice('CANCELLED', 'CLAIMED_BY_OTHER', 'ALREADY_FINISHED', 'NOT_FOUND')),
      label: nullable(
        object({
          attempt: integer({ min: 1, max: 1_000_000 }),
          device_id: uuid(),
          label_kind: text(64),
          copies: integer({ min: 1, max: 1000 }),
          zpl_content: zplText(),
        }),
      ),
    }),
    keptResult: ({ label: _read, ...decision }) => decision,
  }),
  recordResult: defineCommand({
    name: 'printing.record_result',
    runs: 'inline',
    summary: 'A hub reports how printing ended, under its claim; reporting again changes nothing.',
    input: object({
      hub_id: uuid(),
      print_job_id: uuid(),
      claim_id: uuid(),
      status: choice('done', 'failed'),
      error: nullable(text(2000)),
      verified: flag(),
      may_have_printed: flag(),
    }),
    result: object({ is_known: flag(), is_changed: flag() }),
  }),
  failLostJobs: defineCommand({
    name: 'printing.fail_lost_jobs',
    runs: 'print-dispatch',
    summary: 'Fails the jobs of hubs that have been silent for 15 minutes.',
    input: object({}),
    result: object({ failed: integer({ min: 0, max: 1_000_000 }) }),
  }),
};
