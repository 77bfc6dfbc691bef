/**
 * Plans the putaway of goods that a group of scans just brought to a dock, in the scans' own transaction. More of what an
 * open move of the receipt is to carry goes with that move; a plate that grew goes where it was to go, if it still fits.
 */
import { groupBy } from '../../domain/group-by.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { qtyOf, takes, type PutawayGoods, type PutawayRule } from '../../domain/moves/putaway.ts';
import { decimal } from '../../domain/decimal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import type { Floor } from './find-places.read.ts';
import { openFloorLocked, planOn, type PutawayOf } from './plan-putaway.write.ts';
import { growMoves, type Grown } from './plan-moves.write.ts';
import { dropMove, lockOpenMoves, type PlannedMove } from './planned-moves.write.ts';
import { describeGoods, type AskedGoods } from './putaway-goods.read.ts';

/** What one command of the group brought. */
export interface Brought {
  work: StockPosting;
  goods: readonly AskedGoods[];
}

export async function putAwayReceived(tx: TenantTransaction, brought: readonly Brought[]): Promise<void> {
  const asked = brought.flatMap(({ work, goods }) => goods.map((one) => ({ work, one })));
  if (asked.length === 0) return;
  const [described, known] = await Promise.all([
    describeGoods(
      tx,
      asked.map(({ one }) => one),
    ),
    movesOfReceipts(
      tx,
      asked.map(({ one }) => one),
    ),
  ]);
  const workOf = (goods: PutawayGoods): StockPosting =>
    (asked.find(({ one }) => isFor(one, goods)) ?? asked[0]!).work;
  const open = await lockOpenMoves(
    tx,
    known.map(({ id }) => id),
  );
  const wanted = inOne(described).map((goods) => ({ work: workOf(goods), goods }));
  for (const [warehouseId, there] of groupBy(wanted, ({ goods }) => goods.warehouse_id)) {
    const growing = open.filter((move) => there.some(({ goods }) => goesWith(move, goods)));
    const floor = await openFloorLocked(
      tx,
      warehouseId,
      there.map(({ goods }) => goods),
      { moveIds: platesOf(growing), also: growing.map((move) => move.to_location_id) },
    );
    const fresh = await growOn(tx, floor, there, { open, known });
    await planOn(tx, floor, fresh);
  }
}

const platesOf = (moves: readonly PlannedMove[]): string[] =>
  moves.flatMap(({ id, lpn_id: plate }) => (plate === null ? [] : [id]));

const isFor = (asked: AskedGoods, goods: PutawayGoods): boolean =>
  goods.lpn_id === null
    ? asked.pallet_lpn === null && keyOf(asked) === keyOf(looseOf(goods))
    : asked.pallet_lpn === goods.pallet_lpn;

type LooseKey = Pick<AskedGoods, 'item_id' | 'location_id' | 'lot_no' | 'status' | 'receipt_id'>;

const keyOf = ({ receipt_id, location_id, item_id, lot_no, status }: LooseKey): string =>
  [receipt_id, location_id, item_id, lot_no, status].join('/');

const looseOf = ({
  from_location_id,
  item_id,
  lot_no,
  stock_status,
  receipt_id,
}: PutawayGoods): LooseKey => ({
  location_id: from_location_id,
  item_id: item_id!,
  lot_no,
  status: stock_status,
  receipt_id,
});

/** Loose goods that several scans of the group brought alike are carried as one. */
function inOne(described: readonly PutawayGoods[]): PutawayGoods[] {
  const alike = groupBy(described, (goods) => goods.lpn_id ?? keyOf(looseOf(goods)));
  return [...alike.values()].map((same) => {
    const [first] = same;
    if (first!.lpn_id !== null || same.length === 1) return first!;
    const [one, ...more] = same.flatMap(({ goods }) => goods);
    const all = more.reduce(
      (total, { qty, weight_kg, volume_cbm }) => ({
        ...total,
        qty: total.qty.plus(qty),
        weight_kg: total.weight_kg.plus(weight_kg),
        volume_cbm: total.volume_cbm.plus(volume_cbm),
      }),
      one!,
    );
    return { ...first!, goods: [all] };
  });
}

interface KnownMove {
  id: string;
  lpn_id: string | null;
}

/** The live putaway moves that these goods could go with. */
function movesOfReceipts(tx: TenantTransaction, asked: readonly AskedGoods[]): Promise<KnownMove[]> {
  const receipts = [...new Set(asked.flatMap(({ receipt_id: id }) => id ?? []))];
  const plates = [...new Set(asked.flatMap(({ pallet_lpn: lpn }) => lpn ?? []))];
  return rows<KnownMove>(
    tx,
    sql`select m.id, m.lpn_id from planned_moves m
         where m.organization_id = ${tx.organizationId} and m.receipt_id = any (${receipts}::uuid[])
           and m.status = 'open' and m.kind = 'putaway' and m.lpn_id is null
        union all
        select m.id, m.lpn_id
          from lpns p join planned_moves m on m.organization_id = p.organization_id
           and m.lpn_id = coalesce(p.parent_lpn_id, p.id) and ${isOneOf('m.status', liveMoveStates)}
         where p.organization_id = ${tx.organizationId} and p.lpn = any (${plates}::text[])`,
  );
}

const goesWith = (move: PlannedMove, goods: PutawayGoods): boolean =>
  goods.lpn_id === null
    ? move.lpn_id === null && keyOf(looseKeyOf(move)) === keyOf(looseOf(goods))
    : move.lpn_id === goods.lpn_id;

const looseKeyOf = ({
  from_location_id,
  item_id,
  lot_no,
  stock_status,
  receipt_id,
}: PlannedMove): LooseKey => ({
  location_id: from_location_id,
  item_id: item_id!,
  lot_no,
  status: stock_status,
  receipt_id,
});

const whole: Pick<PutawayRule, 'split'> = { split: 'never' };

/** Lets goods go with open moves to places that take them as well. Returns those that need a move of their own. */
async function growOn(
  tx: TenantTransaction,
  floor: Floor,
  wanted: readonly PutawayOf[],
  { open, known }: { open: readonly PlannedMove[]; known: readonly KnownMove[] },
): Promise<PutawayOf[]> {
  const grown: { work: StockPosting; move: PlannedMove; now: Grown }[] = [];
  const fresh: PutawayOf[] = [];
  for (const one of wanted) {
    const { work, goods } = one;
    const candidates = open.filter((other) => goesWith(other, goods));
    const move = await roomyMove(floor, candidates, goods);
    const [plateMove] = goods.lpn_id === null ? [] : candidates;
    if (move) {
      const { merchant_id, item_id, lot_no } = goods;
      const qty = goods.lpn_id === null ? decimal(move.qty).plus(qtyOf(goods)) : qtyOf(goods);
      grown.push({ work, move, now: { merchant_id, item_id, lot_no, qty: qty.toFixed() } });
    } else if (plateMove) {
      await dropMove(work, plateMove, 'replanned');
      fresh.push(one);
    } else if (goods.lpn_id === null || !known.some(({ lpn_id: plate }) => plate === goods.lpn_id)) {
      fresh.push(one);
    }
  }
  await growMoves(tx, grown);
  return fresh;
}

/** The first of the moves whose place takes the goods as well; it has them now. */
async function roomyMove(
  floor: Floor,
  moves: readonly PlannedMove[],
  goods: PutawayGoods,
): Promise<PlannedMove | undefined> {
  for (const move of moves) {
    const place = await floor.placeAt(move.to_location_id);
    if (!place || typeof takes(whole, place, goods) === 'string') continue;
    place.coming.push(...goods.goods);
    return move;
  }
  return undefined;
}
