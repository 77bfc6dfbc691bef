/** Plans moves of picked stock to nearer places, under the lock of the space of both. */
import { slot, whyOf, type Reslot, type Unmoved, type PickedStock } from '../../domain/moves/slotting.ts';
import { swapsOf, type Swap } from '../../domain/moves/slot-swaps.ts';
import type { TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { enterSpace } from './location-space.write.ts';
import { planMoves } from './plan-moves.write.ts';
import type { PlannedMove } from './planned-moves.write.ts';
import { readRoom } from './room.read.ts';
import { freePlaces, nearStocks, pickedStocks } from './slotting.read.ts';

export interface SlottingPlan {
  moves: (Reslot & { move: PlannedMove | null })[];
  not: { stock: PickedStock; reason: Unmoved }[];
  /** Proposed only: nothing is planned of them. */
  swaps: Swap[];
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
  const swaps = await swapsFor(tx, warehouseId, wish, { days, most });
  if (isDry || wish.moves.length === 0)
    return { ...wish, swaps, moves: wish.moves.map((one) => ({ ...one, move: null })) };
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
  return { moves: moves.map((one, at) => ({ ...one, move: planned[at]! })), not: wish.not, swaps };
}

/** What could change places, of the stock that no empty place is nearer for. */
async function swapsFor(
  tx: TenantTransaction,
  warehouseId: string,
  { moves, not }: ReturnType<typeof slot>,
  { days, most }: { days: number; most: number },
): Promise<Swap[]> {
  const far = not.flatMap(({ stock, reason }) => (reason === 'no_better_place' ? [stock] : []));
  if (far.length === 0) return [];
  const leaving = new Set(moves.map(({ stock }) => stock.location_id));
  const near = (await nearStocks(tx, warehouseId, days)).filter(({ location_id: id }) => !leaving.has(id));
  const ids = [...far, ...near].map(({ location_id: id }) => id);
  return swapsOf(far, near, await readRoom(tx, ids, { listed: [] }), most);
}

function passedOver(wished: readonly Reslot[], { stock, to }: Reslot): Reslot['rejected'] {
  const same = wished.find(
    (one) => one.to.place.id === to.place.id && one.stock.location_id === stock.location_id,
  );
  return same?.rejected ?? [];
}
