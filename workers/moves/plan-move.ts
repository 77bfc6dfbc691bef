/**
 * Plans a move by hand. Stock that other moves are to take away already is not planned again: 409 INSUFFICIENT_STOCK. A
 * license plate has one planned move at a time.
 */
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { planMoves, type NewPlannedMove } from '../../db/moves/plan-moves.write.ts';
import { carriedGoods, plateGoods } from '../../db/moves/planned-goods.read.ts';
import { assertNoneWaits } from '../../db/moves/swap-moves.write.ts';
import {
  readStockItems,
  requireLocation,
  requireStockItem,
  requireTarget,
  type LocationRef,
} from '../../db/inventory/stock-references.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { Brought } from '../../domain/inventory/room.ts';
import { decimal } from '../../domain/decimal.ts';
import { assertUndivided } from '../../domain/inventory/serials.ts';
import { invalid, orThrow } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { enterRoom, looseLying } from '../inventory/enter-room.ts';
import { assertUnplanned } from './unplanned-stock.ts';

type Input = InputOf<typeof plannedMoveCommands.planMove>;

export const planMove: Handler<typeof plannedMoveCommands.planMove> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  const target = await requireTarget(tx, input.warehouse_id, input.to_location_id);
  const goods = input.pallet_lpn ? await onPlate(tx, input) : await loose(tx, input, target);
  if (goods.from_location_id === target.id)
    throw invalid('to_location_id', 'same', 'the goods are there already');
  const room = await enterRoom(work, [target]);
  orThrow(await room.refuses(await lyingOf(tx, input, goods), target.id));
  const { kind, warehouse_id, priority = 100 } = input;
  const [move] = await planMoves(work, [
    { ...goods, kind, warehouse_id, priority, to_location_id: target.id },
  ]);
  return { id: move!.id };
};

type Goods = Omit<NewPlannedMove, 'kind' | 'warehouse_id' | 'to_location_id'>;

async function onPlate(tx: TenantTransaction, { warehouse_id, pallet_lpn: lpn }: Input): Promise<Goods> {
  const { location_id: from_location_id, ...goods } = await plateGoods(tx, warehouse_id, lpn!);
  await assertNoneWaits(tx, goods.lpn_id);
  return { ...goods, from_location_id, stock_status: 'available' };
}

async function loose(tx: TenantTransaction, input: Input, target: LocationRef): Promise<Goods> {
  const {
    warehouse_id,
    item_id: itemId,
    from_location_id: fromId,
    lot_no = '',
    status = 'available',
  } = input;
  const source = await requireLocation(tx, warehouse_id, fromId!, 'from_location_id');
  const item = await requireStockItem(tx, itemId!, { lotNo: lot_no });
  const qty = decimal(input.qty!);
  assertUndivided(item, qty);
  await enterSpace(tx, [source.id, target.id]);
  await assertUnplanned(tx, { item_id: item.id, location_id: source.id, lot_no, status }, qty);
  return {
    merchant_id: item.merchant_id,
    item_id: item.id,
    lot_no,
    lpn_id: null,
    stock_status: status,
    qty: qty.toFixed(),
    from_location_id: source.id,
  };
}

async function lyingOf(tx: TenantTransaction, { pallet_lpn: lpn }: Input, goods: Goods): Promise<Brought[]> {
  if (lpn) return (await carriedGoods(tx, lpn)).lying;
  const items = await readStockItems(tx, [goods.item_id!]);
  return [looseLying(items.get(goods.item_id!)!, goods.lot_no, decimal(goods.qty))];
}
