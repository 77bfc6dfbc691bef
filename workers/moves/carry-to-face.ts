/**
 * Confirms a move that carries allocations of loose stock: what waits for it first, then free stock up to what is carried.
 * What is not there any more stays where it is; nothing at all is a refusal, as of any move. The move is locked with its
 * stock (`lockToCarry`), so what is read of it is certain.
 */
import { carriedBy, carryAllocated, type Allocated } from '../../db/moves/carry-allocated.write.ts';
import { unplannedStock } from '../../db/moves/location-space.write.ts';
import type { PlannedMove } from '../../db/moves/planned-moves.write.ts';
import { readStockItems, requireLocation, requireTarget } from '../../db/inventory/stock-references.read.ts';
import { takeInHand } from '../../db/inventory/serials/serial-places.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { orThrow, Refusal } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Work } from '../engine/handler.ts';
import { enterRoom, looseLying } from '../inventory/enter-room.ts';
import { moveOne } from '../inventory/move-stock.ts';

type OrdinaryMove = InputOf<typeof inventoryCommands.moveStock>;

/** Returns how much was carried. `ordinary` is the move of free stock that the rest makes. */
export async function carryToFace(
  work: Work,
  move: PlannedMove,
  { qty, ordinary, serialNos }: { qty: string; ordinary: OrdinaryMove; serialNos: string[] | undefined },
): Promise<string> {
  const { tx } = work;
  const { warehouse_id, from_location_id, item_id, lot_no, move_no: note } = move;
  if (serialNos) await takeNamed(work, move, decimal(qty), serialNos);
  const carried = within(await carriedBy(tx, move), decimal(qty));
  const allocated = sum(carried.map((one) => decimal(one.qty)));
  const free = await moveFree(work, move, ordinary, decimal(qty).minus(allocated));
  if (carried.length > 0) {
    const source = await requireLocation(tx, warehouse_id, from_location_id);
    const target = await requireTarget(tx, warehouse_id, ordinary.to_location_id);
    const items = await readStockItems(tx, [item_id!]);
    const room = await enterRoom(work, [target], move.id);
    orThrow(room.refuses([looseLying(items.get(item_id!)!, lot_no, allocated)], target.id));
    await carryAllocated(work, carried, { source, target, note });
  }
  const done = allocated.plus(free);
  if (done.gt(zero)) {
    if (serialNos) assertSerialsOf({ serial_tracked: true }, serialNos, done);
    return done.toFixed();
  }
  throw new Refusal('INSUFFICIENT_STOCK', 'Nothing of it is there any more.', {
    item_id,
    location_id: from_location_id,
    lot_no: lot_no || null,
  });
}

/** Of loose stock, whether it is allocated or free. */
async function takeNamed(
  { tx, commandId }: Work,
  { item_id, from_location_id: location_id, lot_no }: PlannedMove,
  qty: Decimal,
  serialNos: readonly string[],
): Promise<void> {
  const items = await readStockItems(tx, [item_id!]);
  assertSerialsOf(items.get(item_id!)!, serialNos, qty);
  const named = { item_id: item_id!, location_id, lot_no, lpn_ids: [null], serial_nos: serialNos };
  await takeInHand(tx, commandId, named);
}

/** Free stock besides what is allocated, as far as it is there. */
async function moveFree(
  work: Work,
  { id, item_id, from_location_id: location_id, lot_no }: PlannedMove,
  ordinary: OrdinaryMove,
  wanted: Decimal,
): Promise<Decimal> {
  const stock = { item_id: item_id!, location_id, lot_no, status: 'available' };
  const present = decimal((await unplannedStock(work.tx, stock)).present);
  const qty = present.lt(wanted) ? present : wanted;
  if (qty.lte(zero)) return zero;
  await moveOne(work, { ...ordinary, qty: toJsonNumber(qty) }, { moveId: id });
  return qty;
}

/** The oldest that fit whole into what is carried. */
function within(found: readonly Allocated[], qty: Decimal): Allocated[] {
  let left = qty;
  return found.filter((one) => {
    if (decimal(one.qty).gt(left)) return false;
    left = left.minus(decimal(one.qty));
    return true;
  });
}
