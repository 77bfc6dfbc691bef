/** A party's statement for a period: balance forward, each document and payment, closing balance. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface StatementParty {
  merchantId?: string | undefined;
  customerId?: string | undefined;
}

export interface StatementMovement {
  date: string;
  no: string;
  what: 'invoice' | 'credit_note' | 'payment' | 'write_off' | 'refund' | 'reversal' | 'void';
  currency: string;
  /** How much it added to the balance owed; negative when it reduced it. */
  amount: string;
}

// Applying a credit note changes no balance: it counted when it was issued.
const movementsOf = (organizationId: string, { merchantId, customerId }: StatementParty): SqlText => sql`
  with q as (select ${organizationId}::uuid as org, ${merchantId ?? null}::uuid as merchant_id,
                    ${customerId ?? null}::uuid as customer_id),
  movements as (
    select i.invoice_date as date, i.invoice_no as no, i.kind as what, i.currency, i.id as sort,
           case when i.kind = 'credit_note' then -i.total else i.total end as amount
      from invoices i, q where i.organization_id = q.org and i.status <> 'draft'
       and (i.merchant_id = q.merchant_id or i.customer_id = q.customer_id)
    union all
    select i.void_date, i.invoice_no, 'void', i.currency, i.id, case when i.kind = 'credit_note' then i.total else -i.total end
      from invoices i, q where i.organization_id = q.org and i.status = 'void'
       and (i.merchant_id = q.merchant_id or i.customer_id = q.customer_id)
    union all
    select a.applied_on, p.payment_no,
           case when p.reverses_payment_id is not null then 'reversal' when p.method = 'write_off' then 'write_off'
                when i.kind = 'credit_note' then 'refund' else 'payment' end,
           p.currency, p.id, case when i.kind = 'credit_note' then a.amount else -a.amount end
      from payment_allocations a
      join payments p on p.organization_id = a.organization_id and p.id = a.payment_id
      join invoices i on i.organization_id = a.organization_id and i.id = a.invoice_id, q
     where a.organization_id = q.org and a.credit_invoice_id is null
       and (i.merchant_id = q.merchant_id or i.customer_id = q.customer_id))`;

/** The movements of a period in order; at most `limit`. */
export function readMovements(
  tx: TenantTransaction,
  party: StatementParty,
  period: { from: string; to: string },
  limit: number,
): Promise<StatementMovement[]> {
  return rows<StatementMovement>(
    tx,
    sql`${movementsOf(tx.organizationId, party)} select date, no, what, currency, amount from movements
      where date between ${period.from}::date and ${period.to}::date order by date, sort limit ${limit}`,
  );
}

/** What the party owed before a day, per currency. */
export function readBalancesForward(
  tx: TenantTransaction,
  party: StatementParty,
  day: string,
): Promise<{ currency: string; amount: string }[]> {
  return rows<{ currency: string; amount: string }>(
    tx,
    sql`${movementsOf(tx.organizationId, party)} select currency, sum(amount) as amount from movements where date < ${day}::date group by currency order by currency`,
  );
}

/** The name and address for a statement; undefined when there is no such party. */
export function readStatementParty(
  tx: TenantTransaction,
  { merchantId, customerId }: StatementParty,
): Promise<{ name: string; address: Record<string, unknown> } | undefined> {
  return merchantId
    ? row(
        tx,
        sql`select name, bill_to as address from merchants where organization_id = ${tx.organizationId} and id = ${merchantId}`,
      )
    : row(
        tx,
        sql`select name, address from customers where organization_id = ${tx.organizationId} and id = ${customerId ?? null}`,
      );
}
