/**
 * Everything on some license plates goes onto another, in one transaction: allocations and picks go along, and so do the
 * cartons. Their planned moves end or go on with what is on the plates then (`followGoods`).
 */
import { assertUnlocked } from '../../../db/inventory/location-locks.read.ts';
import { consumeEmptyLpns, forgetHeights, type LpnRow } from '../../../db/inventory/lpns.write.ts';
import { requireLocation, requireTarget } from '../../../db/inventory/stock-references.read.ts';
import { lockMovesOfPlates, lockReceiptsOfPlates } from '../../../db/moves/lock-to-carry.write.ts';
import {
  assertLeavesWith,
  lockGoodsOn,
  lockPlates,
  shiftGoods,
  shiftHolds,
  standing,
} from '../../../db/moves/plates-together.write.ts';
import { moveType } from '../../../domain/inventory/move-type.ts';
import { invalid, type Refusal } from '../../../domain/refusal.ts';
import type { InputOf } from '../../../queues/engine/define-command.ts';
import type { plateCommands } from '../../../queues/inventory/plates.ts';
import { assertOperator } from '../../acting-person.ts';
import type { Work } from '../../engine/handler.ts';
import { enterRoom, type Warned } from '../../inventory/enter-room.ts';
import { followGoods } from './follow-goods.ts';
import { labelPlate } from './label-plate.ts';

/** `refused`: why a plate that stands elsewhere may not come, if so. */
export async function bringTogether(
  work: Work,
  { pallet_lpn: lpn, from_lpns: names, print }: InputOf<typeof plateCommands.mergePallets>,
  refused: (elsewhere: LpnRow, target: LpnRow) => Refusal | undefined,
): Promise<Warned & { id: string }> {
  const { tx } = work;
  assertOperator(work);
  const twice = names.findIndex((name, index) => name === lpn || names.indexOf(name) !== index);
  if (twice >= 0) throw invalid(`from_lpns.${twice}`, 'twice', 'a license plate is named once');
  await lockReceiptsOfPlates(tx, { lpns: [lpn, ...names] });
  const plates = await lockPlates(tx, [lpn, ...names]);
  const target = standing(plates, lpn, 'pallet_lpn');
  const sources = names.map((name, index) => standing(plates, name, `from_lpns.${index}`));
  for (const one of sources) assertLeavesWith(one, target.state === 'picked');
  const elsewhere = sources.filter((one) => one.location_id !== target.location_id);
  for (const one of elsewhere) {
    const refusal = refused(one, target);
    if (refusal) throw refusal;
  }
  await assertUnlocked(tx, [target.location_id, ...elsewhere.map(({ location_id: at }) => at)]);
  const ids = sources.map(({ id }) => id);
  const cartons = plates.filter(({ parent_lpn_id: parent }) => parent !== null && ids.includes(parent));
  const moves = await lockMovesOfPlates(tx, [target.id, ...ids]);
  const look = elsewhere.length > 0 ? requireTarget : requireLocation;
  const place = await look(tx, target.warehouse_id, target.location_id!);
  const goods = await lockGoodsOn(tx, [target.id, ...ids, ...cartons.map(({ id }) => id)]);
  const coming = goods.filter(({ lpn_id: id }) => id !== target.id);
  const types = new Map<string, ReturnType<typeof moveType>>();
  for (const { location_id: from } of elsewhere) {
    const { id, type } = await requireLocation(tx, target.warehouse_id, from!);
    types.set(id, moveType(type, place.type));
  }
  await shiftGoods(work, coming, target, ids, types);
  await shiftHolds(tx, ids, target);
  await consumeEmptyLpns(tx, ids);
  await forgetHeights(tx, [target.id]);
  // Judged as it stands there now: plates that became one take the room of one.
  const warned =
    elsewhere.length > 0 ? await (await enterRoom(work, [place])).refusesPlate(lpn, place.id) : {};
  for (const id of [target.id, ...ids])
    work.emit({ type: 'pallet.changed', subject_type: 'pallet', subject_id: id, data: {} });
  await followGoods(work, moves, target);
  if (print) labelPlate(work, target.id);
  return { id: target.id, ...warned };
}
