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
import { lockOpenMoves, type PlannedMove } from './planned-moves.write.ts';
import type { AskedGoods } from './putaway/putaway-goods.read.ts';
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
): Promise<readonly BroughtOne[]> {
  const alike = [...groupBy(brought, ({ one }) => keyOf(one)).values()].map((same) => ({
    work: same[0]!.work,
    one: { ...same[0]!.one, qty: sum(same.map(({ one: { qty } }) => decimal(qty))).toFixed() },
  }));
  const open = groupBy(await readGrowable(tx, alike), ({ position }) => alike[position - 1]!);
  const grown: { work: StockPosting; move: PlannedMove; now: Grown }[] = [];
  // The newest was planned because the places of those before it were full: they are locked and read only if it is, too.
  const newest = new Map([...open].map(([goods, moves]) => [goods, moves.slice(-1)]));
  const older = new Map([...open].map(([goods, moves]) => [goods, moves.slice(0, -1)]));
  let rest = await growSome(tx, alike, newest, grown);
  rest = await growSome(tx, rest, older, grown);
  await growMoves(tx, grown);
  return rest;
}

/** Lets goods go with the first of these moves that takes them. Returns what none of them does. */
async function growSome(
  tx: TenantTransaction,
  wanted: readonly BroughtOne[],
  open: ReadonlyMap<BroughtOne, readonly Growable[]>,
  grown: { work: StockPosting; move: PlannedMove; now: Grown }[],
): Promise<readonly BroughtOne[]> {
  const asked = wanted.flatMap((one) => open.get(one) ?? []);
  if (asked.length === 0) return wanted;
  const locked = await lockOpenMoves(
    tx,
    asked.map(({ id }) => id),
  );
  const byId = new Map(locked.map((move) => [move.id, move]));
  const free = (one: BroughtOne): Growable[] => (open.get(one) ?? []).filter(({ id }) => byId.has(id));
  const room = await roomOf(tx, wanted.map(free));
  return wanted.filter((one) => {
    const qty = decimal(one.one.qty);
    const taking = free(one).find((growable) => takesAll(growable, room, qty));
    if (!taking) return true;
    const move = byId.get(taking.id)!;
    const { merchant_id, item_id, lot_no } = move;
    grown.push({
      work: one.work,
      move,
      now: { merchant_id, item_id, lot_no, qty: decimal(move.qty).plus(qty).toFixed() },
    });
    return false;
  });
}

const keyOf = ({ receipt_id, location_id, item_id, lot_no, status }: AskedGoods): string =>
  [receipt_id, location_id, item_id, lot_no, status].join('/');

interface Growable {
  id: string;
  position: number;
  item_id: string;
  lot_no: string;
  to_location_id: string;
  is_limited: boolean;
  weight_kg: string | null;
  volume_cbm: string | null;
}

/** Open moves of the same goods, the newest last, to places that are active, uncounted and of the item's classes. */
function readGrowable(tx: TenantTransaction, asked: readonly BroughtOne[]): Promise<Growable[]> {
  const of = <K extends keyof AskedGoods>(key: K): AskedGoods[K][] => asked.map(({ one }) => one[key]);
  return rows<Growable>(
    tx,
    sql`select g.position::int as position, t.id, t.item_id, t.lot_no, t.to_location_id, l.is_limited, i.weight_kg, i.volume_cbm
          from unnest(${of('receipt_id')}::uuid[], ${of('item_id')}::uuid[], ${of('location_id')}::uuid[],
                      ${of('lot_no')}::text[], ${of('status')}::text[])
                 with ordinality g (receipt_id, item_id, location_id, lot_no, stock_status, position)
          join planned_moves t on t.organization_id = ${tx.organizationId} and t.receipt_id = g.receipt_id
           and t.item_id = g.item_id and t.from_location_id = g.location_id and t.lot_no = g.lot_no
           and t.stock_status = g.stock_status and t.status = 'open' and t.kind = 'putaway' and t.lpn_id is null
          join items i on i.organization_id = t.organization_id and i.id = t.item_id
          join locations l on l.organization_id = t.organization_id and l.id = t.to_location_id and l.is_active
           and l.storage_class = i.storage_class and l.temperature_class = i.temperature_class
         where not exists (select 1 from location_locks k
                            where k.organization_id = l.organization_id and k.location_id = l.id)
         order by t.id`,
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
  item_id,
  lot_no,
  qty,
  weight_kg: qty.times(decimal(weight_kg ?? '0')),
  volume_cbm: qty.times(decimal(volume_cbm ?? '0')),
  lpn_id: null,
});
