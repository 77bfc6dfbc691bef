/** Plans moves of picked stock to nearer places, under the lock of the space of both. */
import { slot, whyOf, type Reslot, type Unmoved, type PickedStock } from '../../domain/moves/slotting.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { enterSpace } from './location-space.write.ts';
import { planMoves } from './plan-moves.write.ts';
import type { PlannedMove } from './planned-moves.write.ts';
import { freePlaces, pickedStocks } from './slotting.read.ts';

export interface SlottingPlan {
  moves: (Reslot & { move: PlannedMove | null })[];
  not: { stock: PickedStock; reason: Unmoved }[];
}

/** What is decided without locks is decided again under them, over those places alone. */
export async function planSlots(
  work: StockPosting,
  warehouseId: string,
  { days, most, isDry }: { days: number; most: number; isDry: boolean },
): Promise<SlottingPlan> {
  const { tx } = work;
  const read = async () => ({
    stocks: await pickedStocks(tx, warehouseId, days),
    places: await freePlaces(tx, warehouseId),
  });
  const seen = await read();
  const wish = slot(seen.stocks, seen.places, most);
  if (isDry || wish.moves.length === 0)
    return { ...wish, moves: wish.moves.map((one) => ({ ...one, move: null })) };
  const entered = new Set(wish.moves.flatMap(({ stock, to }) => [stock.location_id, to.place.id]));
  await enterSpace(tx, [...entered]);
  const now = await read();
  const sure = slot(
    now.stocks.filter(({ location_id: id }) => entered.has(id)),
    now.places.filter(({ place }) => entered.has(place.id)),
    most,
  );
  // Under the lock only the chosen places are looked at: those that were passed over are known from before.
  const moves = sure.moves.map((one) => ({ ...one, rejected: passedOver(wish.moves, one) }));
  const planned = await planMoves(
    work,
    moves.map((one) => ({
      kind: 'reslot',
      priority: 200,
      warehouse_id: warehouseId,
      merchant_id: one.stock.merchant_id,
      item_id: one.stock.item_id,
      lot_no: one.stock.lot_no,
      lpn_id: one.stock.lpn_id,
      stock_status: 'available',
      qty: one.stock.goods.qty.toFixed(),
      from_location_id: one.stock.location_id,
      to_location_id: one.to.place.id,
      why: whyOf(one, days),
    })),
  );
  return { moves: moves.map((one, at) => ({ ...one, move: planned[at]! })), not: wish.not };
}

function passedOver(wished: readonly Reslot[], { stock, to }: Reslot): Reslot['rejected'] {
  const same = wished.find(
    (one) => one.to.place.id === to.place.id && one.stock.location_id === stock.location_id,
  );
  return same?.rejected ?? [];
}
