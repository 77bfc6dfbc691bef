/** Commands of bills and vendor credits. */
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { rateField } from '../journal/journal.ts';
import { taxPercent, versionSeen, voidFields } from './document-fields.ts';

export const splitBasis = () => s.choice('weight', 'volume', 'pallets', 'units', 'value', 'equal', 'manual');

const billLine = () =>
  s.object({
    account_id: s.optional(
      s.uuid(),
      'Default: freight cost for freight and drayage bills, else general expenses.',
    ),
    description: s.text(500),
    quantity: s.optional(s.qty()),
    unit_cost: s.optional(
      s.decimalNumber({ places: 6, below: 1e9 }),
      'Default: amount / quantity, to six decimals.',
    ),
    amount: s.optional(s.money(), 'Default: quantity * unit_cost, rounded once.'),
    tax: s.optional(
      s.money(),
      "Default: by tax_rate, rounded once per tax_code and rate; none without one. Give the vendor's own figure where it differs by a cent.",
    ),
    tax_code: s.optional(s.freeText(30), 'What the tax report groups by beside the rate.'),
    tax_rate: s.optional(s.nullable(taxPercent()), 'Percent.'),
    merchant_id: s.optional(s.nullable(s.uuid())),
    warehouse_id: s.optional(s.nullable(s.uuid())),
    split_basis: s.optional(s.nullable(splitBasis())),
    rebill_item_id: s.optional(
      s.nullable(s.uuid()),
      "What the merchants of its splits are charged with, or its merchant_id, which becomes the line's one split.",
    ),
    purchase_order_line_id: s.optional(
      s.nullable(s.uuid()),
      "The line of the bill's purchase order that it bills, in that line's unit.",
    ),
    splits: s.optional(
      s.list(
        s.object({
          merchant_id: s.uuid(),
          shipment_id: s.optional(s.nullable(s.uuid())),
          basis_qty: s.optional(s.qty({ min: 0 })),
          amount: s.optional(s.money()),
        }),
        { min: 1, max: 500 },
      ),
      "The line's splits by merchant. manual: each with its amount, adding up exactly; equal: no quantities needed; otherwise each with its basis_qty.",
    ),
  });

const draftFields = {
  vendor_bill_no: s.optional(s.nullable(s.text(100))),
  bill_type: s.optional(s.choice('general', 'purchase', 'freight', 'drayage')),
  tms_order_id: s.optional(s.nullable(s.uuid())),
  load_id: s.optional(s.nullable(s.uuid())),
  purchase_order_id: s.optional(s.nullable(s.uuid())),
  exchange_rate: s.optional(rateField()),
  bill_date: s.optional(s.date()),
  due_date: s.optional(s.date()),
  expected_total: s.optional(s.nullable(s.money({ min: 0 }))),
  notes: s.optional(s.freeText(4000)),
};

export const billCommands = {
  createBill: defineCommand({
    name: 'accounting.create_bill',
    runs: 'inline',
    summary:
      'Creates a draft bill or vendor credit of a vendor or carrier, with freight split among merchants to the cent.',
    input: s.object({
      kind: s.optional(s.choice('bill', 'vendor_credit')),
      vendor_id: s.optional(s.uuid()),
      carrier_id: s.optional(s.uuid()),
      original_bill_id: s.optional(s.uuid()),
      currency: s.optional(s.currency()),
      ...draftFields,
      lines: s.list(billLine(), { min: 1, max: 500 }),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  updateBill: defineCommand({
    name: 'accounting.update_bill',
    runs: 'inline',
    summary: 'Changes a draft bill; lines are replaced as a whole.',
    input: s.object({
      bill_id: s.uuid(),
      version: versionSeen(),
      ...draftFields,
      lines: s.optional(s.list(billLine(), { min: 1, max: 500 })),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  deleteBill: defineCommand({
    name: 'accounting.delete_bill',
    runs: 'inline',
    summary: 'Deletes a draft bill.',
    input: s.object({ bill_id: s.uuid() }),
    result: s.object({ id: s.uuid(), deleted: s.flag() }),
  }),
  approveBill: defineCommand({
    name: 'accounting.approve_bill',
    runs: 'inline',
    together: true,
    summary:
      'Approves a draft bill: assigns its number, posts its journal entry and freezes it; its freight splits can then be rebilled.',
    input: s.object({ bill_id: s.uuid() }),
    result: s.object({ id: s.uuid() }),
  }),
  voidBill: defineCommand({
    name: 'accounting.void_bill',
    runs: 'inline',
    together: true,
    summary: 'Voids an approved bill without live payments, reversing its entry.',
    input: s.object({ bill_id: s.uuid(), ...voidFields }),
    result: s.object({ id: s.uuid() }),
  }),
};
