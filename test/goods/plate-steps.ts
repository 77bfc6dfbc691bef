/** Steps that change what is on license plates: split at their place, merged at one, brought together from several. */
import type { Plate, Stock } from './seen.ts';
import { isOk, type Step, type Turn } from './turn.ts';

const stands = ({ state, location_id: at, parent_lpn_id: on }: Plate): boolean =>
  ['active', 'picked'].includes(state) && at !== null && on === null;

/** Goods that somebody may take off a license plate. */
const onPlate = ({ seen }: Turn, { id }: Plate): Stock[] =>
  seen.stock.filter((one) => one.lpn_id === id && ['available', 'hold', 'damaged'].includes(one.status));

/** Part of what is on a license plate goes onto another that stands there, or onto a new one. */
const split: Step = async (turn) => {
  const { dice, seen } = turn;
  const plate = dice.pick(seen.plates.filter((one) => stands(one) && onPlate(turn, one).length > 0));
  if (!plate) return undefined;
  const beside = seen.plates.filter(
    (one) => stands(one) && one.id !== plate.id && one.location_id === plate.location_id,
  );
  const target = dice.chance(0.5) ? dice.pick(beside) : undefined;
  const rows = onPlate(turn, plate);
  const lines = rows
    .filter((_, index) => index === 0 || dice.chance(0.5))
    .map((row) => ({ row, qty: dice.chance(0.4) ? row.qty : dice.upTo(row.qty) }));
  const answer = await turn.ask('post', '/api/wms/pallets/split', {
    pallet_lpn: plate.lpn,
    ...(target ? { to_lpn: target.lpn } : {}),
    lines: lines.map(({ row, qty }) => ({
      item_id: row.item_id,
      status: row.status,
      qty,
      ...(row.lot_no ? { lot_no: row.lot_no } : {}),
    })),
  });
  if (!isOk(answer)) return undefined;
  const { id } = answer.body.data;
  return {
    moved: (book) => {
      if (!target) book.plates.set(id, { id, location_id: plate.location_id, parent_lpn_id: null });
      for (const { row, qty } of lines) {
        book.put(row, -qty);
        book.put({ ...row, lpn_id: id }, qty);
      }
    },
  };
};

/** Everything on some license plates goes onto another, where that stands; what is allocated of it stays allocated. */
const join =
  (way: 'merge' | 'consolidate'): Step =>
  async (turn) => {
    const { dice, seen } = turn;
    const standing = seen.plates.filter(stands);
    const target = dice.pick(standing);
    const others = standing.filter(
      (one) => one.id !== target?.id && (way === 'consolidate' || one.location_id === target?.location_id),
    );
    if (!target || others.length === 0) return undefined;
    const from = dice.chance(0.3) ? others.slice(0, 2) : [dice.pick(others)!];
    const answer = await turn.ask('post', `/api/wms/pallets/${way}`, {
      pallet_lpn: target.lpn,
      from_lpns: from.map(({ lpn }) => lpn),
    });
    if (!isOk(answer)) return undefined;
    return { moved: (book) => from.forEach(({ id }) => book.pour(id, target.id)) };
  };

export const plateSteps: Record<string, [weight: number, step: Step]> = {
  splitPlate: [3, split],
  mergePlates: [2, join('merge')],
  bringPlates: [1, join('consolidate')],
};
