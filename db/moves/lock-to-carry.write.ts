/**
 * Locks planned moves with everything that carrying them out touches, in ARCHITECTURE's order: the receipts they put away,
 * the shipments whose goods go along, the license plates, the moves themselves, then the stock at both ends. What is read
 * after this stays as it is until the transaction ends.
 */
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { lockStockRows } from '../inventory/inventory.write.ts';
import { enterLocations } from '../inventory/location-locks.read.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { lockPlannedMoves, type PlannedMove } from './planned-moves.write.ts';
import { lockGoodsOn } from './plates-together.write.ts';

export interface ToCarry {
  move_id: string;
  /** Elsewhere than planned. */
  to_location_id?: string | undefined;
}

export async function lockToCarry(tx: TenantTransaction, asked: readonly ToCarry[]): Promise<PlannedMove[]> {
  const ids = asked.map(({ move_id: id }) => id);
  await lockDocuments(tx, ids);
  const moves = await lockPlannedMoves(tx, ids);
  const elsewhere = new Map(asked.map((one) => [one.move_id.toLowerCase(), one.to_location_id]));
  await lockGoods(
    tx,
    moves.map((move) => ({
      ...move,
      to_location_id: elsewhere.get(move.id)?.toLowerCase() ?? move.to_location_id,
    })),
  );
  return moves;
}

/** What a move is of, what waits for it, and the plate it carries never change: they are read before they are locked. */
async function lockDocuments(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const named = sql`m.organization_id = ${tx.organizationId} and m.id = any (${[...ids]}::uuid[])`;
  const plates = sql`select c.id from planned_moves m
    join lpns c on c.organization_id = m.organization_id and (c.id = m.lpn_id or c.parent_lpn_id = m.lpn_id)
   where ${named}`;
  await lockReceiptsOf(tx, ids);
  await execute(
    tx,
    sql`select 1 from wms_shipments s
         where s.organization_id = ${tx.organizationId} and s.id in (
           select t.shipment_id from pick_tasks t join planned_moves m
               on m.organization_id = t.organization_id and m.id = t.waits_for_move_id where ${named}
           union all
           select a.shipment_id from allocations a
            where a.organization_id = ${tx.organizationId} and a.lpn_id in (${plates})
              and ${isOneOf('a.status', holdingStates)})
         order by s.id for update`,
  );
  await execute(
    tx,
    sql`select 1 from lpns p where p.organization_id = ${tx.organizationId} and p.id in (${plates}) order by p.id for update`,
  );
}

/** The receipts that these moves put away, of which that is not told yet: whoever ends a move has them first. */
export async function lockReceiptsOf(tx: TenantTransaction, moveIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`select 1 from inbound_receipts r
         where r.organization_id = ${tx.organizationId} and r.put_away_at is null
           and r.id in (select m.receipt_id from planned_moves m
                         where m.organization_id = ${tx.organizationId} and m.id = any (${[...moveIds]}::uuid[]))
         order by r.id for update`,
  );
}

/** The same of the live moves of license plates. */
export async function lockReceiptsOfPlates(
  tx: TenantTransaction,
  { lpns = [], ids = [] }: { lpns?: readonly string[]; ids?: readonly string[] },
): Promise<void> {
  await execute(
    tx,
    sql`select 1 from inbound_receipts r
         where r.organization_id = ${tx.organizationId} and r.put_away_at is null
           and r.id in (select m.receipt_id from lpns p
                          join planned_moves m on m.organization_id = p.organization_id and m.lpn_id = p.id
                           and ${isOneOf('m.status', liveMoveStates)}
                         where p.organization_id = ${tx.organizationId} and (p.lpn = any (${[...lpns]}::text[]) or p.id = any (${[...ids]}::uuid[])))
         order by r.id for update`,
  );
}

/** The live moves of license plates, which are locked. */
export async function lockMovesOfPlates(
  tx: TenantTransaction,
  plateIds: readonly string[],
): Promise<PlannedMove[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from planned_moves
         where organization_id = ${tx.organizationId} and lpn_id = any (${[...plateIds]}::uuid[])
           and ${isOneOf('status', liveMoveStates)}`,
  );
  if (found.length === 0) return [];
  const moves = await lockPlannedMoves(
    tx,
    found.map(({ id }) => id),
  );
  return moves.filter(({ status }) => liveMoveStates.includes(status));
}

async function lockGoods(tx: TenantTransaction, moves: readonly PlannedMove[]): Promise<void> {
  await enterLocations(
    tx,
    moves.flatMap(({ from_location_id: from, to_location_id: to }) => [from, to]),
  );
  const plates = moves.flatMap(({ lpn_id: id }) => id ?? []);
  if (plates.length > 0) await lockGoodsOn(tx, plates);
  await lockStockRows(
    tx,
    moves.flatMap((move) => {
      const { lpn_id, item_id, lot_no, stock_status, from_location_id, to_location_id } = move;
      if (lpn_id !== null) return [];
      const statuses = move.carries_allocations ? [stock_status, 'allocated'] : [stock_status];
      return [from_location_id, to_location_id].flatMap((location_id) =>
        statuses.map((status) => ({ item_id: item_id!, location_id, lot_no, status })),
      );
    }),
  );
}
