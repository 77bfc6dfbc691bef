/** The register of payments received and made, and what payments and bills come to. */
import { billTotals } from '../../../db/documents/bills.read.ts';
import { listRegister, registerTotals } from '../../../db/documents/payment-register.read.ts';
import { paymentMethods } from '../../../domain/documents/payment-methods.ts';
import * as s from '../../../queues/schema.ts';
import { list, query, type Endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../http/reads.ts';
import { pagedQuery, plainQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { billKind, billType } from './bill-view.ts';
import { documentStatus } from './document-view.ts';
import { paymentFields } from './payment-view.ts';

const direction = () => s.choice('in', 'out');
const method = () =>
  s.described(s.choice(...paymentMethods), 'How it was paid; credit_note and write_off move no money.');
const count = () => s.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const sum = () => s.decimalNumber({ places: 4, below: 1e15 });

const filters = {
  direction: direction(),
  method: method(),
  merchant_id: s.uuid(),
  customer_id: s.uuid(),
  vendor_id: s.uuid(),
  carrier_id: s.uuid(),
  account_id: s.uuid(),
  currency: s.currency(),
  date_from: s.date(),
  date_to: s.date(),
};

const registerView = s.object({
  ...paymentFields,
  party_code: s.text(100),
  party_name: s.text(200),
  account_code: s.nullable(s.text(20)),
  document_no: s.text(40),
  credit_no: s.nullable(s.text(40), 'The credit note or vendor credit that was applied.'),
});

const paymentTotalView = s.object({
  currency: s.currency(),
  direction: direction(),
  method: method(),
  payments: count(),
  amount: s.described(sum(), 'Less what was reversed.'),
});

const billTotalView = s.object({
  currency: s.currency(),
  kind: billKind(),
  status: documentStatus(),
  bills: count(),
  subtotal: sum(),
  tax_total: sum(),
  total: sum(),
  amount_due: sum(),
});

export const paymentEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/accounting/payments',
    summary: 'Payments received and made, write-offs and applied credits, newest first',
    description: 'The dates are those of the payments. As a spreadsheet: /api/exports/payments.',
    permission: 'accounting.view',
    query: pagedQuery(filters),
    returns: registerView,
    run: pageOf(listRegister, shownAs(registerView)),
  }),
  query({
    path: '/api/accounting/reports/payments',
    summary: 'What payments come to, by currency, direction and method',
    permission: 'accounting.view',
    query: plainQuery(filters),
    returns: s.listOf(paymentTotalView),
    isReport: () => true,
    run: async ({ tx, query: asked }) =>
      (await registerTotals(tx, asked)).map((one) => present(paymentTotalView, one)),
  }),
  query({
    path: '/api/accounting/reports/bills',
    summary: 'What bills and vendor credits come to, by currency, kind and status',
    permission: 'accounting.view',
    query: plainQuery({
      kind: billKind(),
      bill_type: billType(),
      vendor_id: s.uuid(),
      carrier_id: s.uuid(),
      date_from: s.date(),
      date_to: s.date(),
    }),
    returns: s.listOf(billTotalView),
    isReport: () => true,
    run: async ({ tx, query: asked }) =>
      (await billTotals(tx, asked)).map((one) => present(billTotalView, one)),
  }),
];
