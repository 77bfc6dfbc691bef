/** Claims the next open pick task: of the most urgent wave, then by zone and pick sequence. Refuses 404 when none is left. */
import { notFound } from '../../domain/refusal.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { takeNextPicks } from './take-pick.ts';

export const claimNextPick: Handler<typeof pickingCommands.claimNextPick> = async (work, input) => {
  assertOperator(work);
  const { warehouse_id: warehouseId, wave_id: waveId = null, zone = null } = input;
  const [id] = (await takeNextPicks(work.tx, [work], { warehouseId, waveId, zone })).ids;
  if (!id) throw notFound('open pick task');
  return { id };
};
