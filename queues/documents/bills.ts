/** Commands of bills and vendor credits. */
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  currency,
  date,
  decimalNumber,
  described,
  flag,
  freeText,
  list,
  money,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';
import { rateField } from '../journal/journal.ts';
import { versionSeen, voidFields } from './document-fields.ts';

export const splitBasis = () => choice('weight', 'volume', 'pallets', 'units', 'value', 'equal', 'manual');

const billLine = () =>
  object({
    account_id: optional(
      described(uuid(), 'Default: freight cost for freight and drayage bills, else general expenses.'),
    ),
    description: text(500),
    quantity: optional(qty()),
    unit_cost: optional(
      described(decimalNumber({ places: 6, below: 1e9 }), 'Default: amount / quantity, to six decimals.'),
    ),
    amount: optional(described(money(), 'Default: quantity * unit_cost, rounded once.')),
    tax: optional(money()),
    merchant_id: optional(nullable(uuid())),
    warehouse_id: optional(nullable(uuid())),
    split_basis: optional(nullable(splitBasis())),
    rebill_item_id: optional(nullable(uuid())),
    purchase_order_line_id: optional(
      described(
        nullable(uuid()),
        "The line of the bill's purchase order that it bills, in that line's unit.",
      ),
    ),
    splits: optional(
      described(
        list(
          object({
            merchant_id: uuid(),
            shipment_id: optional(nullable(uuid())),
            basis_qty: optional(qty({ min: 0 })),
            amount: optional(money()),
          }),
          { min: 1, max: 500 },
        ),
        "The line's splits by merchant. manual: each with its amount, adding up exactly; equal: no quantities needed; otherwise each with its basis_qty.",
      ),
    ),
  });

const draftFields = {
  vendor_bill_no: optional(nullable(text(100))),
  bill_type: optional(choice('general', 'purchase', 'freight', 'drayage')),
  tms_order_id: optional(nullable(uuid())),
  load_id: optional(nullable(uuid())),
  purchase_order_id: optional(nullable(uuid())),
  exchange_rate: optional(rateField()),
  bill_date: optional(date()),
  due_date: optional(date()),
  expected_total: optional(nullable(money({ min: 0 }))),
  notes: optional(freeText(4000)),
};

export const billCommands = {
  createBill: defineCommand({
    name: 'accounting.create_bill',
    runs: 'inline',
    summary:
      'Creates a draft bill or vendor credit of a vendor or carrier, with freight split among merchants to the cent.',
    input: object({
      kind: optional(choice('bill', 'vendor_credit')),
      vendor_id: optional(uuid()),
      carrier_id: optional(uuid()),
      original_bill_id: optional(uuid()),
      currency: optional(currency()),
      ...draftFields,
      lines: list(billLine(), { min: 1, max: 500 }),
    }),
    result: object({ id: uuid() }),
  }),
  updateBill: defineCommand({
    name: 'accounting.update_bill',
    runs: 'inline',
    summary: 'Changes a draft bill; lines are replaced as a whole.',
    input: object({
      bill_id: uuid(),
      version: versionSeen(),
      ...draftFields,
      lines: optional(list(billLine(), { min: 1, max: 500 })),
    }),
    result: object({ id: uuid() }),
  }),
  deleteBill: defineCommand({
    name: 'accounting.delete_bill',
    runs: 'inline',
    summary: 'Deletes a draft bill.',
    input: object({ bill_id: uuid() }),
    result: object({ id: uuid(), deleted: flag() }),
  }),
  approveBill: defineCommand({
    name: 'accounting.approve_bill',
    runs: 'inline',
    summary:
      'Approves a draft bill: assigns its number, posts its journal entry and freezes it; its freight splits can then be rebilled.',
    input: object({ bill_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  voidBill: defineCommand({
    name: 'accounting.void_bill',
    runs: 'inline',
    summary: 'Voids an approved bill without live payments, reversing its entry.',
    input: object({ bill_id: uuid(), ...voidFields }),
    result: object({ id: uuid() }),
  }),
};
