/** Reads of payments with what they were applied to. */
import type { Knex } from 'knex';
import { type TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import type { PaymentMethod } from './payments.write.ts';

export interface PaymentRow {
  id: string;
  payment_no: string;
  direction: 'in' | 'out';
  method: PaymentMethod;
  payment_date: string;
  currency: string;
  exchange_rate: string;
  amount: string;
  /** What this payment took off the document; negative for a reversal. */
  applied_amount: string;
  account_id: string | null;
  merchant_id: string | null;
  customer_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
  invoice_id: string | null;
  bill_id: string | null;
  credit_invoice_id: string | null;
  credit_bill_id: string | null;
  reference: string;
  memo: string;
  reverses_payment_id: string | null;
  reversed_by_payment_id: string | null;
  journal_entry_id: string | null;
  created_by: string;
  created_at: Date;
}

const columns = (tx: TenantTransaction): (string | Knex.Raw)[] => [
  ...[
    'id',
    'payment_no',
    'direction',
    'method',
    'payment_date',
    'currency',
    'exchange_rate',
    'amount',
    'account_id',
    'merchant_id',
    'customer_id',
    'vendor_id',
    'carrier_id',
    'reference',
    'memo',
    'reverses_payment_id',
    'created_by',
    'created_at',
  ].map((name) => `p.${name}`),
  'a.invoice_id',
  'a.bill_id',
  'a.credit_invoice_id',
  'a.credit_bill_id',
  tx.raw('a.amount as applied_amount'),
  tx.raw(`(select r.id from payments r where r.organization_id = p.organization_id and r.reverses_payment_id = p.id)
            as reversed_by_payment_id`),
  tx.raw(`(select e.id from journal_entries e where e.organization_id = p.organization_id and e.source_type = 'payment'
             and e.source_id = p.id) as journal_entry_id`),
];

const documentColumns = {
  invoice: ['invoice_id', 'credit_invoice_id'],
  bill: ['bill_id', 'credit_bill_id'],
} as const;

function paymentsOf(
  tx: TenantTransaction,
  organizationId: string,
  type: 'invoice' | 'bill',
  documentId: string,
): Knex.QueryBuilder {
  const [owed, credit] = documentColumns[type];
  return tx('payments as p')
    .join('payment_allocations as a', (join) =>
      join.on('a.organization_id', 'p.organization_id').andOn('a.payment_id', 'p.id'),
    )
    .where('p.organization_id', organizationId)
    .andWhere((either) => either.where(`a.${owed}`, documentId).orWhere(`a.${credit}`, documentId));
}

/** What was applied to a document, and for a credit what it was used on, in the order it was recorded. */
export function listPayments(
  tx: TenantTransaction,
  organizationId: string,
  type: 'invoice' | 'bill',
  documentId: string,
  page: PageQuery,
): Promise<{ rows: PaymentRow[]; total: number }> {
  return readPage<PaymentRow>(
    paymentsOf(tx, organizationId, type, documentId),
    columns(tx),
    [{ column: 'p.id' }],
    page,
  );
}

export async function findPayment(
  tx: TenantTransaction,
  organizationId: string,
  type: 'invoice' | 'bill',
  documentId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = (await paymentsOf(tx, organizationId, type, documentId)
    .where('p.id', paymentId)
    .select(columns(tx) as never)) as PaymentRow[];
  return payment;
}
