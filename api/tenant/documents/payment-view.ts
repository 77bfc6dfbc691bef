/** How a payment is shown, and the query of the payments of a document. */
import { documentStatuses } from '../../../domain/documents/document-states.ts';
import { paymentMethods } from '../../../domain/documents/payment-methods.ts';
import * as s from '../../../queues/schema.ts';

export const paymentFields = {
  id: s.uuid(),
  payment_no: s.text(40),
  direction: s.choice('in', 'out'),
  method: s.choice(...paymentMethods),
  payment_date: s.date(),
  currency: s.currency(),
  exchange_rate: s.decimalNumber({ places: 8, below: 1e10 }),
  amount: s.moneySum(),
  applied_amount: s.described(s.moneySum(), 'How much it reduced the amount due; negative for a reversal.'),
  account_id: s.nullable(s.uuid()),
  merchant_id: s.nullable(s.uuid()),
  customer_id: s.nullable(s.uuid()),
  vendor_id: s.nullable(s.uuid()),
  carrier_id: s.nullable(s.uuid()),
  invoice_id: s.nullable(s.uuid()),
  bill_id: s.nullable(s.uuid()),
  credit_invoice_id: s.nullable(s.uuid()),
  credit_bill_id: s.nullable(s.uuid()),
  reference: s.freeText(),
  memo: s.freeText(),
  reverses_payment_id: s.nullable(s.uuid()),
  reversed_by_payment_id: s.nullable(s.uuid()),
  journal_entry_id: s.nullable(
    s.uuid(),
    'Null if nothing was posted: a credit applied at the same exchange rate.',
  ),
  created_by: s.freeText(),
  created_at: s.instant(),
};

export const paymentView = s.object(paymentFields);

/** What remains of the document after a payment. */
export const settlementView = s.object({
  id: s.uuid(),
  no: s.nullable(s.text(40)),
  status: s.choice(...documentStatuses),
  total: s.moneySum(),
  amount_paid: s.moneySum(),
  amount_credited: s.moneySum(),
  amount_due: s.moneySum(),
});
