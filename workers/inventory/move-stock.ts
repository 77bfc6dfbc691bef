/** Moves a pallet with all it carries, or loose stock of one item. Refuses 409 LOCATION_LOCKED at either end. */
import { movePallet } from '../../db/inventory/pallet-move.write.ts';
import { insufficientStock, lockStock } from '../../db/inventory/inventory.write.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import {
  requireLocation,
  requireStockItem,
  requireTarget,
} from '../../db/inventory/stock-references.read.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { invalid } from '../../domain/refusals.ts';
import { moveType } from '../../domain/inventory/move-type.ts';
import { allocateStock } from '../../domain/inventory/allocate-stock.ts';
import type { InputOf, ResultOf } from '../../queues/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler, Work } from '../handler.ts';

type Move = typeof inventoryCommands.moveStock;
type Moved = ResultOf<Move>;

export const moveStock: Handler<Move> = async (work, input) => {
  const { tx, organizationId, commandId, actor, emit } = work;
  const { warehouse_id: warehouseId, to_location_id: toId, pallet_lpn: lpn, notes } = input;
  const target = await requireTarget(tx, organizationId, warehouseId, toId);
  const posting = { organizationId, commandId, actor: actor.name };
  const moved = lpn
    ? await movePallet(tx, posting, { lpn, warehouseId, target, note: notes ?? null })
    : await moveLoose(work, input, target.type);
  if (moved.changed) {
    emit({
      type: 'inventory.moved',
      subject_type: 'inventory_move',
      subject_id: commandId,
      data: {
        warehouse_id: warehouseId,
        pallet_lpn: lpn ?? null,
        from_location_id: moved.from_location_id,
        to_location_id: toId,
        moved: moved.moved,
      },
    });
  }
  return moved;
};

async function moveLoose(
  { tx, organizationId, commandId, actor }: Work,
  input: InputOf<Move>,
  toType: string,
): Promise<Moved> {
  const { warehouse_id: warehouseId, to_location_id: toId, status = 'available' } = input;
  const fromId = input.from_location_id!;
  const itemId = input.item_id!;
  const lotNo = input.lot_no ?? '';
  if (fromId === toId)
    throw invalid('to_location_id', 'same', 'to_location_id must differ from from_location_id');
  const source = await requireLocation(tx, organizationId, warehouseId, fromId, 'from_location_id');
  const item = await requireStockItem(tx, organizationId, itemId, { lotNo });
  await assertUnlocked(tx, organizationId, [fromId, toId]);

  const from = { item_id: itemId, location_id: fromId, lot_no: lotNo, status };
  const wanted = decimal(input.qty!);
  const present = await lockStock(tx, organizationId, from, [{ ...from, location_id: toId }]);
  const taken = allocateStock(present, wanted);
  if (!taken) throw await insufficientStock(tx, organizationId, from, present, wanted);

  const words = {
    warehouse_id: warehouseId,
    merchant_id: item.merchant_id,
    transaction_type: moveType(source.type, toType),
    ref_type: 'move',
    ref_id: commandId,
    note: input.notes ?? null,
  };
  // What is taken off a plate arrives loose.
  const out = taken.map(({ lpn_id: lpnId, qty }) => ({
    ...from,
    ...words,
    lpn_id: lpnId,
    qty_delta: `-${qty.toString()}`,
  }));
  const into = { ...from, ...words, location_id: toId, lpn_id: null, qty_delta: wanted.toString() };
  const ids = await post(tx, { organizationId, commandId, actor: actor.name }, [...out, into]);
  await consumeEmptyLpns(
    tx,
    organizationId,
    taken.map(({ lpn_id: lpnId }) => lpnId),
  );
  return {
    changed: true,
    pallet_lpn: null,
    from_location_id: fromId,
    to_location_id: toId,
    moved: [{ item_id: itemId, lot_no: lotNo || null, status, qty: toJsonNumber(wanted) }],
    ledger_entry_ids: ids,
  };
}
