/** Claims the next open pick task in walking order: zone, then pick sequence. Refuses 404 when none is left. */
import { nextPicks } from '../../db/picking/pick-tasks.read.ts';
import { lockPickTask } from '../../db/picking/pick-tasks.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { pickingCommands } from '../../queues/picking/picking.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { takePick } from './take-pick.ts';

export const claimNextPick: Handler<typeof pickingCommands.claimNextPick> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  const { warehouse_id: warehouseId, wave_id: waveId = null, zone = null } = input;
  for (const id of await nextPicks(tx, { warehouseId, waveId, zone })) {
    const { task } = await lockPickTask(tx, id);
    if (task.status !== 'open') continue;
    await takePick(work, task);
    return { id };
  }
  throw notFound('open pick task');
};
