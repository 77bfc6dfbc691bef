/** The fields that invoices and bills have in common. */
import { documentStatuses } from '../../../domain/documents/document-states.ts';
import {
  choice,
  currency,
  date,
  decimalNumber,
  described,
  flag,
  freeText,
  instant,
  integer,
  moneySum,
  nullable,
  text,
} from '../../../queues/schema.ts';

export const documentStatus = () => choice(...documentStatuses);

export const documentCurrency = {
  currency: currency(),
  exchange_rate: decimalNumber({ places: 8, below: 1e10 }),
};

/** Its total and how much of it is settled. */
export const documentTotals = {
  subtotal: moneySum(),
  tax_total: moneySum(),
  total: moneySum(),
  amount_paid: moneySum(),
  amount_credited: described(
    moneySum(),
    'Credits applied and write-offs; for a credit note or vendor credit, how much of it has been used.',
  ),
  amount_due: moneySum(),
  is_overdue: flag(),
};

/** How it ended, and who wrote it. */
export const documentHistory = {
  paid_at: nullable(instant()),
  voided_at: nullable(instant()),
  voided_by: nullable(freeText()),
  void_date: nullable(date()),
  void_reason: nullable(text(500)),
  version: integer({ min: 1, max: 2 ** 31 - 1 }),
  created_by: freeText(),
  created_at: instant(),
  updated_at: instant(),
};
