/**
 * Carries loose allocated stock with its allocations: ledger, allocations and picks end up at the target together, which the
 * deferred trigger `allocated_equals_open_allocations` proves at the commit.
 */
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { moveType } from '../../domain/inventory/move-type.ts';
import { openTaskStates } from '../../domain/picking/pick-task-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { assertUnlocked } from '../inventory/location-locks.read.ts';
import { consumeEmptyLpns } from '../inventory/lpns.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import type { LocationRef } from '../inventory/stock-references.read.ts';
import type { Allocation } from '../shipping/shipment-stock.write.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import type { PlannedMove } from './planned-moves.write.ts';

export type Allocated = Pick<
  Allocation,
  'id' | 'warehouse_id' | 'merchant_id' | 'item_id' | 'location_id' | 'lot_no' | 'lpn_id' | 'qty'
>;

/**
 * What the picks that wait for a move are to be picked from, oldest first; of a cancelled wave as well, unless another's
 * pick wants it where it lies. Move and shipments are locked (`lockToCarry`).
 */
export function carriedBy(tx: TenantTransaction, move: PlannedMove): Promise<Allocated[]> {
  return rows<Allocated>(
    tx,
    sql`select a.id, a.warehouse_id, a.merchant_id, a.item_id, a.location_id, a.lot_no, a.lpn_id, a.qty
          from allocations a
         where a.organization_id = ${tx.organizationId} and a.status = 'open' and a.location_id = ${move.from_location_id}
           and a.id in (select t.allocation_id from pick_tasks t
                         where t.organization_id = ${tx.organizationId} and t.waits_for_move_id = ${move.id}
                           and t.status in ('open', 'cancelled'))
           and not exists (select 1 from pick_tasks o
                            where o.organization_id = a.organization_id and o.allocation_id = a.id
                              and ${isOneOf('o.status', openTaskStates)} and o.waits_for_move_id is distinct from ${move.id})
         order by a.created_at, a.id for update`,
  );
}

interface Ends {
  source: LocationRef;
  target: LocationRef;
  note: string;
  isInHand: boolean;
}

/** Off a plate it arrives loose. Refuses 409 LOCATION_LOCKED at either end; what is in hand has left its source before. */
export async function carryAllocated(
  work: StockPosting,
  carried: readonly Allocated[],
  { source, target, note, isInHand }: Ends,
): Promise<void> {
  const { tx, commandId } = work;
  await (isInHand
    ? assertUnlocked(tx, [target.id], [source.id])
    : assertUnlocked(tx, [source.id, target.id]));
  const type = moveType(source.type, target.type);
  const entries = carried.flatMap(({ id: _id, qty, ...key }): LedgerEntry[] => {
    const words = {
      transaction_type: type,
      ref_type: 'move',
      ref_id: commandId,
      note,
      status: 'allocated',
    } as const;
    return [
      { ...key, ...words, qty_delta: `-${qty}` },
      { ...key, ...words, location_id: target.id, lpn_id: null, qty_delta: qty },
    ];
  });
  await postNext(work, entries);
  await execute(
    tx,
    sql`update allocations set location_id = ${target.id}, lpn_id = null
         where organization_id = ${tx.organizationId} and id = any (${carried.map(({ id }) => id)}::uuid[])
           and status = any (${[...holdingStates]}::text[])`,
  );
  await consumeEmptyLpns(
    tx,
    carried.map(({ lpn_id: lpn }) => lpn),
  );
}
