/** Plans where goods are put away, under the lock of the places' space: what fits is promised once. */
import { groupBy } from '../../../domain/group-by.ts';
import { qtyOf, type PutawayGoods } from '../../../domain/moves/putaway.ts';
import type { TenantTransaction } from '../../database.ts';
import type { StockPosting } from '../../inventory/posting.ts';
import { openFloor, putAway, type Floor, type Placed, type Putting } from '../find-places.read.ts';
import { enterSpace, noteFull } from '../location-space.write.ts';
import { planTogether, type NewPlannedMove } from '../plan-moves.write.ts';
import { type PlannedMove } from '../planned-moves.write.ts';

/** Goods to be put away, and the command that asks for it. */
export interface PutawayOf {
  work: StockPosting;
  goods: PutawayGoods;
}

export interface PlannedPutaway {
  goods: PutawayGoods;
  placed: Placed;
  /** Null in a dry run. */
  move: PlannedMove | null;
}

export interface PutawayPlan {
  planned: PlannedPutaway[];
  unplaced: { goods: PutawayGoods; qty: string; rejected: Putting['rejected'] }[];
}

/** The floor of a warehouse with the space of its places locked as they are looked at. */
export const openFloorLocked = (
  tx: TenantTransaction,
  warehouseId: string,
  goods: readonly PutawayGoods[],
  options: { moveIds?: readonly string[]; also?: readonly string[] } = {},
): Promise<Floor> =>
  openFloor(tx, warehouseId, goods, {
    enter: (ids) => enterSpace(tx, ids),
    underWay: { moveIds: options.moveIds ?? [] },
    also: options.also ?? [],
  });

/** Plans goods of any warehouses, those first in the list first. A dry run locks and writes nothing. */
export async function planPutaway(
  tx: TenantTransaction,
  wanted: readonly PutawayOf[],
  { isDry = false }: { isDry?: boolean } = {},
): Promise<PutawayPlan> {
  const plan: PutawayPlan = { planned: [], unplaced: [] };
  for (const [warehouseId, there] of groupBy(wanted, ({ goods }) => goods.warehouse_id)) {
    const goods = there.map((one) => one.goods);
    const floor = isDry
      ? await openFloor(tx, warehouseId, goods)
      : await openFloorLocked(tx, warehouseId, goods);
    const made = await planOn(tx, floor, there, isDry);
    plan.planned.push(...made.planned);
    plan.unplaced.push(...made.unplaced);
  }
  return plan;
}

// At once: a floor that nobody planned on before tells its full places bit by bit.
const notedMax = 100;

/** The same on a floor that is open already. */
export async function planOn(
  tx: TenantTransaction,
  floor: Floor,
  wanted: readonly PutawayOf[],
  isDry = false,
): Promise<PutawayPlan> {
  const found: (PutawayOf & { placed: Placed })[] = [];
  const unplaced: PutawayPlan['unplaced'] = [];
  for (const { work, goods } of wanted) {
    const { placed, left, rejected } = await putAway(floor, goods);
    found.push(...placed.map((one) => ({ work, goods, placed: one })));
    if (left.gt('0')) unplaced.push({ goods, qty: left.toFixed(), rejected });
  }
  const moves = isDry
    ? []
    : await planTogether(
        tx,
        found.map(({ work, goods, placed }) => ({ work, move: moveFor(goods, placed) })),
      );
  if (!isDry) await noteFull(tx, floor.foundFull().slice(0, notedMax));
  const planned = found.map(({ goods, placed }, index) => ({ goods, placed, move: moves[index] ?? null }));
  return { planned, unplaced };
}

function moveFor(goods: PutawayGoods, { place, qty, why }: Placed): NewPlannedMove {
  const { warehouse_id, merchant_id, item_id, lot_no, lpn_id, stock_status, from_location_id, receipt_id } =
    goods;
  return {
    kind: 'putaway',
    warehouse_id,
    merchant_id,
    item_id,
    lot_no,
    lpn_id,
    stock_status,
    from_location_id,
    to_location_id: place.id,
    qty: (lpn_id === null ? qty : qtyOf(goods)).toFixed(),
    receipt_id,
    rule_id: why.rule?.id ?? null,
    why,
  };
}
