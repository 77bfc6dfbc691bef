/**
 * Lets more loose goods of a receipt go with the newest move that is open for the same, if its place takes them as well:
 * nothing else of the floor is looked at. What somebody is taking at this moment is left alone.
 */
import { decimal, sum } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { noRoom, type Lying, type Place } from '../../domain/inventory/room.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';
import { enterRoom } from './location-space.write.ts';
import { growMoves, type GrownMove } from './plan-moves.write.ts';
import { tellOpen, type PlannedMove, type ToldMove } from './planned-moves.write.ts';
import type { AskedGoods } from './putaway/putaway-goods.read.ts';

/** Goods that a command brought. */
export interface BroughtOne {
  work: StockPosting;
  one: AskedGoods;
}

/** Returns what no open move takes. Goods that several commands brought alike are one by then. */
export async function growLoose(
  tx: TenantTransaction,
  brought: readonly BroughtOne[],
): Promise<readonly BroughtOne[]> {
  const alike = [...groupBy(brought, ({ one }) => keyOf(one)).values()].map((same) => ({
    work: same[0]!.work,
    one: { ...same[0]!.one, qty: sum(same.map(({ one: { qty } }) => decimal(qty))).toFixed() },
  }));
  const newest = await growNewest(tx, alike);
  const limited = newest.filter((move) => move.is_limited);
  const room = await enterRoom(
    tx,
    limited.map((move) => move.to_location_id),
  );
  const taking = limited.filter((move) =>
    takesAll(room.get(move.to_location_id)!, move, alike[move.at - 1]!),
  );
  growMoves(
    tx,
    taking.map((move) => grownBy(move, alike[move.at - 1]!)),
  );
  const have = newest.filter((move) => !move.is_limited);
  for (const move of have) tellOpen(alike[move.at - 1]!.work, toldOf(move, alike[move.at - 1]!), 'open');
  const gone = new Set([...taking, ...have].map(({ at }) => at));
  return alike.filter((_, index) => !gone.has(index + 1));
}

const keyOf = ({ receipt_id, location_id, item_id, lot_no, status }: AskedGoods): string =>
  [receipt_id, location_id, item_id, lot_no, status].join('/');

interface NewestMove extends Pick<
  PlannedMove,
  'id' | 'move_no' | 'warehouse_id' | 'merchant_id' | 'to_location_id' | 'qty'
> {
  /** Of the goods asked for, from 1. */
  at: number;
  is_limited: boolean;
  weight_kg: string | null;
  volume_cbm: string | null;
}

/** Locks the newest open move of each of the goods. Those to a place without limits have the goods by then. */
function growNewest(tx: TenantTransaction, asked: readonly BroughtOne[]): Promise<NewestMove[]> {
  const of = <K extends keyof AskedGoods>(key: K): AskedGoods[K][] => asked.map(({ one }) => one[key]);
  return rows<NewestMove>(
    tx,
    sql`select * from grow_newest_moves(${tx.organizationId}::uuid, ${of('receipt_id')}::uuid[], ${of('item_id')}::uuid[],
                                        ${of('location_id')}::uuid[], ${of('lot_no')}::text[], ${of('status')}::text[],
                                        ${of('qty')}::numeric[])`,
  );
}

/** Whether the place has room for the goods; they are on their way there then. */
function takesAll(
  place: Place,
  { weight_kg, volume_cbm }: NewestMove,
  { one: { item_id, lot_no, qty: asked } }: BroughtOne,
): boolean {
  const qty = decimal(asked);
  const goods: Lying = {
    item_id,
    lot_no,
    qty,
    weight_kg: qty.times(decimal(weight_kg ?? '0')),
    volume_cbm: qty.times(decimal(volume_cbm ?? '0')),
    lpn_id: null,
  };
  if (noRoom(place, [goods]) !== null) return false;
  place.coming.push(goods);
  return true;
}

const toldOf = (
  { id, move_no, warehouse_id, merchant_id, to_location_id, qty }: NewestMove,
  { one: { item_id, location_id: from_location_id } }: BroughtOne,
): ToldMove => ({
  id,
  move_no,
  kind: 'putaway',
  warehouse_id,
  merchant_id,
  item_id,
  from_location_id,
  to_location_id,
  qty,
});

const grownBy = (move: NewestMove, goods: BroughtOne): GrownMove => ({
  work: goods.work,
  move: toldOf(move, goods),
  now: {
    merchant_id: move.merchant_id,
    item_id: goods.one.item_id,
    lot_no: goods.one.lot_no,
    qty: decimal(move.qty).plus(decimal(goods.one.qty)).toFixed(),
  },
});
