/**
 * The only way to post to the books: whole entries, each balanced and posted once. The database enforces the same rules
 * (balance, two lines, one statement, unique keys, lock date), so an entry that slips past the code is rejected.
 */
import { newId } from '../../domain/new-id.ts';
import { balancedLines, type NewEntry, type NewLine } from '../../domain/journal/journal-entry.ts';
import { zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { nextNumbers } from '../tenancy/sequences.write.ts';
import { sql } from '../sql-text.ts';

export interface PostingContext {
  organizationId: string;
  postedBy: string;
}

export interface PostedEntry {
  id: string;
  entry_no: string;
}

/**
 * Posts entries in the order given. Refuses 409 PERIOD_LOCKED, 400 UNBALANCED_ENTRY, and 409 DUPLICATE for an event of
 * a source that was already posted. An entry whose lines are all zero is not posted and returns undefined. Takes entry
 * numbers, so call it after every other lock is held.
 */
export async function postEntries(
  tx: TenantTransaction,
  { organizationId, postedBy }: PostingContext,
  entries: readonly NewEntry[],
): Promise<(PostedEntry | undefined)[]> {
  const prepared = entries.map((entry) => ({
    ...entry,
    id: entry.id ?? newId(),
    lines: balancedLines(entry.lines),
  }));
  const real = prepared.filter(({ lines }) => lines.length > 0);
  if (real.length === 0) return entries.map(() => undefined);
  await assertPeriodOpen(
    tx,
    organizationId,
    real.map(({ entryDate }) => entryDate),
  );
  const numbers = await entryNumbers(
    tx,
    organizationId,
    real.map(({ entryDate }) => entryDate),
  );
  const stored = real.map((entry, index) => ({ ...entry, entry_no: numbers[index]! }));
  await execute(
    tx,
    sql`insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, reverses_id,
            description, posted_by)
     select ${organizationId}::uuid, id, entry_no, entry_date, source_type, source_id, event, reverses_id, description, ${postedBy}
       from jsonb_to_recordset(${JSON.stringify(stored.map(entryRow))}::jsonb) as e (id uuid, entry_no text, entry_date date, source_type text, source_id uuid,
            event text, reverses_id uuid, description text)`,
  );
  await execute(
    tx,
    sql`insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit,
            exchange_rate, base_debit, base_credit, merchant_id, customer_id, vendor_id, carrier_id, warehouse_id,
            invoice_line_id, bill_line_id, memo)
     select ${organizationId}::uuid, entry_id, line_no, account_id, entry_date, currency, debit, credit, exchange_rate, base_debit,
            base_credit, merchant_id, customer_id, vendor_id, carrier_id, warehouse_id, invoice_line_id, bill_line_id,
            coalesce(memo, '')
       from jsonb_to_recordset(${JSON.stringify(stored.flatMap(lineRows))}::jsonb) as l (entry_id uuid, line_no integer, account_id uuid, entry_date date,
            currency text, debit numeric, credit numeric, exchange_rate numeric, base_debit numeric, base_credit numeric,
            merchant_id uuid, customer_id uuid, vendor_id uuid, carrier_id uuid, warehouse_id uuid, invoice_line_id uuid,
            bill_line_id uuid, memo text)`,
  );
  const posted = new Map(stored.map(({ id, entry_no: entryNo }) => [id, { id, entry_no: entryNo }]));
  return prepared.map(({ id }) => posted.get(id));
}

/** Posts one entry. */
export async function postEntry(
  tx: TenantTransaction,
  context: PostingContext,
  entry: NewEntry,
): Promise<PostedEntry | undefined> {
  const [posted] = await postEntries(tx, context, [entry]);
  return posted;
}

/**
 * 409 PERIOD_LOCKED unless every date is after the lock date. The books stay entered until commit, so a period cannot
 * close between this check and the posting.
 */
export async function assertPeriodOpen(
  tx: TenantTransaction,
  organizationId: string,
  dates: readonly string[],
): Promise<void> {
  const found = await row<{ lock_date: string | null }>(
    tx,
    sql`select enter_books(${organizationId}::uuid)::text as lock_date`,
  );
  const lockDate = found?.lock_date ?? null;
  const locked = lockDate === null ? undefined : dates.find((date) => date <= lockDate);
  if (locked !== undefined) {
    const message = `${locked} lies in a locked period; the books are locked through ${lockDate}.`;
    throw new Refusal('PERIOD_LOCKED', message, { date: locked, lock_date: lockDate });
  }
}

/**
 * Numbers JE-YYYYMM-#### per entry: one counter statement per month, in month order so that two batches cannot
 * deadlock.
 */
async function entryNumbers(
  tx: TenantTransaction,
  organizationId: string,
  dates: readonly string[],
): Promise<string[]> {
  const months = dates.map((date) => date.slice(0, 7).replace('-', ''));
  const numbersOf = new Map<string, string[]>();
  for (const month of [...new Set(months)].sort()) {
    const count = months.filter((one) => one === month).length;
    numbersOf.set(month, await nextNumbers(tx, organizationId, 'JE', month, count));
  }
  return months.map((month) => numbersOf.get(month)!.shift()!);
}

type StoredEntry = NewEntry & { id: string; entry_no: string };

function entryRow({
  id,
  entry_no,
  entryDate,
  sourceType,
  sourceId,
  event,
  reversesId,
  description,
}: StoredEntry): object {
  return {
    id,
    entry_no,
    entry_date: entryDate,
    source_type: sourceType,
    source_id: sourceId,
    event,
    reverses_id: reversesId ?? null,
    description,
  };
}

function lineRows({ id, entryDate, lines }: StoredEntry): object[] {
  return lines.map(({ amount, base, exchange_rate: rate, ...line }: NewLine, index) => {
    const isDebit = amount.gt(zero);
    return {
      ...line,
      entry_id: id,
      entry_date: entryDate,
      line_no: index + 1,
      exchange_rate: rate.toFixed(),
      debit: isDebit ? amount.toFixed() : '0',
      credit: isDebit ? '0' : amount.abs().toFixed(),
      base_debit: isDebit ? base.abs().toFixed() : '0',
      base_credit: isDebit ? '0' : base.abs().toFixed(),
    };
  });
}
