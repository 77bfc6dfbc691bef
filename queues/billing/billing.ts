/** Billing runs, their steps on the billing-runs queue, and manual charges. */
import { billingRunStatuses } from '../../domain/billing/billing-run-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { rateField } from '../journal/journal.ts';
import {
  choice,
  currency,
  custom,
  date,
  decimalNumber,
  described,
  flag,
  freeText,
  instant,
  integer,
  list,
  listOf,
  money,
  nullable,
  object,
  openObject,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';
import Joi from 'joi';

const count = () => integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
/** Sums of many amounts, as a JSON number. */
const figure = () => custom<number>(Joi.number());

const runRate = () =>
  object({ currency: currency(), rate: described(rateField(), 'Base currency per unit, on the invoice.') });

const runStatus = () => choice(...billingRunStatuses);

const exceptionView = object({
  id: uuid(),
  merchant_id: uuid(),
  event: text(),
  source_type: text(),
  source_id: uuid(),
  source_ref: nullable(text(500)),
  rule_id: nullable(uuid()),
  service_date: date(),
  reason: text(),
  details: openObject(),
});

const previewRow = object({
  billing_item_id: uuid(),
  code: text(),
  currency: currency(),
  quantity: figure(),
  amount: figure(),
  charged_quantity: figure(),
  charged_amount: figure(),
  difference: figure(),
});

const runMerchantView = object({
  merchant_id: uuid(),
  name: text(500),
  steps_total: count(),
  steps_done: count(),
  step: nullable(text()),
  ms: count(),
  charged: nullable(openObject()),
  preview: nullable(listOf(previewRow)),
});

const runInvoiceView = object({
  id: uuid(),
  invoice_no: nullable(text()),
  merchant_id: uuid(),
  currency: currency(),
  status: text(),
  total: money(),
});

export const billingRunView = object({
  id: uuid(),
  run_no: text(),
  mode: choice('preview', 'draft'),
  merchant_ids: nullable(listOf(uuid())),
  rate_sheet_id: nullable(uuid()),
  period_start: date(),
  period_end: date(),
  invoice_date: date(),
  auto_issue: flag(),
  late_charge_policy: choice('next_invoice', 'supplement'),
  rates: listOf(runRate()),
  status: runStatus(),
  step: nullable(text()),
  progress: figure(),
  activity_total: count(),
  activity_done: count(),
  activity_charged: count(),
  activity_free: count(),
  exceptions_count: count(),
  charges_created: count(),
  charges_adjusted: count(),
  invoices_count: count(),
  totals: openObject(),
  error: nullable(freeText()),
  requested_by: text(500),
  created_at: instant(),
  started_at: nullable(instant()),
  heartbeat_at: instant(),
  finished_at: nullable(instant()),
  merchants: optional(listOf(runMerchantView)),
  exceptions: optional(listOf(exceptionView)),
  invoices: optional(listOf(runInvoiceView)),
});

const chargeStatus = () => choice('rated', 'invoiced', 'waived');

export const chargeView = object({
  id: uuid(),
  merchant_id: uuid(),
  warehouse_id: nullable(uuid()),
  billing_item_id: uuid(),
  billing_item_code: text(),
  rule_id: nullable(uuid()),
  rate_sheet_id: nullable(uuid()),
  rate_line_id: nullable(uuid()),
  run_id: nullable(uuid()),
  kind: choice('event', 'storage', 'recurring', 'minimum', 'surcharge', 'manual', 'adjustment'),
  source_type: text(),
  source_id: uuid(),
  source_ref: nullable(text(500)),
  parent_charge_id: nullable(uuid()),
  service_date: date(),
  quantity: qty(),
  uom: text(),
  unit_price: nullable(figure()),
  amount: figure(),
  currency: currency(),
  description: nullable(freeText()),
  revision: count(),
  status: chargeStatus(),
  invoice_id: nullable(uuid()),
  invoice_line_id: nullable(uuid()),
  invoice_no: nullable(text()),
  waived_at: nullable(instant()),
  waived_by: nullable(text(500)),
  waive_reason: nullable(freeText()),
  created_at: instant(),
  pricing: optional(openObject()),
  source: optional(nullable(openObject())),
  journal: optional(
    listOf(
      object({
        entry_id: uuid(),
        entry_no: nullable(text()),
        entry_date: date(),
        account_id: uuid(),
        account_code: text(),
        debit: figure(),
        credit: figure(),
      }),
    ),
  ),
});

export const chargeGroupView = object({
  billing_item_id: optional(uuid()),
  billing_item_code: optional(text()),
  merchant_id: optional(uuid()),
  merchant: optional(text(500)),
  month: optional(text()),
  currency: currency(),
  charges: count(),
  quantity: figure(),
  amount: figure(),
});

const ran = object({ id: uuid() });
const stepKey = object({ run_id: uuid(), merchant_id: uuid() });

export const billingCommands = {
  startBillingRun: defineCommand({
    name: 'accounting.start_billing_run',
    runs: 'inline',
    summary:
      'Starts a billing run, returns the open one of the same scope, resumes a failed one, or cancels one: {run_id, action: cancel}.',
    input: object({
      period_start: optional(date()),
      period_end: optional(date()),
      merchant_ids: optional(list(uuid(), { min: 1, max: 1000 })),
      mode: optional(choice('preview', 'draft')),
      invoice_date: optional(date()),
      auto_issue: optional(flag()),
      late_charge_policy: optional(choice('next_invoice', 'supplement')),
      rates: optional(
        described(
          list(runRate(), { min: 1, max: 50 }),
          'What invoices in other currencies than that of the books are entered at.',
        ),
      ),
      rate_sheet_id: optional(uuid()),
      run_id: optional(uuid()),
      action: optional(choice('cancel')),
    }),
    result: object({ id: uuid(), existing: flag() }),
  }),
  planBillingRun: defineCommand({
    name: 'accounting.plan_billing_run',
    runs: 'billing-runs',
    summary: 'Gives every merchant of a run its steps and starts them; resumes those that are left.',
    input: object({ run_id: uuid() }),
    result: ran,
  }),
  billMerchantStep: defineCommand({
    name: 'accounting.bill_merchant_step',
    runs: 'billing-runs',
    summary: "Does a merchant's next step of a run in one transaction and enqueues the one after it.",
    input: stepKey,
    result: object({ step: nullable(text()) }),
  }),
  takeInventorySnapshots: defineCommand({
    name: 'accounting.take_inventory_snapshots',
    runs: 'billing-runs',
    summary: 'Takes the missing stock snapshots of past days.',
    input: object({ from: date(), to: date() }),
    result: object({ days: count() }),
  }),
  recordCharge: defineCommand({
    name: 'accounting.record_charge',
    runs: 'inline',
    summary:
      'Adds a manual charge or credit (merchant_id, billing_item_id, quantity, unit_price, service_date), or waives one: {charge_id, action: waive, reason}.',
    input: object({
      merchant_id: optional(uuid()),
      billing_item_id: optional(uuid()),
      warehouse_id: optional(nullable(uuid())),
      service_date: optional(date()),
      quantity: optional(qty()),
      unit_price: optional(decimalNumber({ places: 6, min: 0, below: 1e9 })),
      currency: optional(currency()),
      source_ref: optional(text(100)),
      description: optional(freeText(500)),
      charge_id: optional(uuid()),
      action: optional(choice('waive')),
      reason: optional(text(500)),
    }),
    result: object({ id: uuid() }),
  }),
};
