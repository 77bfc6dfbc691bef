/**
 * The only way stock moves: entries are appended to the ledger in one statement, and the database updates the balances
 * with them (trigger `apply_ledger`, locks taken in key order). Nothing else writes `inventory_balances`.
 */
import type { HoldKind } from '../../domain/inventory/holds.ts';
import { newId } from '../../domain/new-id.ts';
import { execute, type TenantTransaction, type Write } from '../database.ts';
import { sql } from '../sql-text.ts';
import { postingLock } from '../posting-lock.ts';

export type StockStatus = 'available' | 'allocated' | 'hold' | 'damaged' | 'in_transit';

export type TransactionType =
  | 'receive'
  | 'putaway'
  | 'move'
  | 'allocate'
  | 'deallocate'
  | 'pick'
  | 'unpick'
  | 'pack'
  | 'ship'
  | 'return'
  | 'adjust'
  | 'count'
  | 'status_change'
  | 'transfer_out'
  | 'transfer_in'
  | 'reverse';

/**
 * The key of a balance. `lot_no` is '' for no lot; the warehouse follows from the location, the merchant from the item.
 */
export interface StockKey {
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  location_id: string;
  status: StockStatus;
  lot_no: string;
  lpn_id: string | null;
}

export interface LedgerEntry extends StockKey {
  /** Signed, as decimal text or a number; never zero. */
  qty_delta: string | number;
  transaction_type: TransactionType;
  ref_type: string;
  ref_id: string | null;
  ref_line_id?: string | null;
  reason_code?: string | null;
  note?: string | null;
  reverses_id?: string | null;
  /** What a hold of a place is for. */
  hold_kind?: HoldKind;
}

/** Who posts: the command makes the entry unique, and the actor is stored with it. */
export interface Posting {
  organizationId: string;
  commandId: string;
  actor: string;
  /** The first line number; a handler that posts twice continues where it stopped. */
  firstLine?: number;
}

/** An entry with the command that posts it, numbered within that command. */
export interface LedgerLine extends LedgerEntry {
  command_id: string;
  line_no: number;
  actor: string;
}

/** Posts the entries of one command, see `postLines`. */
export function post(
  tx: TenantTransaction,
  posting: Posting,
  entries: readonly LedgerEntry[],
): Promise<string[]> {
  const { commandId, actor, firstLine = 1 } = posting;
  const lines = entries.map((entry, index) => ({
    ...entry,
    command_id: commandId,
    line_no: firstLine + index,
    actor,
  }));
  return postLines(tx, lines);
}

/**
 * Posts entries and updates the balances. Returns the ledger ids in the order given. Refuses 409 INSUFFICIENT_STOCK
 * (through the CHECK) when a balance would go below zero. All entries share one timestamp, so that no `as_of` sees half
 * a movement; it is rounded up to the millisecond, the precision in which clients see it and query by it. Readers of a
 * recent moment wait for the shared lock taken here, so that no posting can still appear in their past.
 */
export async function postLines(
  tx: TenantTransaction,
  entries: readonly LedgerLine[],
  write: Write = execute,
): Promise<string[]> {
  if (entries.length === 0) return [];
  const lines = entries.map((entry) => ({ ...entry, id: newId() }));
  await write(
    tx,
    sql`insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, lpn_id,
        warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, ref_id, ref_line_id, reason_code, note, actor, reverses_id,
        hold_kind, occurred_at)
     with entered as materialized (select pg_advisory_xact_lock_shared(${postingLock(tx.organizationId)})),
     posted as materialized (
       select date_trunc('milliseconds', clock_timestamp() + interval '999 microseconds') as moment from entered)
     select ${tx.organizationId}::uuid, id, command_id, line_no, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id,
            qty_delta, transaction_type, ref_type, ref_id, ref_line_id, reason_code, note, actor, reverses_id, hold_kind, moment
       from posted, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e (id uuid, command_id uuid, line_no integer,
        item_id uuid, location_id uuid, status text, lot_no text, lpn_id uuid, warehouse_id uuid, merchant_id uuid,
        qty_delta numeric, transaction_type text, ref_type text, ref_id uuid, ref_line_id uuid, reason_code text, note text,
        actor text, reverses_id uuid, hold_kind text)`,
  );
  return lines.map(({ id }) => id);
}
