/** Rate sheets: drafts are edited, active ones revised. */
import { rateSheetStatuses } from '../../domain/rates/rate-sheet-states.ts';
import { deletedView, createdId, clearable } from './rate-fields.ts';
import { newLine, rateLineView } from './rate-lines.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';

const cycle = () => s.choice('daily', 'weekly', 'biweekly', 'semi_monthly', 'monthly', 'quarterly');

const sheetWords = {
  name: nameText(150),
  merchant_id: clearable(s.uuid()),
  warehouse_id: clearable(s.uuid()),
  effective_from: s.date(),
  effective_to: clearable(s.date()),
  billing_cycle: s.optional(cycle()),
  cycle_anchor_day: s.optional(s.integer({ min: 1, max: 31 })),
  payment_terms_days: s.optional(s.integer({ min: 0, max: 365 })),
  minimum_invoice_amount: clearable(s.money({ min: 0 })),
  notes: s.optional(s.freeText()),
};

export const rateSheetView = s.object({
  id: s.uuid(),
  code: s.code(40),
  name: s.text(150),
  version: s.integer({ min: 1, max: 100_000 }),
  supersedes_id: s.nullable(s.uuid()),
  merchant_id: s.nullable(s.uuid()),
  warehouse_id: s.nullable(s.uuid()),
  currency: s.currency(),
  status: s.choice(...rateSheetStatuses),
  effective_from: s.date(),
  effective_to: s.nullable(s.date()),
  billing_cycle: cycle(),
  cycle_anchor_day: s.integer({ min: 1, max: 31 }),
  payment_terms_days: s.integer({ min: 0, max: 365 }),
  minimum_invoice_amount: s.nullable(s.money()),
  notes: s.freeText(),
  lines_count: s.integer({ min: 0, max: 1_000_000 }),
  activated_at: s.nullable(s.instant()),
  activated_by: s.nullable(s.text()),
  archived_at: s.nullable(s.instant()),
  created_at: s.instant(),
  updated_at: s.instant(),
  lines: s.optional(s.listOf(rateLineView)),
});

export const rateSheetCommands = {
  createRateSheet: defineCommand({
    name: 'accounting.create_rate_sheet',
    runs: 'inline',
    summary: 'Creates a draft rate sheet, with lines if given.',
    input: s.object({
      code: s.code(40),
      currency: s.currency(),
      ...sheetWords,
      lines: s.optional(s.list(newLine(), { max: 500 })),
    }),
    result: createdId,
  }),
  updateRateSheet: defineCommand({
    name: 'accounting.update_rate_sheet',
    runs: 'inline',
    summary: 'Changes a draft rate sheet; an active one answers 409 RATE_SHEET_LOCKED.',
    input: s.object({
      sheet_id: s.uuid(),
      ...sheetWords,
      name: s.optional(nameText(150)),
      currency: s.optional(s.currency()),
      effective_from: s.optional(s.date()),
    }),
    result: createdId,
  }),
  activateRateSheet: defineCommand({
    name: 'accounting.activate_rate_sheet',
    runs: 'inline',
    summary: 'Puts a draft in force after checking every line; the previous version ends the day before.',
    input: s.object({ sheet_id: s.uuid() }),
    result: createdId,
  }),
  archiveRateSheet: defineCommand({
    name: 'accounting.archive_rate_sheet',
    runs: 'inline',
    summary: 'Archives an active rate sheet.',
    input: s.object({ sheet_id: s.uuid() }),
    result: createdId,
  }),
  reviseRateSheet: defineCommand({
    name: 'accounting.revise_rate_sheet',
    runs: 'inline',
    summary:
      'Creates the next version of an active rate sheet as a draft with the same lines, and returns it.',
    input: s.object({ sheet_id: s.uuid(), effective_from: s.optional(s.date()) }),
    result: createdId,
  }),
  deleteRateSheet: defineCommand({
    name: 'accounting.delete_rate_sheet',
    runs: 'inline',
    summary: 'Deletes a draft rate sheet with its lines.',
    input: s.object({ sheet_id: s.uuid() }),
    result: deletedView,
  }),
};
