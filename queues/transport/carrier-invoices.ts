/** Commands of carriers' invoices for labels. */
import { corrections } from '../../domain/transport/audit-invoice.ts';
import { defineCommand } from '../engine/define-command.ts';
import { taxPercent } from '../documents/document-fields.ts';
import { rateField } from '../journal/journal.ts';
import * as s from '../schema.ts';

const onInvoice = { invoice_id: s.uuid() };
const result = s.object({ id: s.uuid() });

const measured = () =>
  s.optional(
    s.nullable(s.decimalNumber({ places: 3, below: 1e6, positive: true })),
    'As the carrier measured it; all three, however it lay.',
  );

/** One thing a carrier asks for a parcel. */
export const carrierInvoiceLine = s.object({
  tracking_no: s.freeText(100),
  charge_code: s.described(
    s.code(),
    'What is asked for: the same code is paid once for a label. Its first line is held against the price of the label, every other is asked beside it.',
  ),
  description: s.optional(s.nullable(s.freeText(200))),
  amount: s.described(s.money(), 'Without its tax. Negative for what the carrier gives back.'),
  tax: s.optional(s.money(), 'Its tax, 0 unless given: its bill posts it as input tax.'),
  tax_code: s.optional(s.freeText(30), 'What the tax report groups by beside the rate.'),
  tax_rate: s.optional(s.nullable(taxPercent()), 'Percent.'),
  weight_kg: s.optional(
    s.nullable(s.decimalNumber({ places: 3, below: 1e6, positive: true })),
    'As the carrier weighed it.',
  ),
  length_cm: measured(),
  width_cm: measured(),
  height_cm: measured(),
  corrected: s.optional(
    s.nullable(s.choice(...corrections)),
    'What the carrier says it corrected of what it was told.',
  ),
});

/** What an invoice says of itself. */
export const carrierInvoiceHead = {
  invoice_no: s.text(100),
  invoice_date: s.date(),
  currency: s.currency(),
  total: s.money(),
};

export const carrierInvoiceCommands = {
  importCarrierInvoice: defineCommand({
    name: 'tms.import_carrier_invoice',
    runs: 'inline',
    summary:
      "Takes in a carrier's invoice for labels; its lines have to add up to its total, with their tax.",
    input: s.object({
      account_id: s.uuid(),
      carrier_id: s.described(s.uuid(), 'Whose bill it becomes.'),
      ...carrierInvoiceHead,
      lines: s.list(carrierInvoiceLine, { min: 1, max: 5_000 }),
    }),
    result,
  }),
  matchCarrierInvoice: defineCommand({
    name: 'tms.match_carrier_invoice',
    runs: 'integration',
    summary: 'Holds each line against the label it is for: what it cost, and what was asked for it before.',
    input: s.object(onInvoice),
    result,
  }),
  billCarrierInvoice: defineCommand({
    name: 'tms.bill_carrier_invoice',
    runs: 'inline',
    summary:
      'Drafts the bill of what is ours, and has what labels cost beyond their price charged to their merchants.',
    input: s.object({ ...onInvoice, exchange_rate: s.optional(rateField()) }),
    result,
  }),
  disputeCarrierInvoice: defineCommand({
    name: 'tms.dispute_carrier_invoice',
    runs: 'inline',
    summary:
      'Keeps an invoice from being billed until the carrier has answered; it can then be matched again.',
    input: s.object({ ...onInvoice, reason: s.freeText(500) }),
    result,
  }),
  cancelCarrierInvoice: defineCommand({
    name: 'tms.cancel_carrier_invoice',
    runs: 'inline',
    summary: 'Ends an invoice that was taken in wrongly; its number is free for the right one.',
    input: s.object({ ...onInvoice, reason: s.freeText(500) }),
    result,
  }),
};
