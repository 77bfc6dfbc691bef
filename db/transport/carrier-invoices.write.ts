/** Writes of carriers' invoices for labels. Lock order: the account, then its invoice. */
import type { CarrierInvoiceState } from '../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceStates } from '../../domain/transport/carrier-invoice-states.ts';
import type { InvoicedLine, JudgedLine } from '../../domain/transport/audit-invoice.ts';
import { notFound } from '../../domain/refusal.ts';
import { momentOf } from '../../domain/state-machine.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { insertRecords } from '../records.write.ts';
import { assignments, sql, values, type SqlText } from '../sql-text.ts';

export interface NewCarrierInvoice {
  id: string;
  account_id: string;
  carrier_id: string;
  invoice_no: string;
  invoice_date: string;
  currency: string;
  total: number;
  created_by: string;
}

/** Refuses 409 DUPLICATE for a number of the carrier that is there and not cancelled. */
export async function insertCarrierInvoice(
  tx: TenantTransaction,
  invoice: NewCarrierInvoice,
  lines: readonly object[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into carrier_invoices ${values({ organization_id: tx.organizationId, ...invoice })}`,
  );
  await insertRecords(
    tx,
    'carrier_invoice_lines',
    lines.map((line, at) => ({ ...line, invoice_id: invoice.id, line_no: at + 1 })),
  );
}

export interface LockedCarrierInvoice {
  id: string;
  account_id: string;
  carrier_id: string;
  invoice_no: string;
  invoice_date: string;
  currency: string;
  state: CarrierInvoiceState;
  /** Null where it has none, or where that was deleted or is void. */
  standing_bill_id: string | null;
}

/** Locks an invoice after its account: two of one account are matched one after the other. Refuses 404. */
export async function lockCarrierInvoice(tx: TenantTransaction, id: string): Promise<LockedCarrierInvoice> {
  // Sent at once and run in this order, so the invoice is read under the account's lock.
  const [, found] = await Promise.all([
    execute(
      tx,
      sql`select 1 from carrier_accounts a
            join carrier_invoices i on i.organization_id = a.organization_id and i.account_id = a.id
           where i.organization_id = ${tx.organizationId} and i.id = ${id} for no key update of a`,
    ),
    row<LockedCarrierInvoice>(
      tx,
      sql`select i.id, i.account_id, i.carrier_id, i.invoice_no, i.invoice_date::text as invoice_date, i.currency, i.state,
                 (select b.id from bills b where b.organization_id = i.organization_id and b.id = i.bill_id and b.status <> 'void')
                   as standing_bill_id
            from carrier_invoices i where i.organization_id = ${tx.organizationId} and i.id = ${id} for update of i`,
    ),
  ]);
  if (!found) throw notFound('carrier invoice');
  return found;
}

export async function changeCarrierInvoice(
  tx: TenantTransaction,
  id: string,
  changes: {
    state: CarrierInvoiceState;
    bill_id?: string | null;
    is_even?: boolean;
    billed_at?: null;
    dispute_reason?: string | null;
    cancel_reason?: string;
  },
): Promise<void> {
  const moment = momentOf(carrierInvoiceStates, changes.state);
  // Not when the transaction began: those of one account take turns, and which was matched before which is told by it.
  const reached = moment ? { [moment]: sql`clock_timestamp()` } : {};
  await execute(
    tx,
    sql`update carrier_invoices set ${assignments({ ...changes, ...reached, updated_at: sql`now()` })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** The lines in their order, each with the account's newest label of that number and what others took for it. */
export function readInvoicedLines(tx: TenantTransaction, invoiceId: string): Promise<InvoicedLine[]> {
  return rows<InvoicedLine>(
    tx,
    sql`select l.id, l.charge_code, l.amount, l.weight_kg, l.length_cm, l.width_cm, l.height_cm, l.corrected,
               case when p.id is not null then jsonb_build_object(
                 'id', p.id, 'merchant_id', p.merchant_id, 'currency', p.currency,
                 -- What another account is to pay is asked of ours in error, and all of it is a difference.
                 'amount', (case when p.parcel #>> '{billing,terms}' is null then p.amount else 0 end)::text,
                 'is_paid_elsewhere', p.parcel #>> '{billing,terms}' is not null,
                 'weight_kg', p.parcel ->> 'weight_kg', 'length_cm', p.parcel ->> 'length_cm',
                 'width_cm', p.parcel ->> 'width_cm', 'height_cm', p.parcel ->> 'height_cm',
                 'is_taken_back', p.state = 'voided' and p.refund_refused_at is null,
                 -- One that was refused and is bought was sold after it was given up.
                 'is_unpaid', p.state in ('voided', 'refused'),
                 'asked_before', coalesce(t.asked, '{}'), 'was_asked', coalesce(t.was_asked, false),
                 'priced_before', coalesce(t.priced, 0)::text)
               end as label
          from carrier_invoice_lines l
          join carrier_invoices i on i.organization_id = l.organization_id and i.id = l.invoice_id
          left join lateral (
            select * from label_purchases q
             where q.organization_id = l.organization_id and q.tracking_key = tracking_key(l.tracking_no)
               and q.account_id = i.account_id and q.bought_at is not null
             order by q.bought_at desc, q.id limit 1) p on true
          left join lateral (
            select jsonb_object_agg(c.charge_code, c.asked::text) as asked, bool_or(c.was_asked) as was_asked, sum(c.priced) as priced
              from (select o.charge_code, bool_or(o.amount >= 0) as was_asked, sum(o.expected) as priced,
                           -- What one matched later asks again is no reason to refuse this one.
                           coalesce(sum(o.amount) filter (where oi.state = 'billed' or oi.matched_at < i.matched_at), 0) as asked
                      from carrier_invoice_lines o
                      join carrier_invoices oi on oi.organization_id = o.organization_id and oi.id = o.invoice_id
                     where o.organization_id = p.organization_id and o.label_id = p.id and o.invoice_id <> l.invoice_id
                       and o.verdict in ('matched', 'dearer', 'cheaper') and oi.state in ('matched', 'billed')
                       and (oi.state <> 'billed' or oi.is_even or exists (
                             select 1 from bills b where b.organization_id = oi.organization_id and b.id = oi.bill_id and b.status <> 'void'))
                     group by o.charge_code) c) t on true
         where l.organization_id = ${tx.organizationId} and l.invoice_id = ${invoiceId} order by l.line_no`,
  );
}

/** How many lines are judged otherwise than they were. */
export async function writeVerdicts(tx: TenantTransaction, judged: readonly JudgedLine[]): Promise<number> {
  const changed = await rows(
    tx,
    sql`update carrier_invoice_lines l
           set label_id = j.label_id, merchant_id = j.merchant_id, verdict = j.verdict, dearer_by = j.dearer_by,
               expected = j.expected, difference = j.difference, why = j.why
          from jsonb_populate_recordset(null::carrier_invoice_lines, ${JSON.stringify(judged)}::jsonb) j
         where l.organization_id = ${tx.organizationId} and l.id = j.id
           and (l.label_id, l.verdict, l.dearer_by, l.expected, l.difference)
               is distinct from (j.label_id, j.verdict, j.dearer_by, j.expected, j.difference)
        returning l.id`,
  );
  return changed.length;
}

/** What of an invoice is ours. */
export interface OursOf {
  tax_code: string;
  tax_rate: string | null;
  merchant_id: string;
  /** What it asks, without its tax. */
  amount: string;
  tax: string;
  /** What that cost when it was bought. */
  expected: string;
}

/** By how it is taxed, and by merchant. */
export function sumOurs(tx: TenantTransaction, invoiceId: string): Promise<OursOf[]> {
  return rows(
    tx,
    sql`select tax_code, tax_rate, merchant_id, sum(amount) as amount, sum(tax) as tax, sum(expected) as expected
          from carrier_invoice_lines where ${isOurs(tx, invoiceId)}
         group by tax_code, tax_rate, merchant_id order by tax_code, tax_rate nulls first, merchant_id`,
  );
}

export async function countOurLabels(tx: TenantTransaction, invoiceId: string): Promise<number> {
  const found = await row<{ labels: number }>(
    tx,
    sql`select count(distinct label_id)::integer as labels from carrier_invoice_lines where ${isOurs(tx, invoiceId)}`,
  );
  return found!.labels;
}

const isOurs = (tx: TenantTransaction, invoiceId: string): SqlText => sql`
  organization_id = ${tx.organizationId} and invoice_id = ${invoiceId} and verdict in ('matched', 'dearer', 'cheaper')`;
