/** Commands of payments: one per side, each for recording a payment, write-off or applied credit, or reversing one. */
import { cashMethods } from '../../domain/documents/payment-methods.ts';
import { defineCommand } from '../engine/define-command.ts';
import { choice, currency, date, freeText, money, object, optional, text, uuid } from '../schema.ts';
import { rateField } from '../journal/journal.ts';

const paymentFields = {
  amount: optional(
    money({ positive: true }),
    'Required unless a payment is reversed; at most the amount due.',
  ),
  payment_date: optional(date()),
  currency: optional(currency()),
  exchange_rate: optional(rateField()),
  account_id: optional(
    uuid(),
    'Bank or cash account; for a write-off the expense account. Default: the default account.',
  ),
  reference: optional(text(100)),
  memo: optional(freeText(500)),
  reverses_payment_id: optional(
    uuid(),
    'Reverses this payment; only payment_date and memo may be given with it.',
  ),
};

export const paymentCommands = {
  recordInvoicePayment: defineCommand({
    name: 'accounting.record_invoice_payment',
    runs: 'inline',
    together: true,
    summary:
      'Records a payment, a write-off or an applied credit note on an invoice, a refund of a credit note, or a reversal.',
    input: object({
      invoice_id: uuid(),
      method: optional(choice(...cashMethods, 'credit_note', 'write_off')),
      credit_invoice_id: optional(uuid()),
      ...paymentFields,
    }),
    result: object({ id: uuid(), payment_id: uuid() }),
  }),
  recordBillPayment: defineCommand({
    name: 'accounting.record_bill_payment',
    runs: 'inline',
    together: true,
    summary:
      'Records a payment or an applied vendor credit on a bill, a refund of a vendor credit, or a reversal.',
    input: object({
      bill_id: uuid(),
      method: optional(choice(...cashMethods, 'credit_note')),
      credit_bill_id: optional(uuid()),
      ...paymentFields,
    }),
    result: object({ id: uuid(), payment_id: uuid() }),
  }),
};
