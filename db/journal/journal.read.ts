/** Reads the journal: entries with their lines, and an account's detail with its running balance. */
import { addDays } from '../../domain/days.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { EntryEvent, EntrySource, TaxMark } from '../../domain/journal/journal-entry.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { readTogether } from '../shared-reads.ts';
import { bookedSums } from './journal-closings.read.ts';

export interface JournalLineRow extends TaxMark {
  entry_id: string;
  line_no: number;
  account_id: string;
  account_code: string;
  account_name: string;
  currency: string;
  debit: string;
  credit: string;
  exchange_rate: string;
  base_debit: string;
  base_credit: string;
  merchant_id: string | null;
  customer_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
  warehouse_id: string | null;
  invoice_line_id: string | null;
  bill_line_id: string | null;
  memo: string;
}

export interface JournalEntryRow {
  id: string;
  entry_no: string;
  entry_date: string;
  source_type: EntrySource;
  source_id: string;
  /** The number of the source document. */
  source_no: string | null;
  event: EntryEvent;
  reverses_id: string | null;
  reversed_by_id: string | null;
  description: string;
  posted_by: string;
  created_at: Date;
  /** Its position and hash in the journal's chain; null for the minute until it is added. */
  chain_seq: string | null;
  chain_hash: string | null;
  lines: JournalLineRow[];
  /**
   * For the account filtered by: the amount the entry posted to it and the balance after, debits positive, in base
   * currency.
   */
  account_amount: string | null;
  running_balance: string | null;
}

export interface JournalFilters {
  account_id?: string;
  source_type?: string;
  source_id?: string;
  merchant_id?: string;
  date_from?: string;
  date_to?: string;
}

type HeadRow = Omit<JournalEntryRow, 'lines' | 'account_amount' | 'running_balance'>;

const headColumns = sql`e.id, e.entry_no, e.entry_date, e.source_type, e.source_id, e.event, e.reverses_id, e.description,
  e.posted_by, e.created_at,
  (select r.id from journal_entries r
    where r.organization_id = e.organization_id and r.reverses_id = e.id) as reversed_by_id,
  case e.source_type
    when 'invoice' then (select i.invoice_no from invoices i where i.organization_id = e.organization_id and i.id = e.source_id)
    when 'bill' then (select b.bill_no from bills b where b.organization_id = e.organization_id and b.id = e.source_id)
    when 'payment' then (select p.payment_no from payments p where p.organization_id = e.organization_id and p.id = e.source_id)
  end as source_no,
  (select c.chain_seq from journal_chain c
    where c.organization_id = e.organization_id and c.entry_id = e.id) as chain_seq,
  (select encode(c.chain_hash, 'hex') from journal_chain c
    where c.organization_id = e.organization_id and c.entry_id = e.id) as chain_hash`;

/** Entries newest first; with account_id oldest first, as a ledger is read, each with the running balance. */
export async function listEntries(
  tx: TenantTransaction,
  filters: JournalFilters & PageQuery,
): Promise<PageOf<JournalEntryRow>> {
  const { account_id: accountId, page, page_size } = filters;
  const list = {
    columns: headColumns,
    from: sql`journal_entries e`,
    where: matches(tx.organizationId, filters),
    order: accountId ? ['e.entry_date', 'e.id'] : ['-e.entry_date', '-e.id'],
  };
  const found = await readPage<HeadRow>(tx, list, { page, page_size });
  const lines = await linesOf(
    tx,
    found.rows.map(({ id }) => id),
    accountId,
  );
  const balances = accountId ? await runningBalances(tx, accountId, found.rows) : undefined;
  const entries = found.rows.map((entry) => ({
    ...entry,
    lines: lines.get(entry.id) ?? [],
    account_amount: balances?.get(entry.id)?.amount ?? null,
    running_balance: balances?.get(entry.id)?.balance ?? null,
  }));
  return { ...found, rows: entries };
}

/** The matching entries, under the alias `e`. */
function matches(organizationId: string, filters: JournalFilters): SqlText {
  const { account_id, merchant_id, source_type, source_id, date_from: from, date_to: to } = filters;
  const wanted = equalTo('e', { organization_id: organizationId, source_type, source_id });
  if (from) wanted.push(sql`e.entry_date >= ${from}`);
  if (to) wanted.push(sql`e.entry_date <= ${to}`);
  const ofLine = equalTo('l', { account_id, merchant_id });
  if (ofLine.length > 0) {
    wanted.push(sql`exists (select 1 from journal_lines l
      where l.organization_id = e.organization_id and l.entry_id = e.id and ${every(ofLine)})`);
  }
  return every(wanted);
}

const lineColumns = sql`l.entry_id, l.line_no, l.account_id, a.code as account_code, a.name as account_name, l.currency,
  l.debit, l.credit, l.exchange_rate, l.base_debit, l.base_credit, l.merchant_id, l.customer_id, l.vendor_id, l.carrier_id,
  l.warehouse_id, l.invoice_line_id, l.bill_line_id, l.memo, l.tax_side, l.tax_part, l.tax_code, l.tax_rate`;

async function linesOf(
  tx: TenantTransaction,
  entryIds: readonly string[],
  accountId?: string,
): Promise<Map<string, JournalLineRow[]>> {
  const lines = await rows<JournalLineRow>(
    tx,
    sql`select ${lineColumns}
       from journal_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = ${tx.organizationId} and l.entry_id = any(${entryIds}::uuid[]) and (${accountId ?? null}::uuid is null or l.account_id = ${accountId ?? null}::uuid)
      order by l.entry_id, l.line_no`,
  );
  return groupBy(lines, ({ entry_id: id }) => id);
}

/**
 * The amount each entry of a page posted to the account, and the balance after it: everything before the page is summed
 * once.
 */
async function runningBalances(
  tx: TenantTransaction,
  accountId: string,
  page: readonly HeadRow[],
): Promise<Map<string, { amount: string; balance: string }>> {
  const [first] = page;
  if (!first) return new Map();
  const daysBefore = bookedSums(
    tx.organizationId,
    { from: null, to: addDays(first.entry_date, -1) },
    { account_ids: [accountId] },
  );
  const found = await rows<{ entry_id: string; amount: string; balance: string }>(
    tx,
    sql`with page as (
        select entry_id, entry_date, sum(base_debit - base_credit) as amount from journal_lines
         where organization_id = ${tx.organizationId} and account_id = ${accountId} and entry_id = any(${page.map(({ id }) => id)}::uuid[]) group by entry_id, entry_date),
      before as (
        select coalesce(sum(base_debit - base_credit), 0) as amount
          from (select base_debit, base_credit from (${daysBefore}) days
                 union all
                select base_debit, base_credit from journal_lines
                 where organization_id = ${tx.organizationId} and account_id = ${accountId}
                   and entry_date = ${first.entry_date}::date and entry_id < ${first.id}::uuid) earlier),
      -- With filters in addition to the account a page skips entries; the balance counts them all the same.
      skipped as (
        select entry_id, entry_date, sum(base_debit - base_credit) as amount from journal_lines
         where organization_id = ${tx.organizationId} and account_id = ${accountId} and (entry_date, entry_id) >= (${first.entry_date}::date, ${first.id}::uuid)
           and (entry_date, entry_id) <= (select entry_date, entry_id from page order by entry_date desc, entry_id desc limit 1)
         group by entry_id, entry_date)
     select s.entry_id, s.amount,
            (select amount from before) + sum(s.amount) over (order by s.entry_date, s.entry_id) as balance
       from skipped s`,
  );
  return new Map(found.map(({ entry_id: id, amount, balance }) => [id, { amount, balance }]));
}

export const findEntry = readTogether(async (tx, ids) => {
  const [heads, lines] = await Promise.all([
    rows<HeadRow>(
      tx,
      sql`select ${headColumns} from journal_entries e
           where e.organization_id = ${tx.organizationId} and e.id = any (${ids}::uuid[])`,
    ),
    linesOf(tx, ids),
  ]);
  return new Map(
    heads.map((head): [string, JournalEntryRow] => [
      head.id,
      { ...head, lines: lines.get(head.id) ?? [], account_amount: null, running_balance: null },
    ]),
  );
});

export interface ExportLine extends JournalLineRow {
  entry_no: string;
  entry_date: string;
  description: string;
  source_type: string;
  event: string;
  account_type: string;
  merchant_code: string | null;
  merchant_name: string | null;
  customer_code: string | null;
  customer_name: string | null;
  vendor_code: string | null;
  vendor_name: string | null;
  carrier_code: string | null;
  carrier_name: string | null;
  warehouse_code: string | null;
  warehouse_name: string | null;
  /** Of an account's lines: what all of them moved it by from `date_from` up to this one, in base currency. */
  moved: string | null;
}

/** Whom a line names; joined after it, so that they are looked up for the lines alone. */
const namesOfLine = {
  columns: sql`n.code as merchant_code, n.name as merchant_name, c.code as customer_code, c.name as customer_name,
    v.code as vendor_code, v.name as vendor_name, r.code as carrier_code, r.name as carrier_name,
    w.code as warehouse_code, w.name as warehouse_name`,
  joins: sql`left join merchants n on n.organization_id = l.organization_id and n.id = l.merchant_id
    left join customers c on c.organization_id = l.organization_id and c.id = l.customer_id
    left join vendors v on v.organization_id = l.organization_id and v.id = l.vendor_id
    left join carriers r on r.organization_id = l.organization_id and r.id = l.carrier_id
    left join warehouses w on w.organization_id = l.organization_id and w.id = l.warehouse_id`,
};

/**
 * Every line of the matching entries, oldest first, for export files; with `ofAccount` those of the account filtered by.
 * One more than `limit` means there are too many.
 */
export function exportLines(
  tx: TenantTransaction,
  filters: JournalFilters,
  limit: number,
  { ofAccount }: { ofAccount: boolean },
): Promise<ExportLine[]> {
  const { account_id, date_from: from, date_to: to } = filters;
  const days = [...(from ? [sql`entry_date >= ${from}`] : []), ...(to ? [sql`entry_date <= ${to}`] : [])];
  // Over all lines of the account: other filters leave out entries, which moved it all the same.
  const moves = sql`(
    select entry_id, line_no, sum(base_debit - base_credit) over (order by entry_date, entry_id, line_no) as moved
      from journal_lines
     where ${every([sql`organization_id = ${tx.organizationId}`, sql`account_id = ${account_id ?? null}`, ...days])})`;
  const isDetail = ofAccount && account_id !== undefined;
  const joined = isDetail
    ? sql`join ${moves} m on m.entry_id = l.entry_id and m.line_no = l.line_no`
    : sql`cross join (select null::numeric as moved) m`;
  return rows<ExportLine>(
    tx,
    sql`select e.entry_no, e.entry_date, e.description, e.source_type, e.event, ${lineColumns}, a.type as account_type,
               ${namesOfLine.columns}, m.moved
          from journal_entries e
          join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
          join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
          ${joined}
          ${namesOfLine.joins}
         where ${matches(tx.organizationId, filters)}
         order by e.entry_date, e.id, l.line_no limit ${limit + 1}`,
  );
}

/** The balance of an account before a day, debits positive, in base currency. */
export async function balanceBefore(tx: TenantTransaction, accountId: string, day: string): Promise<string> {
  const sums = bookedSums(
    tx.organizationId,
    { from: null, to: addDays(day, -1) },
    { account_ids: [accountId] },
  );
  const found = await row<{ balance: string }>(
    tx,
    sql`select coalesce(sum(base_debit - base_credit), 0) as balance from (${sums}) days`,
  );
  return found!.balance;
}
