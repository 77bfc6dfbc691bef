/** Rate sheets: drafts are edited, active ones revised. */
import { rateSheetStatuses } from '../../domain/rates/rate-sheet-states.ts';
import { deletedView, createdId, clearable } from './rate-fields.ts';
import { newLine, rateLineView } from './rate-lines.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  code,
  currency,
  date,
  freeText,
  instant,
  integer,
  list,
  listOf,
  money,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

const cycle = () => choice('daily', 'weekly', 'biweekly', 'semi_monthly', 'monthly', 'quarterly');

const sheetWords = {
  name: text(150),
  merchant_id: clearable(uuid()),
  warehouse_id: clearable(uuid()),
  effective_from: date(),
  effective_to: clearable(date()),
  billing_cycle: optional(cycle()),
  cycle_anchor_day: optional(integer({ min: 1, max: 31 })),
  payment_terms_days: optional(integer({ min: 0, max: 365 })),
  minimum_invoice_amount: clearable(money({ min: 0 })),
  notes: optional(freeText()),
};

export const rateSheetView = object({
  id: uuid(),
  code: code(40),
  name: text(150),
  version: integer({ min: 1, max: 100_000 }),
  supersedes_id: nullable(uuid()),
  merchant_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  currency: currency(),
  status: choice(...rateSheetStatuses),
  effective_from: date(),
  effective_to: nullable(date()),
  billing_cycle: cycle(),
  cycle_anchor_day: integer({ min: 1, max: 31 }),
  payment_terms_days: integer({ min: 0, max: 365 }),
  minimum_invoice_amount: nullable(money()),
  notes: freeText(),
  lines_count: integer({ min: 0, max: 1_000_000 }),
  activated_at: nullable(instant()),
  activated_by: nullable(text()),
  archived_at: nullable(instant()),
  created_at: instant(),
  updated_at: instant(),
  lines: optional(listOf(rateLineView)),
});

export const rateSheetCommands = {
  createRateSheet: defineCommand({
    name: 'accounting.create_rate_sheet',
    runs: 'inline',
    summary: 'Creates a draft rate sheet, with lines if given.',
    input: object({
      code: code(40),
      currency: currency(),
      ...sheetWords,
      lines: optional(list(newLine(), { max: 500 })),
    }),
    result: createdId,
  }),
  updateRateSheet: defineCommand({
    name: 'accounting.update_rate_sheet',
    runs: 'inline',
    summary: 'Changes a draft rate sheet; an active one answers 409 RATE_SHEET_LOCKED.',
    input: object({
      sheet_id: uuid(),
      ...sheetWords,
      name: optional(text(150)),
      currency: optional(currency()),
      effective_from: optional(date()),
    }),
    result: createdId,
  }),
  activateRateSheet: defineCommand({
    name: 'accounting.activate_rate_sheet',
    runs: 'inline',
    summary: 'Puts a draft in force after checking every line; the previous version ends the day before.',
    input: object({ sheet_id: uuid() }),
    result: createdId,
  }),
  archiveRateSheet: defineCommand({
    name: 'accounting.archive_rate_sheet',
    runs: 'inline',
    summary: 'Archives an active rate sheet.',
    input: object({ sheet_id: uuid() }),
    result: createdId,
  }),
  reviseRateSheet: defineCommand({
    name: 'accounting.revise_rate_sheet',
    runs: 'inline',
    summary:
      'Creates the next version of an active rate sheet as a draft with the same lines, and returns it.',
    input: object({ sheet_id: uuid(), effective_from: optional(date()) }),
    result: createdId,
  }),
  deleteRateSheet: defineCommand({
    name: 'accounting.delete_rate_sheet',
    runs: 'inline',
    summary: 'Deletes a draft rate sheet with its lines.',
    input: object({ sheet_id: uuid() }),
    result: deletedView,
  }),
};
