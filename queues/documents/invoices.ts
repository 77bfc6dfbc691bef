/**
 * Commands of invoices and credit notes. Drafts are plain record keeping; issuing and voiding post in the same
 * transaction.
 */
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
  openObject,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';
import { rateField } from '../journal/journal.ts';
import { versionSeen, voidFields } from './document-fields.ts';

const price = () => decimalNumber({ places: 6, below: 1e9 });
const percent = () => decimalNumber({ places: 6, below: 100.000001, min: 0 });

const invoiceLine = () =>
  described(
    object({
      billing_item_id: optional(nullable(uuid())),
      account_id: optional(described(uuid(), "Default: the billing item's revenue account.")),
      description: text(500),
      quantity: qty(),
      uom: optional(text(20)),
      unit_price: price(),
      discount: optional(money({ min: 0 })),
      tax_code: optional(text(30)),
      tax_rate: optional(described(percent(), 'Percent.')),
      warehouse_id: optional(nullable(uuid())),
      service_from: optional(nullable(date())),
      service_to: optional(nullable(date())),
    }),
    'amount = quantity * unit_price, rounded once to the currency.',
  );

// Draft fields that can be given at creation and changed later.
const draftFields = {
  exchange_rate: optional(rateField()),
  invoice_date: optional(date()),
  due_date: optional(date()),
  period_start: optional(nullable(date())),
  period_end: optional(nullable(date())),
  po_number: optional(nullable(text(100))),
  notes: optional(freeText(4000)),
  bill_to: optional(openObject()),
  lines: optional(list(invoiceLine(), { min: 1, max: 1000 })),
};

export const invoiceCommands = {
  createInvoice: defineCommand({
    name: 'accounting.create_invoice',
    runs: 'inline',
    summary:
      'Creates a draft invoice or credit note for a merchant or a customer; in the standard edition sales_order_id copies a fulfilled order.',
    input: object({
      kind: optional(choice('invoice', 'credit_note')),
      merchant_id: optional(uuid()),
      customer_id: optional(uuid()),
      sales_order_id: optional(uuid()),
      original_invoice_id: optional(described(uuid(), 'The invoice a credit note corrects.')),
      currency: optional(currency()),
      ...draftFields,
    }),
    result: object({ id: uuid() }),
  }),
  updateInvoice: defineCommand({
    name: 'accounting.update_invoice',
    runs: 'inline',
    summary: 'Changes a draft; lines are replaced as a whole.',
    input: object({
      invoice_id: uuid(),
      version: versionSeen(),
      ...draftFields,
    }),
    result: object({ id: uuid() }),
  }),
  deleteInvoice: defineCommand({
    name: 'accounting.delete_invoice',
    runs: 'inline',
    summary: 'Deletes a draft; its charges can be billed again.',
    input: object({ invoice_id: uuid() }),
    result: object({ id: uuid(), deleted: flag() }),
  }),
  issueInvoice: defineCommand({
    name: 'accounting.issue_invoice',
    runs: 'inline',
    summary: 'Issues a draft: assigns its number, posts its journal entry and freezes it.',
    input: object({ invoice_id: uuid() }),
    result: object({ id: uuid() }),
  }),
  voidInvoice: defineCommand({
    name: 'accounting.void_invoice',
    runs: 'inline',
    summary:
      'Voids an issued invoice without live payments, reversing its entry; its charges can be billed again.',
    input: object({ invoice_id: uuid(), ...voidFields }),
    result: object({ id: uuid() }),
  }),
  disputeInvoice: defineCommand({
    name: 'accounting.dispute_invoice',
    runs: 'inline',
    summary: 'Marks an open invoice as disputed; nothing is posted.',
    input: object({ invoice_id: uuid(), reason: text(500) }),
    result: object({ id: uuid() }),
  }),
  resolveDispute: defineCommand({
    name: 'accounting.resolve_dispute',
    runs: 'inline',
    summary: 'Ends the dispute of an invoice.',
    input: object({ invoice_id: uuid(), note: optional(text(500)) }),
    result: object({ id: uuid() }),
  }),
};
