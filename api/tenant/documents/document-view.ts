/** The fields that invoices and bills have in common. */
import { documentStatuses } from '../../../domain/documents/document-states.ts';
import * as s from '../../../queues/schema.ts';

export const documentStatus = () => s.choice(...documentStatuses);

export const documentCurrency = {
  currency: s.currency(),
  exchange_rate: s.decimalNumber({ places: 8, below: 1e10 }),
};

/** Its total and how much of it is settled. */
export const documentTotals = {
  subtotal: s.moneySum(),
  tax_total: s.moneySum(),
  total: s.moneySum(),
  amount_paid: s.moneySum(),
  amount_credited: s.described(
    s.moneySum(),
    'Credits applied and write-offs; for a credit note or vendor credit, how much of it has been used.',
  ),
  amount_due: s.moneySum(),
  is_overdue: s.flag(),
};

/** How it ended, and who wrote it. */
export const documentHistory = {
  paid_at: s.nullable(s.instant()),
  voided_at: s.nullable(s.instant()),
  voided_by: s.nullable(s.freeText()),
  void_date: s.nullable(s.date()),
  void_reason: s.nullable(s.text(500)),
  version: s.integer({ min: 1, max: 2 ** 31 - 1 }),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
};
