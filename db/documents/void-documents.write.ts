/** Voids issued documents by reversing their entries. */
import {
  documentMachines,
  type DocumentStatus,
  type DocumentType,
} from '../../domain/documents/document-states.ts';
import { groupBy } from '../../domain/group-by.ts';
import { mirrored, type NewEntry, type NewLine } from '../../domain/journal/journal-entry.ts';
import { zero } from '../../domain/decimal.ts';
import { invalid, isGood, notFound, Refusal, refusalOr } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql, type SqlText } from '../sql-text.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { assertOpen, postTogether } from '../journal/journal.write.ts';
import type { Books } from '../journal/books.read.ts';
import {
  lockDocuments,
  readEntryLines,
  settledOf,
  type DocumentChange,
  type OwedDocument,
} from './open-items.write.ts';

export interface AskedVoid {
  id: string;
  reason: string;
  /** Today in the organization's time zone, or the document's date if that is later, when omitted. */
  voidDate?: string | undefined;
  by: string;
}

/** A document that will be void. */
interface Void extends DocumentChange {
  voidDate: string;
  reason: string;
  by: string;
  /** None for a document with a zero total: it posted nothing. */
  entries: NewEntry[];
}

/**
 * Voids issued invoices or approved bills, each with the reverse of its entry dated `voidDate`. Answers in the order
 * asked. Refuses 404, 400 ILLEGAL_TRANSITION, HAS_PAYMENTS while anything is settled, HAS_CREDIT_NOTES while a credit
 * corrects it, 400 when the date is before the document, its last settlement or the void of its last credit, 409
 * PERIOD_LOCKED.
 */
export async function voidDocuments(
  tx: TenantTransaction,
  type: DocumentType,
  asked: readonly AskedVoid[],
): Promise<(DocumentChange | Refusal)[]> {
  const ids = asked.map(({ id }) => id.toLowerCase());
  // Sent at once and run in this order, so the rest is read under the documents' locks.
  const [documents, books, facts] = await Promise.all([
    lockDocuments(tx, type, ids),
    enterBooks(tx),
    readFacts(tx, type, ids),
  ]);
  const planned = asked.map((one, index) =>
    refusalOr(() => {
      const document = documents.get(ids[index]!);
      if (!document) throw notFound(type);
      return planVoid(one, document, books, facts);
    }),
  );
  const voids = planned.filter(isGood);
  if (voids.length > 0) {
    await storeVoid(tx, type, voids);
    const postings = voids.map(({ by, entries }) => ({ postedBy: by, entries }));
    await postTogether(tx, postings);
  }
  return planned;
}

interface Facts {
  /** The credits that correct a document and are not void. */
  corrections: Map<string, { id: string; no: string }[]>;
  /** The last day that something was applied to a document, or that a credit that corrected it was voided. */
  lastDay: Map<string, string>;
  issued: ReadonlyMap<string, { entryId: string; lines: readonly NewLine[] }>;
}

async function readFacts(tx: TenantTransaction, type: DocumentType, ids: readonly string[]): Promise<Facts> {
  const original = name(`original_${type}_id`);
  const appliedTo = (column: SqlText): SqlText => sql`
    select ${column} as id, applied_on as day from payment_allocations
     where organization_id = ${tx.organizationId} and ${column} = any(${ids}::uuid[])`;
  const applied = joined([name(`${type}_id`), name(`credit_${type}_id`)].map(appliedTo), ' union all ');
  const [corrections, lastDays, entries] = await Promise.all([
    rows<{ id: string; of: string; no: string }>(
      tx,
      sql`select id, ${original} as of, coalesce(${name(`${type}_no`)}, 'a draft') as no from ${name(`${type}s`)}
           where organization_id = ${tx.organizationId} and ${original} = any(${ids}::uuid[]) and status <> 'void' order by id`,
    ),
    rows<{ id: string; day: string }>(
      tx,
      sql`select id, max(day)::text as day from (
            ${applied} union all
            select ${original}, void_date from ${name(`${type}s`)}
             where organization_id = ${tx.organizationId} and ${original} = any(${ids}::uuid[]) and status = 'void') a group by id`,
    ),
    rows<{ id: string; source_id: string }>(
      tx,
      sql`select id, source_id from journal_entries
           where organization_id = ${tx.organizationId} and source_type = ${type} and source_id = any(${ids}::uuid[]) and event = 'issue'`,
    ),
  ]);
  const lines = await readEntryLines(
    tx,
    entries.map(({ id }) => id),
  );
  return {
    corrections: groupBy(corrections, ({ of }) => of),
    lastDay: new Map(lastDays.map(({ id, day }) => [id, day])),
    issued: new Map(entries.map(({ id, source_id: of }) => [of, { entryId: id, lines: lines.get(id)! }])),
  };
}

/** Takes the step, so that a command behind it in the group finds the document void; or throws why not. */
function planVoid(
  { voidDate: given, reason, by }: AskedVoid,
  document: OwedDocument,
  { today, lockDate }: Books,
  { corrections, lastDay, issued }: Facts,
): Void {
  const { type, id, date, status: previous } = document;
  const status: DocumentStatus = nextState(documentMachines[type], previous, 'void');
  const voidDate = given ?? (today > date ? today : date);
  assertNothingSettled(document);
  assertNotCorrected(document, corrections);
  // If a void were dated before the reversal of the last settlement, or before the void of a credit, the receivable would be
  // negative in between.
  const earliest = later(date, lastDay.get(id));
  if (voidDate < earliest) throw invalid('void_date', 'range', `void_date must not be before ${earliest}`);
  const entry = issued.get(id);
  if (entry) assertOpen(lockDate, [voidDate]);
  document.status = status;
  for (const [of, credits] of corrections) {
    if (!credits.some((credit) => credit.id === id)) continue;
    const left = credits.filter((credit) => credit.id !== id);
    corrections.set(of, left);
    lastDay.set(of, later(voidDate, lastDay.get(of)));
  }
  const entries = entry
    ? [
        {
          sourceType: type,
          sourceId: id,
          event: 'void' as const,
          entryDate: voidDate,
          description: `Void ${document.no}: ${reason}`,
          reversesId: entry.entryId,
          lines: mirrored(entry.lines),
        },
      ]
    : [];
  return { type, id, status, previous, voidDate, reason, by, entries };
}

const later = (day: string, other: string | undefined): string =>
  other !== undefined && other > day ? other : day;

function assertNothingSettled(document: OwedDocument): void {
  if (!settledOf(document).gt(zero)) return;
  const message = `${document.no} has payments or credits applied; reverse them first.`;
  throw new Refusal('HAS_PAYMENTS', message, {
    amount_paid: document.paid.toFixed(),
    amount_credited: document.credited.toFixed(),
  });
}

// Void together with its credit, the party would be given the amount twice. The document is locked, and a credit locks
// the document it corrects, so none can be entered meanwhile.
function assertNotCorrected({ id, no }: OwedDocument, corrections: Facts['corrections']): void {
  const live = corrections.get(id) ?? [];
  if (live.length === 0) return;
  const numbers = live.map((one) => one.no);
  const message = `${no} is corrected by ${numbers.join(', ')}; void or delete that first.`;
  throw new Refusal('HAS_CREDIT_NOTES', message, { credits: numbers });
}

async function storeVoid(tx: TenantTransaction, type: DocumentType, voids: readonly Void[]): Promise<void> {
  const stored = voids.map(({ id, voidDate, reason, by }) => ({ id, void_date: voidDate, reason, by }));
  await execute(
    tx,
    sql`update ${name(`${type}s`)} d
        set status = 'void', void_date = n.void_date, void_reason = n.reason, voided_at = now(), voided_by = n.by,
            updated_at = now(), version = d.version + 1
       from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as n (id uuid, void_date date, reason text, by text)
      where d.organization_id = ${tx.organizationId} and d.id = n.id`,
  );
}
