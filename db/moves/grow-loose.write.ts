/**
 * Lets more loose goods of a receipt go with the newest move that is open for the same, if its place takes them as well:
 * nothing else of the floor is looked at. What somebody is taking at this moment is left alone.
 */
import { decimal, sum } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { noRoom, type Place } from '../../domain/inventory/room.ts';
import { lyingOf } from '../../domain/moves/replenish.ts';
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
  const newest = (await growNewest(tx, alike)).map((move) => ({ move, goods: alike[move.at - 1]! }));
  const limited = newest.filter(({ move }) => move.is_limited);
  const room = await enterRoom(
    tx,
    limited.map(({ move }) => move.to_location_id),
  );
  const taking = limited.filter((one) => takesAll(room.get(one.move.to_location_id)!, one));
  growMoves(tx, taking.map(grownBy));
  const have = newest.filter(({ move }) => !move.is_limited);
  for (const one of have) tellOpen(one.goods.work, toldOf(one), 'open');
  const gone = new Set([...taking, ...have].map(({ goods }) => goods));
  return alike.filter((one) => !gone.has(one));
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

/** The newest move of goods, and the goods. */
interface Going {
  move: NewestMove;
  goods: BroughtOne;
}

/** Whether the place has room for the goods; they are on their way there then. */
function takesAll(place: Place, { move: { weight_kg, volume_cbm }, goods: { one } }: Going): boolean {
  const goods = lyingOf({ item_id: one.item_id, weight_kg, volume_cbm }, one.lot_no, decimal(one.qty));
  if (noRoom(place, [goods]) !== null) return false;
  place.coming.push(goods);
  return true;
}

const toldOf = ({
  move: { id, move_no, warehouse_id, merchant_id, to_location_id, qty },
  goods: {
    one: { item_id, location_id: from_location_id },
  },
}: Going): ToldMove => ({
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

const grownBy = (going: Going): GrownMove => {
  const { move, goods } = going;
  const { item_id, lot_no, qty } = goods.one;
  return {
    work: goods.work,
    move: toldOf(going),
    now: {
      merchant_id: move.merchant_id,
      item_id,
      lot_no,
      qty: decimal(move.qty).plus(decimal(qty)).toFixed(),
    },
  };
};
