/**
 * The room and the stock of locations, counted together with the planned moves on their way. Whoever counts takes the
 * locations' rows of `location_space`, after balances and in id order: two planners never promise one hole twice.
 */
import type { Place } from '../../domain/inventory/room.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { together } from '../sql-errors.ts';
import { isOneOf } from '../state-columns.ts';
import { freeOf } from './replenish.read.ts';
import { readRoom } from './room.read.ts';

/**
 * Locks these locations' space until the transaction ends. What is counted afterwards includes what others planned; so does
 * what is sent right behind it, unless it returns that rows had to be made first: they are made once for each place.
 */
export async function enterSpace(tx: TenantTransaction, locationIds: readonly string[]): Promise<boolean> {
  const ids = [...new Set(locationIds)].sort();
  if (ids.length === 0) return false;
  const locked = await lockSpace(tx, ids);
  if (locked.length === ids.length) return false;
  await execute(
    tx,
    sql`insert into location_space (organization_id, location_id)
        select ${tx.organizationId}::uuid, id from unnest(${ids}::uuid[]) id order by id
        on conflict (organization_id, location_id) do nothing`,
  );
  await lockSpace(tx, ids);
  return true;
}

/** Locks the space of locations and reads their room on one way to the database and back. */
export async function enterRoom(
  tx: TenantTransaction,
  locationIds: readonly string[],
): Promise<Map<string, Place>> {
  const [wereMade, room] = await together([enterSpace(tx, locationIds), readRoom(tx, locationIds)]);
  return wereMade ? readRoom(tx, locationIds) : room;
}

const lockSpace = (tx: TenantTransaction, ids: readonly string[]): Promise<object[]> =>
  rows(
    tx,
    sql`select 1 from location_space
         where organization_id = ${tx.organizationId} and location_id = any (${[...ids]}::uuid[])
         order by location_id for update`,
  );

/** Notes that places without a figure are full, so that they are passed over at once. Those that somebody takes of are left. */
export async function noteFull(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await execute(tx, sql`select note_full(${tx.organizationId}::uuid, ${[...ids]}::uuid[])`);
}

export interface LooseStock {
  item_id: string;
  location_id: string;
  lot_no: string;
  status: string;
}

/** What is there of this stock, and how much of it live moves are to take away already: what orders have of those is not in it. */
export async function unplannedStock(
  tx: TenantTransaction,
  { item_id, location_id, lot_no, status }: LooseStock,
): Promise<{ present: string; leaving: string }> {
  const found = await row<{ present: string; leaving: string }>(
    tx,
    sql`select
         (select coalesce(sum(b.qty), 0) from inventory_balances b
           where b.organization_id = ${tx.organizationId} and b.item_id = ${item_id} and b.location_id = ${location_id}
             and b.status = ${status} and b.lot_no = ${lot_no}) as present,
         (select coalesce(sum(${freeOf}), 0) from planned_moves m
           where m.organization_id = ${tx.organizationId} and m.from_location_id = ${location_id} and m.item_id = ${item_id}
             and m.stock_status = ${status} and m.lot_no = ${lot_no} and ${isOneOf('m.status', liveMoveStates)}) as leaving`,
  );
  return found!;
}
