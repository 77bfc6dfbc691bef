/** Commands of print jobs. Plain record keeping runs inline; whatever leads to printing runs on print-dispatch. */
import { createHash } from 'node:crypto';
import Joi from 'joi';
import { fileTypes, labelTypes, type LabelFileType } from '../../domain/printing/label-types.ts';
import { printJobStatuses } from '../../domain/printing/print-job-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

/**
 * 1 MiB per label; a label within the body limit but above this is refused with 413 by the handler, never truncated.
 */
export const zplBytesMax = 1024 * 1024;
/** The JSON around a label of that size, including escapes. */
export const printBodyBytesMax = 2 * zplBytesMax;
const bulkJobsMax = 100;
/** How many jobs one cancellation by filter takes; the answer says how many remain. */
export const cancelledAtOnceMax = 1000;

/** A year. */
export const labelMinutesMax = 525_600;

const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const zplText = () =>
  s.custom<string>(
    Joi.string()
      .min(1)
      .max(printBodyBytesMax)
      .custom((value: string, helpers) => (unstorable.test(value) ? helpers.error('text.unstorable') : value))
      .messages({ 'text.unstorable': '{{#label}} contains a NUL or a broken character' })
      .description('ZPL label text, at most 1 MiB of UTF-8; more is refused with 413.'),
  );

const labelFields = {
  device_id: s.optional(s.nullable(s.uuid())),
  warehouse_id: s.optional(s.nullable(s.uuid())),
  label_kind: s.text(64),
  ref_type: s.optional(s.nullable(s.text(64))),
  ref_id: s.optional(s.nullable(s.uuid())),
  copies: s.optional(s.integer({ min: 1, max: 1000 })),
  expires_at: s.optional(
    s.nullable(s.instant()),
    'Not printed after this moment: a label that still waits then is `expired`. If neither this nor expires_after_minutes is given, labels of the kind live as the print settings say.',
  ),
  expires_after_minutes: s.optional(
    s.nullable(s.integer({ min: 1, max: labelMinutesMax })),
    'The same, counted from now. Not together with expires_at.',
  ),
};
/** The contract's record of a label. */
export const printJobFields = {
  id: s.uuid(),
  device_id: s.nullable(s.uuid()),
  warehouse_id: s.nullable(s.uuid()),
  label_kind: s.text(64),
  ref_type: s.nullable(s.text(64)),
  ref_id: s.nullable(s.uuid()),
  copies: s.integer({ min: 1, max: 1000 }),
  status: s.choice(...printJobStatuses),
  error: s.nullable(s.freeText(2000)),
  content_type: s.described(s.choice(...labelTypes), 'What the label is made of.'),
  expires_at: s.nullable(s.instant(), 'Not printed after this moment; null: whenever there is a printer.'),
  created_at: s.instant(),
};
/** A label that is a file; for a printer that takes no pictures, its hub draws them in ZPL. */
const labelFile = () =>
  s.object({
    content_type: s.choice(...fileTypes),
    content: s.custom<string>(
      Joi.string()
        .min(1)
        .max(zplBytesMax)
        .pattern(/^[A-Za-z0-9+/]+={0,2}$/, 'base64')
        .messages({ 'string.pattern.name': '{{#label}} must be base64' })
        .description('The bytes in base64, at most 1 MiB of it.'),
    ),
  });
const newJob = {
  ...labelFields,
  zpl_content: s.optional(
    s.custom<string>(
      zplText().when('file', { is: Joi.exist(), then: Joi.forbidden(), otherwise: Joi.required() }),
    ),
    'ZPL label text, at most 1 MiB of UTF-8; more is refused with 413. Required unless the label is a file.',
  ),
  file: s.optional(
    labelFile(),
    'The label as a PDF or a PNG picture in place of zpl_content, for a printer that takes it. It counts as one label a copy, whatever its pages.',
  ),
};

interface Content {
  zpl_content?: string | undefined;
  file?: { content_type: LabelFileType; content: string } | undefined;
}

/** The row refers to the label's text by the hash it is stored under. */
function withoutText<J extends Content>({ zpl_content: zpl, file, ...job }: J): object {
  const text = zpl ?? file?.content ?? '';
  return { ...job, zpl_sha256: createHash('sha256').update(text).digest('hex') };
}

export const printJobCommands = {
  createJob: defineCommand({
    name: 'printing.create_job',
    runs: 'inline',
    together: true,
    summary: "Queues a label. Without device_id it goes to the warehouse's default label printer.",
    input: s.object(newJob),
    result: s.object(printJobFields),
    keptInput: withoutText,
  }),
  createJobs: defineCommand({
    name: 'printing.create_jobs',
    runs: 'inline',
    summary: 'Queues up to 100 labels, all or none.',
    input: s.object({ jobs: s.list(s.object(newJob), { min: 1, max: bulkJobsMax }) }),
    result: s.object({ ids: s.listOf(s.uuid()) }),
    keptInput: ({ jobs }) => ({ jobs: jobs.map(withoutText) }),
  }),
  printLabel: defineCommand({
    name: 'printing.print_label',
    runs: 'print-dispatch',
    together: true,
    summary:
      'Queues and dispatches a label created by another command (a pallet received, a shipment shipped).',
    input: s.object({
      ...labelFields,
      zpl_sha256: s.text(64),
      merchant_id: s.optional(s.nullable(s.uuid())),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  labelPallet: defineCommand({
    name: 'printing.label_pallet',
    runs: 'print-dispatch',
    together: true,
    summary:
      'Prints the label of a pallet with its contents: one built during receiving, or that goods were put onto.',
    input: s.object({
      lpn_id: s.uuid(),
      receipt_id: s.optional(s.uuid(), 'The receipt during which it was built.'),
    }),
    result: s.object({ id: s.nullable(s.uuid()) }),
  }),
  dispatch: defineCommand({
    name: 'printing.dispatch',
    runs: 'print-dispatch',
    summary: 'Finds the printer of queued jobs and wakes its hub.',
    input: s.object({ print_job_ids: s.list(s.uuid(), { min: 1, max: bulkJobsMax }) }),
    result: s.object({ dispatched: s.integer({ min: 0, max: bulkJobsMax }) }),
  }),
  dispatchWaiting: defineCommand({
    name: 'printing.dispatch_waiting',
    runs: 'print-dispatch',
    summary: 'Dispatches the jobs that waited for a default printer, now that there is one.',
    input: s.object({}),
    result: s.object({ dispatched: s.integer({ min: 0, max: 1_000_000 }) }),
  }),
  reprintJob: defineCommand({
    name: 'printing.reprint_job',
    runs: 'inline',
    summary: 'Prints a finished label again, as a new job that refers to the old one.',
    input: s.object({
      print_job_id: s.uuid(),
      device_id: s.optional(s.nullable(s.uuid())),
      copies: s.optional(s.integer({ min: 1, max: 1000 })),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  moveJob: defineCommand({
    name: 'printing.move_job',
    runs: 'inline',
    summary:
      'Sends a queued job to another printer; a hub that was offered it for the old one can no longer claim it.',
    input: s.object({ print_job_id: s.uuid(), device_id: s.uuid() }),
    result: s.object({ id: s.uuid() }),
  }),
  cancelMany: defineCommand({
    name: 'printing.cancel_many',
    runs: 'inline',
    summary: 'Cancels the queued jobs matching a filter, at most a thousand at once.',
    input: s.object({
      warehouse_id: s.optional(s.uuid()),
      device_id: s.optional(s.uuid()),
      q: s.optional(s.text(100)),
      queued_before: s.optional(s.instant()),
    }),
    result: s.object({
      cancelled: s.integer({ min: 0, max: cancelledAtOnceMax }),
      remaining: s.integer({ min: 0, max: 1_000_000_000 }),
    }),
  }),
  cancelJob: defineCommand({
    name: 'printing.cancel_job',
    runs: 'inline',
    summary: 'Cancels a queued job; a job cancelled before it is claimed is never printed.',
    input: s.object({ print_job_id: s.uuid() }),
    result: s.object({ id: s.uuid() }),
  }),
  retryJob: defineCommand({
    name: 'printing.retry_job',
    runs: 'inline',
    summary:
      'Queues a failed job again; its error is cleared, and a late result of the old attempt changes nothing.',
    input: s.object({ print_job_id: s.uuid() }),
    result: s.object({ id: s.uuid() }),
  }),
  claimJob: defineCommand({
    name: 'printing.claim_job',
    runs: 'inline',
    summary: 'A hub claims a queued job to print it.',
    input: s.object({
      hub_id: s.uuid(),
      print_job_id: s.uuid(),
      claim_id: s.uuid(),
      /** The printer it was offered for: a job moved meanwhile is not claimed for the old printer. */
      device_id: s.optional(s.uuid()),
    }),
    result: s.object({
      is_claimed: s.flag(),
      reason: s.nullable(
        s.choice('CANCELLED', 'EXPIRED', 'CLAIMED_BY_OTHER', 'ALREADY_FINISHED', 'NOT_FOUND'),
      ),
      label: s.nullable(
        s.object({
          attempt: s.integer({ min: 1, max: 1_000_000 }),
          device_id: s.uuid(),
          label_kind: s.text(64),
          copies: s.integer({ min: 1, max: 1000 }),
          content_type: s.choice(...labelTypes),
          zpl_content: s.described(
            zplText(),
            'The label, or its file in base64 where content_type is none of ZPL.',
          ),
        }),
      ),
    }),
    keptResult: ({ label: _read, ...decision }) => decision,
  }),
  recordResult: defineCommand({
    name: 'printing.record_result',
    runs: 'inline',
    summary: 'A hub reports how printing ended, under its claim; reporting again changes nothing.',
    input: s.object({
      hub_id: s.uuid(),
      print_job_id: s.uuid(),
      claim_id: s.uuid(),
      status: s.choice('done', 'failed'),
      error: s.nullable(s.text(2000)),
      verified: s.flag(),
      may_have_printed: s.flag(),
    }),
    result: s.object({ is_known: s.flag(), is_changed: s.flag() }),
  }),
  expireJobs: defineCommand({
    name: 'printing.expire_jobs',
    runs: 'print-dispatch',
    summary: 'Ends the queued jobs whose time has passed: they are never printed.',
    input: s.object({}),
    result: s.object({ expired: s.integer({ min: 0, max: 1_000_000 }) }),
  }),
  failLostJobs: defineCommand({
    name: 'printing.fail_lost_jobs',
    runs: 'print-dispatch',
    summary: 'Fails the jobs of hubs that have been silent for 15 minutes.',
    input: s.object({}),
    result: s.object({ failed: s.integer({ min: 0, max: 1_000_000 }) }),
  }),
};
