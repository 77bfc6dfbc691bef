/** Plans moves of what is picked most to nearer places. A move is an intent: it holds no stock until it is carried out. */
import { planSlots, type SlottingPlan } from '../../db/moves/slotting.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { sum, toJsonNumber } from '../../domain/decimal.ts';
import type { PickedStock } from '../../domain/moves/slotting.ts';
import type { slottingCommands } from '../../queues/moves/slotting.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

const notMovedShown = 200;

export const planSlotting: Handler<typeof slottingCommands.planSlotting> = async (work, input) => {
  assertOperator(work);
  const { warehouse_id: warehouseId, days = 90, moves_max: most = 20, dry_run: isDry = false } = input;
  await assertReference(work.tx, 'warehouses', warehouseId, 'warehouse_id');
  const { moves, not, swaps } = await planSlots(work, warehouseId, { days, most, isDry });
  return {
    dry_run: isDry,
    days,
    metres_saved: toJsonNumber(sum(moves.map(({ saved }) => saved))),
    moves: moves.map(toldMove),
    swaps: swaps.map(toldSwap),
    not_moved: not.slice(0, notMovedShown).map(({ stock, reason }) => ({ ...toldStock(stock), reason })),
  };
};

const toldStock = ({ item_id, sku, location_id, location, picks }: PickedStock) => ({
  item_id,
  sku,
  location_id,
  location,
  picks,
});

const toldGoods = (stock: PickedStock) => ({
  ...toldStock(stock),
  lot_no: stock.lot_no || null,
  pallet_lpn: stock.pallet_lpn,
  qty: toJsonNumber(stock.goods.qty),
});

const toldSwap = ({ stock, other, saved }: SlottingPlan['swaps'][number]) => ({
  ...toldGoods(stock),
  metres: toJsonNumber(stock.metres!),
  other: { ...toldGoods(other), metres: toJsonNumber(other.metres!) },
  metres_saved: toJsonNumber(saved),
});

const toldMove = ({ stock, to, saved, rejected, move }: SlottingPlan['moves'][number]) => ({
  id: move?.id ?? null,
  move_no: move?.move_no ?? null,
  ...toldGoods(stock),
  to_location_id: to.place.id,
  to_location: to.place.code,
  metres_from: toJsonNumber(stock.metres!),
  metres_to: toJsonNumber(to.metres),
  metres_saved: toJsonNumber(saved),
  rejected,
});
