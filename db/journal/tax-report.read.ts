/** Reads the tax report: its sums, the documents behind them, and what moved the tax accounts. */
import { addDays } from '../../domain/days.ts';
import type { TaxSums } from '../../domain/journal/tax-report.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readSystemAccounts } from './books.read.ts';
import { bookedSums } from './journal-closings.read.ts';

export interface TaxDays {
  from: string;
  /** Included. */
  to: string;
}

/** By side, code and rate. Only the lines of these days are read: a group is looked up, then its days. */
export function readTaxSums(tx: TenantTransaction, { from, to }: TaxDays): Promise<TaxSums[]> {
  return rows<TaxSums>(
    tx,
    sql`with recursive groups as (
          select min(tax_group) as tax_group from journal_lines
           where organization_id = ${tx.organizationId} and tax_group is not null
           union all
          select (select min(l.tax_group) from journal_lines l
                   where l.organization_id = ${tx.organizationId} and l.tax_group > g.tax_group)
            from groups g where g.tax_group is not null)
        select s.* from groups g cross join lateral (
          select l.tax_group, l.tax_side, l.tax_code, l.tax_rate,
                 coalesce(sum(l.base_debit - l.base_credit) filter (where l.tax_part = 'base'), 0) as base,
                 coalesce(sum(l.base_debit - l.base_credit) filter (where l.tax_part = 'tax'), 0) as tax
            from journal_lines l
           where l.organization_id = ${tx.organizationId} and l.tax_group = g.tax_group and l.tax_part in ('base', 'tax')
             and l.entry_date >= ${from}::date and l.entry_date <= ${to}::date
           group by l.tax_group, l.tax_side, l.tax_code, l.tax_rate) s
         where g.tax_group is not null`,
  );
}

export interface TaxAccount {
  account_id: string;
  code: string;
  name: string;
  /** Debits positive, in base currency. */
  opening: string;
  /** What the report tells of it: posted by documents as tax. */
  reported: string;
  closing: string;
}

/** The accounts that tax is posted to: what the report tells of them, beside how they stood before and after. */
export async function readTaxAccounts(tx: TenantTransaction, { from, to }: TaxDays): Promise<TaxAccount[]> {
  const { sales_tax_payable: output, input_tax: input } = await readSystemAccounts(tx);
  const ids = [output, input];
  const sumsUntil = (day: string) => sql`
    select account_id, sum(base_debit - base_credit) as amount
      from (${bookedSums(tx.organizationId, { from: null, to: day }, { account_ids: ids })}) s group by account_id`;
  return rows<TaxAccount>(
    tx,
    sql`select a.id as account_id, a.code, a.name, coalesce(o.amount, 0) as opening, coalesce(r.amount, 0) as reported,
               coalesce(c.amount, 0) as closing
          from accounts a
          left join (${sumsUntil(addDays(from, -1))}) o on o.account_id = a.id
          left join (${sumsUntil(to)}) c on c.account_id = a.id
          left join (select l.account_id, sum(l.base_debit - l.base_credit) as amount from journal_lines l
                      where l.organization_id = ${tx.organizationId} and l.account_id = any (${ids}::uuid[]) and l.tax_part = 'tax'
                        and l.entry_date >= ${from}::date and l.entry_date <= ${to}::date
                      group by l.account_id) r on r.account_id = a.id
         where a.organization_id = ${tx.organizationId} and a.id = any (${ids}::uuid[]) order by a.code`,
  );
}

export interface TaxedDocument extends TaxSums {
  entry_date: string;
  entry_no: string;
  event: string;
  document_no: string | null;
  party_code: string | null;
  party_name: string | null;
  party_vat_id: string | null;
  /** The document's. */
  currency: string;
}

/** The documents behind the sums, oldest first; one more than `limit` means there are too many. */
export function readTaxedDocuments(
  tx: TenantTransaction,
  { from, to }: TaxDays,
  limit: number,
): Promise<TaxedDocument[]> {
  return rows<TaxedDocument>(
    tx,
    sql`select e.entry_date, e.entry_no, e.event, coalesce(i.invoice_no, b.bill_no) as document_no,
               coalesce(m.code, c.code, v.code, r.code) as party_code,
               coalesce(m.name, c.name, v.name, r.name) as party_name, i.buyer_vat_id as party_vat_id,
               coalesce(i.currency, b.currency) as currency, t.tax_group, t.tax_side, t.tax_code, t.tax_rate, t.base, t.tax
          from (select l.entry_id, l.tax_group, l.tax_side, l.tax_code, l.tax_rate,
                       coalesce(sum(l.base_debit - l.base_credit) filter (where l.tax_part = 'base'), 0) as base,
                       coalesce(sum(l.base_debit - l.base_credit) filter (where l.tax_part = 'tax'), 0) as tax
                  from journal_lines l
                 where l.organization_id = ${tx.organizationId} and l.tax_group is not null
                   and l.entry_date >= ${from}::date and l.entry_date <= ${to}::date
                 group by 1, 2, 3, 4, 5) t
          join journal_entries e on e.organization_id = ${tx.organizationId} and e.id = t.entry_id
          left join invoices i on i.organization_id = e.organization_id and i.id = e.source_id and e.source_type = 'invoice'
          left join bills b on b.organization_id = e.organization_id and b.id = e.source_id and e.source_type = 'bill'
          left join merchants m on m.organization_id = e.organization_id and m.id = i.merchant_id
          left join customers c on c.organization_id = e.organization_id and c.id = i.customer_id
          left join vendors v on v.organization_id = e.organization_id and v.id = b.vendor_id
          left join carriers r on r.organization_id = e.organization_id and r.id = b.carrier_id
         order by e.entry_date, e.id, t.tax_group limit ${limit + 1}`,
  );
}
