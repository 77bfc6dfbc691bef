/**
 * Lets more loose goods of a receipt go with the moves that are open for the same, wherever those goods are to go takes them
 * as well: nothing else of the floor is looked at. Moves that somebody is taking at this moment are left alone.
 */
import { decimal, sum, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { noRoom, type Lying, type Place } from '../../domain/inventory/room.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';
import { enterSpace } from './location-space.write.ts';
import { growMoves, type Grown } from './plan-moves.write.ts';
import { moveColumns, type PlannedMove } from './planned-moves.write.ts';
import type { AskedGoods } from './putaway-goods.read.ts';
import { readRoom } from './room.read.ts';

/** Goods that a command brought. */
export interface BroughtOne {
  work: StockPosting;
  one: AskedGoods;
}

/** Returns what no open move takes. Goods that several commands brought alike are one by then. */
export async function growLoose(
  tx: TenantTransaction,
  brought: readonly BroughtOne[],
): Promise<BroughtOne[]> {
  const alike = [...groupBy(brought, ({ one }) => keyOf(one)).values()].map((same) => ({
    work: same[0]!.work,
    one: { ...same[0]!.one, qty: sum(same.map(({ one: { qty } }) => decimal(qty))).toFixed() },
  }));
  const open = groupBy(await lockGrowable(tx, alike), ({ position }) => position - 1);
  const room = await roomOf(tx, [...open.values()]);
  const grown: { work: StockPosting; move: PlannedMove; now: Grown }[] = [];
  const rest = alike.filter(({ work, one }, index) => {
    const taking = (open.get(index) ?? []).find((move) => takesAll(move, room, decimal(one.qty)));
    if (!taking) return true;
    const { position: _at, is_limited: _limited, weight_kg: _kg, volume_cbm: _cbm, ...move } = taking;
    const { merchant_id, item_id, lot_no } = move;
    const qty = decimal(move.qty).plus(decimal(one.qty)).toFixed();
    grown.push({ work, move, now: { merchant_id, item_id, lot_no, qty } });
    return false;
  });
  await growMoves(tx, grown);
  return rest;
}

const keyOf = ({ receipt_id, location_id, item_id, lot_no, status }: AskedGoods): string =>
  [receipt_id, location_id, item_id, lot_no, status].join('/');

interface Growable extends PlannedMove {
  position: number;
  is_limited: boolean;
  weight_kg: string | null;
  volume_cbm: string | null;
}

/** Open moves of the same goods to places that are active, uncounted and of the item's storage class, locked in id order. */
function lockGrowable(tx: TenantTransaction, asked: readonly BroughtOne[]): Promise<Growable[]> {
  const of = <K extends keyof AskedGoods>(key: K): AskedGoods[K][] => asked.map(({ one }) => one[key]);
  return rows<Growable>(
    tx,
    sql`select g.position::int as position, ${moveColumns}, l.is_limited, i.weight_kg, i.volume_cbm
          from unnest(${of('receipt_id')}::uuid[], ${of('item_id')}::uuid[], ${of('location_id')}::uuid[],
                      ${of('lot_no')}::text[], ${of('status')}::text[])
                 with ordinality g (receipt_id, item_id, location_id, lot_no, stock_status, position)
          join planned_moves t on t.organization_id = ${tx.organizationId} and t.receipt_id = g.receipt_id
           and t.item_id = g.item_id and t.from_location_id = g.location_id and t.lot_no = g.lot_no
           and t.stock_status = g.stock_status and t.status = 'open' and t.kind = 'putaway' and t.lpn_id is null
          join items i on i.organization_id = t.organization_id and i.id = t.item_id
          join locations l on l.organization_id = t.organization_id and l.id = t.to_location_id and l.is_active
           and l.storage_class = i.storage_class
         where not exists (select 1 from location_locks k
                            where k.organization_id = l.organization_id and k.location_id = l.id)
         order by t.id for update of t skip locked`,
  );
}

/** The room, under its lock, of the places with limits that are asked before one without. */
async function roomOf(
  tx: TenantTransaction,
  open: readonly (readonly Growable[])[],
): Promise<Map<string, Place>> {
  const ids = open.flatMap((moves) => {
    const free = moves.findIndex((move) => !move.is_limited);
    return (free < 0 ? moves : moves.slice(0, free)).map((move) => move.to_location_id);
  });
  await enterSpace(tx, ids);
  return readRoom(tx, ids);
}

function takesAll(move: Growable, room: ReadonlyMap<string, Place>, qty: Decimal): boolean {
  const place = room.get(move.to_location_id);
  if (!move.is_limited || !place) return true;
  const goods = lyingOf(move, qty);
  if (noRoom(place, [goods]) !== null) return false;
  place.coming.push(goods);
  return true;
}

const lyingOf = ({ item_id, lot_no, weight_kg, volume_cbm }: Growable, qty: Decimal): Lying => ({
  item_id: item_id!,
  lot_no,
  qty,
  weight_kg: qty.times(decimal(weight_kg ?? '0')),
  volume_cbm: qty.times(decimal(volume_cbm ?? '0')),
  lpn_id: null,
});
