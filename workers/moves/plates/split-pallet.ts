/**
 * Takes goods off a license plate onto another at the same place, which is made when it is not there and takes the room of
 * one there: 409 LOCATION_FULL, or a warning of it.
 */
import { giveSsccs } from '../../../db/inventory/gs1-numbers.write.ts';
import { assertUnlocked } from '../../../db/inventory/location-locks.read.ts';
import { consumeEmptyLpns, forgetHeights, insertLpn, type LpnRow } from '../../../db/inventory/lpns.write.ts';
import { lockMovesOfPlates, lockReceiptsOfPlates } from '../../../db/moves/lock-to-carry.write.ts';
import {
  apart,
  assertLeavesWith,
  lockGoodsOn,
  lockPlates,
  shiftGoods,
  standing,
  type OnPlate,
} from '../../../db/moves/plates-together.write.ts';
import { knownIds } from '../../../db/records.read.ts';
import { assertWholeUnits, requireLocation } from '../../../db/inventory/stock-references.read.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { newId } from '../../../domain/new-id.ts';
import { invalid, Refusal, unknownReference } from '../../../domain/refusal.ts';
import type { InputOf } from '../../../queues/engine/define-command.ts';
import type { plateCommands } from '../../../queues/inventory/plates.ts';
import { assertOperator } from '../../acting-person.ts';
import type { Handler, Work } from '../../engine/handler.ts';
import { enterRoom, type Warned } from '../../inventory/enter-room.ts';
import { followGoods } from './follow-goods.ts';
import { labelPlate } from './label-plate.ts';

type Split = InputOf<typeof plateCommands.splitPallet>;

export const splitPallet: Handler<typeof plateCommands.splitPallet> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  const { pallet_lpn: lpn, to_lpn: toLpn, lines } = input;
  if (toLpn === lpn) throw invalid('to_lpn', 'same', 'to_lpn must be another license plate');
  const known = await knownIds(
    tx,
    'items',
    lines.map(({ item_id: id }) => id),
  );
  const missing = lines.findIndex(({ item_id: id }) => !known.includes(id.toLowerCase()));
  if (missing >= 0) throw unknownReference(`lines.${missing}.item_id`, 'item');
  await assertWholeUnits(tx, lines, (index) => `lines.${index}.qty`);
  const named = toLpn ? [lpn, toLpn] : [lpn];
  await lockReceiptsOfPlates(tx, { lpns: named });
  const plates = await lockPlates(tx, named);
  const source = standing(plates, lpn, 'pallet_lpn');
  await assertUnlocked(tx, [source.location_id]);
  const moves = await lockMovesOfPlates(
    tx,
    plates.filter((one) => named.includes(one.lpn)).map(({ id }) => id),
  );
  const goods = taken(source, await lockGoodsOn(tx, [source.id]), lines);
  const target = await targetOf(work, plates, source, toLpn);
  await shiftGoods(work, goods, { id: target.id, lpn: target.lpn, location_id: source.location_id }, [
    source.id,
  ]);
  await consumeEmptyLpns(tx, [source.id]);
  await forgetHeights(tx, [source.id, target.id]);
  for (const id of [source.id, target.id])
    work.emit({ type: 'pallet.changed', subject_type: 'pallet', subject_id: id, data: {} });
  const isMade = !plates.some(({ id }) => id === target.id);
  const warned = isMade ? await roomFor(work, source, target.id) : {};
  await followGoods(work, moves, target);
  if (input.sscc === 'new') await giveSsccs(tx, [target.id]);
  if (input.print) labelPlate(work, target.id);
  return { id: target.id, ...warned };
};

/** Judged as it stands there now: what gave everything takes no room any more. */
async function roomFor(work: Work, { warehouse_id, location_id }: LpnRow, plateId: string): Promise<Warned> {
  const place = await requireLocation(work.tx, warehouse_id, location_id!);
  return (await enterRoom(work, [place])).refusesOneMore(plateId, place.id);
}

/** What each line takes of what lies there. Refuses 409 INSUFFICIENT_STOCK. */
function taken(source: LpnRow, there: readonly OnPlate[], lines: Split['lines']): OnPlate[] {
  const left = new Map(there.map((one) => [one, decimal(one.qty)]));
  return lines.map(({ item_id, lot_no = '', status = 'available', qty }) => {
    const one = there.find(
      (row) => row.item_id === item_id.toLowerCase() && row.lot_no === lot_no && row.status === status,
    );
    const wanted = decimal(qty);
    const present = one ? left.get(one)! : decimal('0');
    if (!one || present.lt(wanted))
      throw new Refusal('INSUFFICIENT_STOCK', `There is not as much ${status} on ${source.lpn}.`, {
        item_id,
        lot_no: lot_no || null,
        status,
        lpn: source.lpn,
        required: qty,
        available: toJsonNumber(present),
      });
    left.set(one, present.minus(wanted));
    return { ...one, qty: wanted.toFixed() };
  });
}

async function targetOf(
  { tx, emit, takeNumber }: Work,
  plates: readonly LpnRow[],
  source: LpnRow,
  toLpn: string | undefined,
): Promise<Pick<LpnRow, 'id' | 'lpn'>> {
  if (toLpn && plates.some((one) => one.lpn === toLpn)) {
    const plate = standing(plates, toLpn, 'to_lpn');
    if (plate.location_id !== source.location_id) throw apart(plate);
    assertLeavesWith(plate, false);
    return plate;
  }
  const { type, warehouse_id, location_id } = source;
  const [id, lpn] = [newId(), toLpn ?? (await takeNumber('LPN'))];
  const made = { id, lpn, type, warehouse_id, location_id, parent_lpn_id: null, state: 'active' } as const;
  await insertLpn(tx, { ...made, sscc: null, height_cm: null, merchant_id: null });
  emit({ type: 'pallet.created', subject_type: 'pallet', subject_id: id, data: { lpn } });
  return { id, lpn };
}
