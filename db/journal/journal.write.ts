/**
 * The only way to post to the books: whole entries, each balanced and posted once. The database enforces the same rules
 * (balance, two lines, one statement, unique keys, lock date), so an entry that slips past the code is rejected.
 */
import { monthOf } from '../../domain/days.ts';
import { newId } from '../../domain/new-id.ts';
import {
  balancedLines,
  type DocumentEntry,
  type NewEntry,
  type NewLine,
} from '../../domain/journal/journal-entry.ts';
import { zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { together } from '../sql-errors.ts';
import { sql } from '../sql-text.ts';
import { takeNumbers, type Counter } from '../tenancy/sequences.write.ts';

export interface PostingContext {
  organizationId: string;
  postedBy: string;
}

/** What one command posts. */
export interface Posting {
  postedBy: string;
  /** The counter of the document that is numbered together with its entries. */
  counter?: Counter | undefined;
  entries: readonly DocumentEntry[];
}

/**
 * Posts entries in the order given and returns the ids of those that were posted: one whose lines are all zero is not.
 * Refuses 409 PERIOD_LOCKED, 400 UNBALANCED_ENTRY, and 409 DUPLICATE for an event of a source that was already posted.
 * Takes entry numbers, so call it after every other lock is held.
 */
export async function postEntries(
  tx: TenantTransaction,
  { postedBy }: PostingContext,
  entries: readonly NewEntry[],
): Promise<string[]> {
  const dates = entries.filter(({ lines }) => balancedLines(lines).length > 0).map((one) => one.entryDate);
  if (dates.length === 0) return [];
  await assertPeriodOpen(tx, dates);
  return postTogether(tx, [{ postedBy, entries }]);
}

/**
 * Posts what several commands post, in the order given, as `postEntries` does. The books are entered and the dates
 * checked. The numbers of all entries and of the documents posted with them are taken by one statement, the last before
 * what stores them: `store` gets the documents' numbers, in order, and starts its statements at once.
 */
export async function postTogether(
  tx: TenantTransaction,
  postings: readonly Posting[],
  store: (documentNos: readonly string[]) => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const numbered = postings.filter(({ counter }) => counter !== undefined);
  const entries = postings.flatMap((posting) =>
    posting.entries
      .map((entry) => ({ ...entry, id: entry.id ?? newId(), lines: balancedLines(entry.lines), posting }))
      .filter(({ lines }) => lines.length > 0),
  );
  const taken = await takeNumbers(tx, [
    ...numbered.map(({ counter }) => counter!),
    ...entries.map(({ entryDate }) => ({ prefix: 'JE', period: monthOf(entryDate) })),
  ]);
  const documentNos = new Map(numbered.map((posting, index) => [posting, taken[index]!]));
  const stored = entries.map(({ posting, description, ...entry }, index): StoredEntry => ({
    ...entry,
    description: typeof description === 'string' ? description : description(documentNos.get(posting)!),
    entryNo: taken[numbered.length + index]!,
    postedBy: posting.postedBy,
  }));
  // All are on their way before the first is answered: the counters are held until the commit.
  await together([
    store(taken.slice(0, numbered.length)),
    ...(stored.length > 0 ? [insertEntries(tx, stored), insertLines(tx, stored)] : []),
  ]);
  return stored.map(({ id }) => id);
}

async function insertEntries(tx: TenantTransaction, entries: readonly StoredEntry[]): Promise<void> {
  await execute(
    tx,
    sql`insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, reverses_id,
            description, posted_by)
     select ${tx.organizationId}::uuid, id, entry_no, entry_date, source_type, source_id, event, reverses_id, description, posted_by
       from jsonb_to_recordset(${JSON.stringify(entries.map(entryRow))}::jsonb) as e (id uuid, entry_no text, entry_date date, source_type text, source_id uuid,
            event text, reverses_id uuid, description text, posted_by text)`,
  );
}

async function insertLines(tx: TenantTransaction, entries: readonly StoredEntry[]): Promise<void> {
  await execute(
    tx,
    sql`insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit,
            exchange_rate, base_debit, base_credit, merchant_id, customer_id, vendor_id, carrier_id, warehouse_id,
            invoice_line_id, bill_line_id, memo, tax_side, tax_part, tax_code, tax_rate)
     select ${tx.organizationId}::uuid, entry_id, line_no, account_id, entry_date, currency, debit, credit, exchange_rate, base_debit,
            base_credit, merchant_id, customer_id, vendor_id, carrier_id, warehouse_id, invoice_line_id, bill_line_id,
            coalesce(memo, ''), tax_side, tax_part, tax_code, tax_rate
       from jsonb_to_recordset(${JSON.stringify(entries.flatMap(lineRows))}::jsonb) as l (entry_id uuid, line_no integer, account_id uuid, entry_date date,
            currency text, debit numeric, credit numeric, exchange_rate numeric, base_debit numeric, base_credit numeric,
            merchant_id uuid, customer_id uuid, vendor_id uuid, carrier_id uuid, warehouse_id uuid, invoice_line_id uuid,
            bill_line_id uuid, memo text, tax_side text, tax_part text, tax_code text, tax_rate numeric)`,
  );
}

/** Posts one entry. */
export async function postEntry(
  tx: TenantTransaction,
  context: PostingContext,
  entry: NewEntry,
): Promise<void> {
  await postEntries(tx, context, [entry]);
}

/**
 * 409 PERIOD_LOCKED unless every date is after the lock date. The books stay entered until commit, so a period cannot
 * close between this check and the posting.
 */
export async function assertPeriodOpen(tx: TenantTransaction, dates: readonly string[]): Promise<void> {
  const found = await row<{ lock_date: string | null }>(
    tx,
    sql`select enter_books(${tx.organizationId}::uuid)::text as lock_date`,
  );
  assertOpen(found?.lock_date ?? null, dates);
}

/** 409 PERIOD_LOCKED unless every date is after the lock date, as read once the books were entered. */
export function assertOpen(lockDate: string | null, dates: readonly string[]): void {
  const locked = lockDate === null ? undefined : dates.find((date) => date <= lockDate);
  if (locked !== undefined) {
    const message = `${locked} lies in a locked period; the books are locked through ${lockDate}.`;
    throw new Refusal('PERIOD_LOCKED', message, { date: locked, lock_date: lockDate });
  }
}

type StoredEntry = NewEntry & {
  id: string;
  entryNo: string;
  postedBy: string;
};

function entryRow({
  entryNo,
  entryDate,
  sourceType,
  sourceId,
  reversesId,
  postedBy,
  ...entry
}: StoredEntry): object {
  const { id, event, description } = entry;
  return {
    id,
    entry_no: entryNo,
    entry_date: entryDate,
    source_type: sourceType,
    source_id: sourceId,
    event,
    reverses_id: reversesId ?? null,
    description,
    posted_by: postedBy,
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
