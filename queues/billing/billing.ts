/** Billing runs, their steps on the billing-runs queue, and manual charges. */
import { billingRunStatuses } from '../../domain/billing/billing-run-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { rateField } from '../journal/journal.ts';
import * as s from '../schema.ts';
import Joi from 'joi';

const count = () => s.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
/** Sums of many amounts, as a JSON number. */
const figure = () => s.custom<number>(Joi.number());

const runRate = () =>
  s.object({
    currency: s.currency(),
    rate: s.described(rateField(), 'Base currency per unit, on the invoice.'),
  });

const runStatus = () => s.choice(...billingRunStatuses);

const exceptionView = s.object({
  id: s.uuid(),
  merchant_id: s.uuid(),
  event: s.text(),
  source_type: s.text(),
  source_id: s.uuid(),
  source_ref: s.nullable(s.text(500)),
  rule_id: s.nullable(s.uuid()),
  service_date: s.date(),
  reason: s.text(),
  details: s.openObject(),
});

const previewRow = s.object({
  billing_item_id: s.uuid(),
  code: s.text(),
  currency: s.currency(),
  quantity: figure(),
  amount: figure(),
  charged_quantity: figure(),
  charged_amount: figure(),
  difference: figure(),
});

const runMerchantView = s.object({
  merchant_id: s.uuid(),
  name: s.text(500),
  steps_total: count(),
  steps_done: count(),
  step: s.nullable(s.text()),
  ms: count(),
  charged: s.nullable(s.openObject()),
  preview: s.nullable(s.listOf(previewRow)),
});

const runInvoiceView = s.object({
  id: s.uuid(),
  invoice_no: s.nullable(s.text()),
  kind: s.choice('invoice', 'credit_note'),
  merchant_id: s.uuid(),
  currency: s.currency(),
  status: s.text(),
  total: s.money(),
});

export const billingRunView = s.object({
  id: s.uuid(),
  run_no: s.text(),
  mode: s.choice('preview', 'draft'),
  merchant_ids: s.nullable(s.listOf(s.uuid())),
  rate_sheet_id: s.nullable(s.uuid()),
  period_start: s.date(),
  period_end: s.date(),
  invoice_date: s.date(),
  auto_issue: s.flag(),
  late_charge_policy: s.choice('next_invoice', 'supplement'),
  credit_notes: s.flag(),
  rates: s.listOf(runRate()),
  status: runStatus(),
  step: s.nullable(s.text()),
  progress: figure(),
  activity_total: count(),
  activity_done: count(),
  activity_charged: count(),
  activity_free: count(),
  exceptions_count: count(),
  charges_created: count(),
  charges_adjusted: count(),
  invoices_count: count(),
  totals: s.openObject(),
  error: s.nullable(s.freeText()),
  requested_by: s.text(500),
  created_at: s.instant(),
  started_at: s.nullable(s.instant()),
  heartbeat_at: s.instant(),
  finished_at: s.nullable(s.instant()),
  merchants: s.optional(s.listOf(runMerchantView)),
  exceptions: s.optional(s.listOf(exceptionView)),
  invoices: s.optional(s.listOf(runInvoiceView)),
});

const chargeStatus = () => s.choice('rated', 'invoiced', 'waived');

export const chargeView = s.object({
  id: s.uuid(),
  merchant_id: s.uuid(),
  warehouse_id: s.nullable(s.uuid()),
  billing_item_id: s.uuid(),
  billing_item_code: s.text(),
  rule_id: s.nullable(s.uuid()),
  rate_sheet_id: s.nullable(s.uuid()),
  rate_line_id: s.nullable(s.uuid()),
  run_id: s.nullable(s.uuid()),
  kind: s.choice('event', 'storage', 'recurring', 'minimum', 'surcharge', 'manual', 'adjustment'),
  source_type: s.text(),
  source_id: s.uuid(),
  source_ref: s.nullable(s.text(500)),
  parent_charge_id: s.nullable(s.uuid()),
  service_date: s.date(),
  quantity: s.qty(),
  uom: s.text(),
  unit_price: s.nullable(figure()),
  amount: figure(),
  currency: s.currency(),
  description: s.nullable(s.freeText()),
  revision: count(),
  status: chargeStatus(),
  invoice_id: s.nullable(s.uuid()),
  invoice_line_id: s.nullable(s.uuid()),
  invoice_no: s.nullable(s.text()),
  waived_at: s.nullable(s.instant()),
  waived_by: s.nullable(s.text(500)),
  waive_reason: s.nullable(s.freeText()),
  created_at: s.instant(),
  pricing: s.optional(s.openObject()),
  source: s.optional(s.nullable(s.openObject())),
  journal: s.optional(
    s.listOf(
      s.object({
        entry_id: s.uuid(),
        entry_no: s.nullable(s.text()),
        entry_date: s.date(),
        account_id: s.uuid(),
        account_code: s.text(),
        debit: figure(),
        credit: figure(),
      }),
    ),
  ),
});

export const chargeGroupView = s.object({
  billing_item_id: s.optional(s.uuid()),
  billing_item_code: s.optional(s.text()),
  merchant_id: s.optional(s.uuid()),
  merchant: s.optional(s.text(500)),
  month: s.optional(s.text()),
  currency: s.currency(),
  charges: count(),
  quantity: figure(),
  amount: figure(),
});

const ran = s.object({ id: s.uuid() });
const stepKey = s.object({ run_id: s.uuid(), merchant_id: s.uuid() });

export const billingCommands = {
  startBillingRun: defineCommand({
    name: 'accounting.start_billing_run',
    runs: 'inline',
    summary:
      'Starts a billing run, returns the open one of the same scope, resumes a failed one, or cancels one: {run_id, action: cancel}.',
    input: s.object({
      period_start: s.optional(s.date()),
      period_end: s.optional(s.date()),
      merchant_ids: s.optional(s.list(s.uuid(), { min: 1, max: 1000 })),
      mode: s.optional(s.choice('preview', 'draft')),
      invoice_date: s.optional(s.date()),
      auto_issue: s.optional(s.flag()),
      late_charge_policy: s.optional(s.choice('next_invoice', 'supplement')),
      credit_notes: s.optional(s.flag()),
      rates: s.optional(
        s.list(runRate(), { min: 1, max: 50 }),
        'What invoices in other currencies than that of the books are entered at.',
      ),
      rate_sheet_id: s.optional(s.uuid()),
      run_id: s.optional(s.uuid()),
      action: s.optional(s.choice('cancel')),
    }),
    result: s.object({ id: s.uuid(), existing: s.flag() }),
  }),
  planBillingRun: defineCommand({
    name: 'accounting.plan_billing_run',
    runs: 'billing-runs',
    summary: 'Gives every merchant of a run its steps and starts them; resumes those that are left.',
    input: s.object({ run_id: s.uuid() }),
    result: ran,
  }),
  billMerchantStep: defineCommand({
    name: 'accounting.bill_merchant_step',
    runs: 'billing-runs',
    summary: "Does a merchant's next step of a run in one transaction and enqueues the one after it.",
    input: stepKey,
    result: s.object({ step: s.nullable(s.text()) }),
  }),
  takeInventorySnapshots: defineCommand({
    name: 'accounting.take_inventory_snapshots',
    runs: 'billing-runs',
    summary: 'Takes the missing stock snapshots of past days, one a command for each warehouse.',
    input: s.object({
      from: s.date(),
      to: s.date(),
      warehouse_id: s.optional(s.uuid(), 'Takes its first missing day; without one it is asked for each.'),
    }),
    result: s.object({ days: count() }),
  }),
  recordCharge: defineCommand({
    name: 'accounting.record_charge',
    runs: 'inline',
    summary:
      'Adds a manual charge or credit (merchant_id, billing_item_id, quantity, unit_price, service_date), or waives one: {charge_id, action: waive, reason}.',
    input: s.object({
      merchant_id: s.optional(s.uuid()),
      billing_item_id: s.optional(s.uuid()),
      warehouse_id: s.optional(s.nullable(s.uuid())),
      service_date: s.optional(s.date()),
      quantity: s.optional(s.qty()),
      unit_price: s.optional(s.decimalNumber({ places: 6, min: 0, below: 1e9 })),
      currency: s.optional(s.currency()),
      source_ref: s.optional(s.text(100)),
      description: s.optional(s.freeText(500)),
      charge_id: s.optional(s.uuid()),
      action: s.optional(s.choice('waive')),
      reason: s.optional(s.text(500)),
    }),
    result: s.object({ id: s.uuid() }),
  }),
};
