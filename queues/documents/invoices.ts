/**
 * Commands of invoices and credit notes. Drafts are plain record keeping; issuing and voiding post in the same
 * transaction.
 */
import { defineCommand } from '../engine/define-command.ts';
import { vatId } from '../bank-and-tax-ids.ts';
import * as s from '../schema.ts';
import { rateField } from '../journal/journal.ts';
import { taxPercent, versionSeen, voidFields } from './document-fields.ts';

const price = () => s.decimalNumber({ places: 6, below: 1e9 });

const invoiceLine = () =>
  s.described(
    s.object({
      billing_item_id: s.optional(s.nullable(s.uuid())),
      account_id: s.optional(s.uuid(), "Default: the billing item's revenue account."),
      original_line_id: s.optional(
        s.uuid(),
        'The line of the corrected invoice that a credit note gives back: quantity of it, or all that is left. Its price, discount and tax follow from it, so that all its credits come to it to the cent.',
      ),
      description: s.optional(
        s.text(500),
        'Required without original_line_id, as quantity and unit_price are.',
      ),
      quantity: s.optional(s.qty()),
      uom: s.optional(s.text(20)),
      unit_price: s.optional(price()),
      discount: s.optional(s.money({ min: 0 })),
      tax_code: s.optional(s.text(30)),
      tax_rate: s.optional(
        taxPercent(),
        "Percent. Default: with a tax_code the rate by day of that code, else none; without one the billing item's tax; either on a credit note as on the invoice it corrects.",
      ),
      warehouse_id: s.optional(s.nullable(s.uuid())),
      service_from: s.optional(s.nullable(s.date())),
      service_to: s.optional(s.nullable(s.date())),
    }),
    'amount = quantity * unit_price, rounded once to the currency.',
  );

// Draft fields that can be given at creation and changed later.
const draftFields = {
  exchange_rate: s.optional(rateField()),
  invoice_date: s.optional(s.date()),
  due_date: s.optional(s.date()),
  period_start: s.optional(s.nullable(s.date())),
  period_end: s.optional(s.nullable(s.date())),
  po_number: s.optional(s.nullable(s.text(100))),
  notes: s.optional(s.freeText(4000)),
  bill_to: s.optional(s.openObject()),
  buyer_vat_id: s.optional(s.nullable(vatId()), "Default: the party's."),
  reverse_charge: s.optional(
    s.flag(),
    "Untaxed, whatever the lines' tax_rate: the buyer pays the tax, and the paper says so. Default: as the party's record has it; a credit note follows its invoice. Issuing needs the seller's vat_id.",
  ),
  lines: s.optional(s.list(invoiceLine(), { min: 1, max: 1000 })),
};

export const invoiceCommands = {
  createInvoice: defineCommand({
    name: 'accounting.create_invoice',
    runs: 'inline',
    summary:
      'Creates a draft invoice or credit note for a merchant or a customer; in the standard edition sales_order_id copies a fulfilled order.',
    input: s.object({
      kind: s.optional(s.choice('invoice', 'credit_note')),
      merchant_id: s.optional(s.uuid()),
      customer_id: s.optional(s.uuid()),
      sales_order_id: s.optional(s.uuid()),
      original_invoice_id: s.optional(s.uuid(), 'The invoice a credit note corrects.'),
      currency: s.optional(s.currency()),
      ...draftFields,
    }),
    result: s.object({ id: s.uuid() }),
  }),
  updateInvoice: defineCommand({
    name: 'accounting.update_invoice',
    runs: 'inline',
    summary: 'Changes a draft; lines are replaced as a whole.',
    input: s.object({
      invoice_id: s.uuid(),
      version: versionSeen(),
      ...draftFields,
    }),
    result: s.object({ id: s.uuid() }),
  }),
  deleteInvoice: defineCommand({
    name: 'accounting.delete_invoice',
    runs: 'inline',
    summary: 'Deletes a draft; its charges can be billed again.',
    input: s.object({ invoice_id: s.uuid() }),
    result: s.object({ id: s.uuid(), deleted: s.flag() }),
  }),
  issueInvoice: defineCommand({
    name: 'accounting.issue_invoice',
    runs: 'inline',
    together: true,
    summary: 'Issues a draft: assigns its number, posts its journal entry and freezes it.',
    input: s.object({ invoice_id: s.uuid() }),
    result: s.object({ id: s.uuid() }),
  }),
  voidInvoice: defineCommand({
    name: 'accounting.void_invoice',
    runs: 'inline',
    together: true,
    summary:
      'Voids an issued invoice without live payments, reversing its entry; its charges can be billed again.',
    input: s.object({ invoice_id: s.uuid(), ...voidFields }),
    result: s.object({ id: s.uuid() }),
  }),
  disputeInvoice: defineCommand({
    name: 'accounting.dispute_invoice',
    runs: 'inline',
    summary: 'Marks an open invoice as disputed; nothing is posted.',
    input: s.object({ invoice_id: s.uuid(), reason: s.text(500) }),
    result: s.object({ id: s.uuid() }),
  }),
  resolveDispute: defineCommand({
    name: 'accounting.resolve_dispute',
    runs: 'inline',
    summary: 'Ends the dispute of an invoice.',
    input: s.object({ invoice_id: s.uuid(), note: s.optional(s.text(500)) }),
    result: s.object({ id: s.uuid() }),
  }),
};
