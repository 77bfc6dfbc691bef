/** What the shared steps of receiving and shipments need of the handler that runs them; `Work` of workers/handler.ts fits. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import type { TenantTransaction } from '../database.ts';
import type { DailyNumber } from '../tenancy/sequences.write.ts';
import { post, type LedgerEntry } from './ledger.write.ts';

export interface StockPosting {
  readonly tx: TenantTransaction;
  readonly organizationId: string;
  readonly commandId: string;
  readonly actor: { name: string };
  takeNumber(prefix: DailyNumber): Promise<string>;
  emit(event: DomainEvent): void;
}

interface Posted {
  nextLine: number;
  /** What `inventory.changed` says, by merchant; it grows until the command ends. */
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

// A load of thousands of items is told as a change; who wants each entry pages the ledger.
const namedMax = 100;

/**
 * Posts to the ledger; a handler that posts several times (one shipment after another) goes on with the next line
 * number. Tells `inventory.changed`, once per command and merchant. Answers the ledger ids.
 */
export async function postNext(work: StockPosting, entries: readonly LedgerEntry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const posted = postedBy.get(work) ?? { nextLine: 1, changes: new Map() };
  postedBy.set(work, posted);
  const { tx, organizationId, commandId, actor } = work;
  const firstLine = posted.nextLine;
  posted.nextLine += entries.length;
  const ids = await post(tx, { organizationId, commandId, actor: actor.name, firstLine }, entries);
  for (const entry of entries) note(changeOf(work, posted, entry), entry);
  return ids;
}

// The event is told once and filled as the command goes on: it is written with the outcome.
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
