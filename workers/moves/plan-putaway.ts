/**
 * Plans where goods are put away. What of them planned moves take already is not planned again; what finds no place is told
 * with the places that were passed over, and why.
 */
import type { TenantTransaction } from '../../db/database.ts';
import { assertReference } from '../../db/records.read.ts';
import { requireStockItem } from '../../db/inventory/stock-references.read.ts';
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { planPutaway as planAll, type PutawayPlan } from '../../db/moves/putaway/plan-putaway.write.ts';
import { describeGoods, type AskedGoods } from '../../db/moves/putaway/putaway-goods.read.ts';
import { placesOfReceipt, plateToPutAway, waitingGoods } from '../../db/moves/putaway/waiting-goods.read.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { assertUndivided } from '../../domain/inventory/serials.ts';
import type { PutawayGoods } from '../../domain/moves/putaway.ts';
import { notFound, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { putawayCommands } from '../../queues/moves/putaway.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { assertUnplanned } from './unplanned-stock.ts';

type Input = InputOf<typeof putawayCommands.planPutaway>;

export const planPutaway: Handler<typeof putawayCommands.planPutaway> = async (work, input) => {
  assertOperator(work);
  const { dry_run: isDry = false } = input;
  const goods = await describeGoods(work.tx, await askedGoods(work.tx, input));
  const plan = await planAll(
    work.tx,
    goods.map((one) => ({ work, goods: one })),
    { isDry },
  );
  return told(plan, isDry);
};

function askedGoods(tx: TenantTransaction, input: Input): Promise<AskedGoods[]> {
  if (input.receipt_id) return ofReceipt(tx, input.receipt_id, input.dry_run ?? false);
  return input.lpn ? ofPlate(tx, input.lpn) : looseGoods(tx, input);
}

/** Two planners of one receipt take turns at where its goods wait. */
async function ofReceipt(tx: TenantTransaction, id: string, isDry: boolean): Promise<AskedGoods[]> {
  const places = await placesOfReceipt(tx, id);
  if (!places) throw notFound('inbound receipt');
  if (!isDry) await enterSpace(tx, places);
  return waitingGoods(tx, id);
}

async function ofPlate(tx: TenantTransaction, lpn: string): Promise<AskedGoods[]> {
  const plate = await plateToPutAway(tx, lpn);
  if (!plate) throw unknownReference('lpn', 'license plate on the floor, with goods on it');
  if (plate.has_move)
    throw new Refusal('DUPLICATE', `The license plate ${lpn} has a planned move already.`, {
      fields: ['lpn'],
    });
  return [plate];
}

async function looseGoods(tx: TenantTransaction, input: Input): Promise<AskedGoods[]> {
  const { location_id, item_id: itemId, lot_no = '', status = 'available' } = input;
  const item = await requireStockItem(tx, itemId!, { lotNo: lot_no });
  const qty = decimal(input.qty!);
  assertUndivided(item, qty);
  await assertReference(tx, 'locations', location_id!, 'location_id');
  const stock = { item_id: item.id, location_id: location_id!, lot_no, status };
  if (!input.dry_run) await enterSpace(tx, [stock.location_id]);
  await assertUnplanned(tx, stock, qty);
  return [{ ...stock, qty: qty.toFixed(), pallet_lpn: null, receipt_id: null, source_type: null }];
}

function told(
  { planned, unplaced }: PutawayPlan,
  isDry: boolean,
): ResultOf<typeof putawayCommands.planPutaway> {
  return {
    dry_run: isDry,
    moves: planned.map(({ goods, placed: { place, qty, why }, move }) => ({
      id: move?.id ?? null,
      move_no: move?.move_no ?? null,
      ...toldGoods(goods),
      qty: toJsonNumber(qty),
      to_location_id: place.id,
      to_location: place.code,
      why,
    })),
    unplaced: unplaced.map(({ goods, qty, rejected }) => ({
      ...toldGoods(goods),
      qty: toJsonNumber(qty),
      rejected,
    })),
  };
}

const toldGoods = (goods: PutawayGoods) => ({
  item_id: goods.item_id,
  sku: goods.sku,
  lot_no: goods.lot_no || null,
  pallet_lpn: goods.pallet_lpn,
  stock_status: goods.stock_status,
  from_location_id: goods.from_location_id,
  from_location: goods.from_location,
});
