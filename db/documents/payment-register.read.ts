/** All payments received and made, with the names of whom and what they were for, and what they come to. */
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { between, equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { paymentColumns, type PaymentRow } from './payments.read.ts';

export interface RegisterRow extends PaymentRow {
  party_code: string;
  party_name: string;
  /** Null while a credit is applied. */
  account_code: string | null;
  document_no: string;
  credit_no: string | null;
}

export interface RegisterFilters {
  direction?: 'in' | 'out';
  method?: PaymentMethod;
  merchant_id?: string;
  customer_id?: string;
  vendor_id?: string;
  carrier_id?: string;
  account_id?: string;
  currency?: string;
  date_from?: string;
  date_to?: string;
}

/** Of payments `p`: each has one allocation `a`. The names of its party, account and documents stand beside it. */
export const namedPayments: SqlText = sql`
  join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id
  left join merchants m on m.organization_id = p.organization_id and m.id = p.merchant_id
  left join customers c on c.organization_id = p.organization_id and c.id = p.customer_id
  left join vendors v on v.organization_id = p.organization_id and v.id = p.vendor_id
  left join carriers r on r.organization_id = p.organization_id and r.id = p.carrier_id
  left join accounts k on k.organization_id = p.organization_id and k.id = p.account_id
  left join invoices i on i.organization_id = p.organization_id and i.id = a.invoice_id
  left join bills b on b.organization_id = p.organization_id and b.id = a.bill_id
  left join invoices ci on ci.organization_id = p.organization_id and ci.id = a.credit_invoice_id
  left join bills cb on cb.organization_id = p.organization_id and cb.id = a.credit_bill_id`;

export const paymentNames: SqlText = sql`coalesce(m.code, c.code, v.code, r.code) as party_code,
  coalesce(m.name, c.name, v.name, r.name) as party_name, k.code as account_code,
  coalesce(i.invoice_no, b.bill_no) as document_no, coalesce(ci.invoice_no, cb.bill_no) as credit_no`;

function wanted(tx: TenantTransaction, { date_from, date_to, ...exact }: RegisterFilters): SqlText {
  return every([
    ...equalTo('p', { organization_id: tx.organizationId, ...exact }),
    ...between('p.payment_date', date_from, date_to),
  ]);
}

/** The newest first. */
export function listRegister(
  tx: TenantTransaction,
  { page, page_size, ...filters }: RegisterFilters & PageQuery,
): Promise<PageOf<RegisterRow>> {
  const list = {
    columns: sql`${paymentColumns}, ${paymentNames}`,
    from: sql`payments p`,
    joins: namedPayments,
    where: wanted(tx, filters),
    order: ['-p.payment_date', 'p.id'],
  };
  return readPage<RegisterRow>(tx, list, { page, page_size });
}

export interface RegisterTotal {
  currency: string;
  direction: 'in' | 'out';
  method: PaymentMethod;
  payments: string;
  amount: string;
}

/** What they come to by currency, direction and method: a reversal takes off what it reverses. */
export function registerTotals(tx: TenantTransaction, filters: RegisterFilters): Promise<RegisterTotal[]> {
  return rows<RegisterTotal>(
    tx,
    sql`select p.currency, p.direction, p.method, count(*) as payments, sum(a.amount) as amount
          from payments p
          join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id
         where ${wanted(tx, filters)}
         group by p.currency, p.direction, p.method order by p.currency, p.direction, p.method`,
  );
}
