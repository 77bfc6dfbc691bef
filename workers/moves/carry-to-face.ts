/**
 * Confirms a move that carries allocations of loose stock: what waits for it first, then free stock up to what is carried.
 * What is not there any more stays where it is; nothing at all is a refusal, as of any move, and so is less than a person
 * said: an allocation goes whole. The move is locked with its stock (`lockToCarry`), so what is read of it is certain.
 */
import { carriedBy, carryAllocated, type Allocated } from '../../db/moves/carry-allocated.write.ts';
import { unplannedStock } from '../../db/moves/location-space.write.ts';
import { isInHand, type PlannedMove } from '../../db/moves/planned-moves.write.ts';
import { readStockItems, requireLocation, requireTarget } from '../../db/inventory/stock-references.read.ts';
import { takeInHand } from '../../db/inventory/serials/serial-places.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { orThrow, Refusal } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Work } from '../engine/handler.ts';
import { enterRoom, looseLying, type Warned } from '../inventory/enter-room.ts';
import { moveOne } from '../inventory/move-stock.ts';

type OrdinaryMove = InputOf<typeof inventoryCommands.moveStock>;

/** How much was carried, and what it goes over. */
export interface Carried {
  qty: string;
  warnings: Warned['warnings'];
}

interface Carrying {
  qty: string;
  /** The move of free stock that the rest makes. */
  ordinary: OrdinaryMove;
  serialNos: string[] | undefined;
  /** Somebody said how much: neither more nor less goes. */
  isSaid: boolean;
}

export async function carryToFace(
  work: Work,
  move: PlannedMove,
  { qty, ordinary, serialNos, isSaid }: Carrying,
): Promise<Carried> {
  const { tx } = work;
  const { warehouse_id, from_location_id, item_id, lot_no, move_no: note } = move;
  const items = await readStockItems(tx, [item_id!]);
  const item = items.get(item_id!)!;
  if (serialNos) assertSerialsOf(item, serialNos, decimal(qty));
  const carried = within(await carriedBy(tx, move), decimal(qty));
  const allocated = sum(carried.map((one) => decimal(one.qty)));
  // The first of those named go with what is free.
  const { free, warnings = [] } = await moveFree(
    work,
    move,
    { ordinary, serialNos, isSaid },
    decimal(qty).minus(allocated),
  );
  if (carried.length > 0) {
    const source = await requireLocation(tx, warehouse_id, from_location_id);
    const target = await requireTarget(tx, warehouse_id, ordinary.to_location_id);
    const room = await enterRoom(work, [target], move.id);
    const over = orThrow(await room.refuses([looseLying(item, lot_no, allocated)], target.id));
    warnings.push(...(over.warnings ?? []));
    const at = { item_id: item_id!, location_id: from_location_id, lot_no, lpn_ids: [null] };
    const rest = serialNos?.slice(free.toNumber()) ?? [];
    await takeInHand(tx, work.commandId, { ...at, serial_nos: rest });
    await carryAllocated(work, carried, { source, target, note, isInHand: isInHand(move) });
  }
  const done = allocated.plus(free);
  if (done.gt(zero)) {
    if (serialNos) assertSerialsOf(item, serialNos, done);
    return { qty: done.toFixed(), warnings: warnings.length > 0 ? warnings : undefined };
  }
  throw insufficient(move, 'Nothing of it is there any more.');
}

const insufficient = ({ item_id, from_location_id, lot_no }: PlannedMove, message: string): Refusal =>
  new Refusal('INSUFFICIENT_STOCK', message, {
    item_id,
    location_id: from_location_id,
    lot_no: lot_no || null,
  });

/** Free stock besides what is allocated, as far as it is there. */
async function moveFree(
  work: Work,
  move: PlannedMove,
  { ordinary, serialNos, isSaid }: Omit<Carrying, 'qty'>,
  wanted: Decimal,
): Promise<Warned & { free: Decimal }> {
  const { item_id, from_location_id: location_id, lot_no } = move;
  const stock = { item_id: item_id!, location_id, lot_no, status: 'available' };
  const present = decimal((await unplannedStock(work.tx, stock)).present);
  const qty = present.lt(wanted) ? present : wanted;
  if (isSaid && qty.lt(wanted))
    throw insufficient(
      move,
      'What orders hold is carried whole, and that much is not free beside it: confirm without qty, or cancel the move.',
    );
  if (qty.lte(zero)) return { free: zero };
  const named = serialNos ? { serial_nos: serialNos.slice(0, qty.toNumber()) } : {};
  const asked = { ...ordinary, ...named, qty: toJsonNumber(qty) };
  const { warnings } = await moveOne(work, asked, { moveId: move.id, isInHand: isInHand(move) });
  return { free: qty, warnings };
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
