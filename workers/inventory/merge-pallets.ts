/**
 * Puts everything on some license plates onto another that stands at the same place, in one transaction: allocations and
 * picks go along. A plate that is on its way with a planned move ends that move by being gone.
 */
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import {
  apart,
  lockGoodsOn,
  lockPlates,
  shiftGoods,
  shiftHolds,
  standing,
} from '../../db/moves/plates-together.write.ts';
import { invalid } from '../../domain/refusal.ts';
import type { plateCommands } from '../../queues/inventory/plates.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const mergePallets: Handler<typeof plateCommands.mergePallets> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  const { pallet_lpn: lpn, from_lpns: names } = input;
  const twice = names.findIndex((name, index) => name === lpn || names.indexOf(name) !== index);
  if (twice >= 0) throw invalid(`from_lpns.${twice}`, 'twice', 'a license plate is named once');
  const plates = await lockPlates(tx, [lpn, ...names]);
  const target = standing(plates, lpn, 'pallet_lpn');
  const sources = names.map((name, index) => standing(plates, name, `from_lpns.${index}`));
  const elsewhere = sources.find((one) => one.location_id !== target.location_id);
  if (elsewhere) throw apart(elsewhere);
  await assertUnlocked(tx, [target.location_id]);
  const ids = sources.map(({ id }) => id);
  await shiftGoods(work, await lockGoodsOn(tx, ids), target.id, `onto ${lpn}`);
  await shiftHolds(tx, ids, target.id);
  await consumeEmptyLpns(tx, ids);
  for (const id of [target.id, ...ids])
    work.emit({ type: 'pallet.changed', subject_type: 'pallet', subject_id: id, data: {} });
  return { id: target.id };
};
