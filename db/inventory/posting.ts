/**
 * What the shared steps of receiving and shipping need from the handler that runs them; `Work` of workers/engine/handler.ts
 * satisfies it.
 */
import type { DomainEvent } from '../../domain/domain-event.ts';
import type { TenantTransaction, Write } from '../database.ts';
import type { DailyNumber } from '../tenancy/sequences.write.ts';
import { postLines, type LedgerEntry } from './ledger.write.ts';

export interface StockPosting {
  readonly tx: TenantTransaction;
  readonly organizationId: string;
  readonly commandId: string;
  readonly actor: { name: string };
  takeNumber(prefix: DailyNumber): Promise<string>;
  emit(event: DomainEvent): void;
  /** After the commit, best effort: carriers are to take labels back. */
  signal(wake: { kind: 'look'; reason: 'labels' }): void;
}

interface Posted {
  nextLine: number;
  /** The data of `inventory.changed`, by merchant; it grows until the command ends. */
  changes: Map<string, StockChange>;
}

interface StockChange {
  merchant_id: string;
  warehouse_id: string;
  transaction_types: string[];
  item_ids: string[];
  refs: { ref_type: string; ref_id: string | null }[];
}

const postedBy = new WeakMap<StockPosting, Posted>();

/**
 * A load with thousands of items is reported as one change with a capped list; readers that need every entry find them
 * in the ledger by the command.
 */
export const namedMax = 100;

/** What one command of a group posts. */
export interface GroupedPosting {
  work: StockPosting;
  entries: readonly LedgerEntry[];
}

/**
 * Posts to the ledger; a handler that posts several times (one shipment after another) continues with the next line
 * number. Emits `inventory.changed` once per command and merchant. Returns the ledger ids.
 */
export async function postNext(work: StockPosting, entries: readonly LedgerEntry[]): Promise<string[]> {
  const [ids] = await postTogether(work.tx, [{ work, entries }]);
  return ids!;
}

/** The same for the commands of a group, in one statement. Returns each command's ledger ids. */
export async function postTogether(
  tx: TenantTransaction,
  postings: readonly GroupedPosting[],
  write?: Write,
): Promise<string[][]> {
  const ids = await postUntold(tx, postings, write);
  for (const { work, entries } of postings) tellPosted(work, entries);
  return ids;
}

/** Tells of entries that are posted, or will be, in `inventory.changed`, which is emitted with the first of them. */
export function tellPosted(work: StockPosting, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) note(changeOf(work, postedOf(work), entry), entry);
}

function postedOf(work: StockPosting): Posted {
  const known = postedBy.get(work);
  if (known) return known;
  const posted: Posted = { nextLine: 1, changes: new Map() };
  postedBy.set(work, posted);
  return posted;
}

/** Like `postTogether`, for commands that emit their own events or tell of what they posted later. */
export async function postUntold(
  tx: TenantTransaction,
  postings: readonly GroupedPosting[],
  write?: Write,
): Promise<string[][]> {
  const lines = postings.flatMap(({ work, entries }) => {
    if (entries.length === 0) return [];
    const posted = postedOf(work);
    const firstLine = posted.nextLine;
    posted.nextLine += entries.length;
    const { commandId, actor } = work;
    return entries.map((entry, index) => ({
      ...entry,
      command_id: commandId,
      line_no: firstLine + index,
      actor: actor.name,
    }));
  });
  const ids = await postLines(tx, lines, write);
  let from = 0;
  return postings.map(({ entries }) => {
    const own = ids.slice(from, from + entries.length);
    from += entries.length;
    return own;
  });
}

// The event is emitted once and filled in as the command goes on: it is written with the outcome.
function changeOf(work: StockPosting, { changes }: Posted, entry: LedgerEntry): StockChange {
  const { merchant_id, warehouse_id } = entry;
  const known = changes.get(merchant_id);
  if (known) return known;
  const change = { merchant_id, warehouse_id, transaction_types: [], item_ids: [], refs: [] };
  changes.set(merchant_id, change);
  work.emit({
    type: 'inventory.changed',
    subject_type: 'inventory_change',
    subject_id: work.commandId,
    data: change,
  });
  return change;
}

function note(
  change: StockChange,
  { item_id: itemId, transaction_type: type, ref_type, ref_id }: LedgerEntry,
) {
  const { transaction_types: types, item_ids: items, refs } = change;
  if (!types.includes(type)) types.push(type);
  if (items.length < namedMax && !items.includes(itemId)) items.push(itemId);
  if (refs.length < namedMax && !refs.some((one) => one.ref_id === ref_id)) refs.push({ ref_type, ref_id });
}
