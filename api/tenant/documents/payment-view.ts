/** How a payment is shown, and the query of the payments of a document. */
import { documentStatuses } from '../../../domain/documents/document-states.ts';
import { paymentMethods } from '../../../domain/documents/payment-methods.ts';
import {
  choice,
  currency,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  moneySum,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';

export const paymentFields = {
  id: uuid(),
  payment_no: text(40),
  direction: choice('in', 'out'),
  method: choice(...paymentMethods),
  payment_date: date(),
  currency: currency(),
  exchange_rate: decimalNumber({ places: 8, below: 1e10 }),
  amount: moneySum(),
  applied_amount: described(moneySum(), 'How much it reduced the amount due; negative for a reversal.'),
  account_id: nullable(uuid()),
  merchant_id: nullable(uuid()),
  customer_id: nullable(uuid()),
  vendor_id: nullable(uuid()),
  carrier_id: nullable(uuid()),
  invoice_id: nullable(uuid()),
  bill_id: nullable(uuid()),
  credit_invoice_id: nullable(uuid()),
  credit_bill_id: nullable(uuid()),
  reference: freeText(),
  memo: freeText(),
  reverses_payment_id: nullable(uuid()),
  reversed_by_payment_id: nullable(uuid()),
  journal_entry_id: described(
    nullable(uuid()),
    'Null if nothing was posted: a credit applied at the same exchange rate.',
  ),
  created_by: freeText(),
  created_at: instant(),
};

export const paymentView = object(paymentFields);

/** What remains of the document after a payment. */
export const settlementView = object({
  id: uuid(),
  no: nullable(text(40)),
  status: choice(...documentStatuses),
  total: moneySum(),
  amount_paid: moneySum(),
  amount_credited: moneySum(),
  amount_due: moneySum(),
});
