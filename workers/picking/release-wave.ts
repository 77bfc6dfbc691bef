/**
 * Releases a wave: creates pick tasks by zone and pick sequence. Shipments that cannot be picked are left out, each
 * with its reason, and may join another wave; they never make the release fail. Does nothing when repeated.
 */
import { replenishWave } from '../../db/moves/replenish-wave.write.ts';
import { makePickTasks } from '../../db/picking/pick-tasks.write.ts';
import { isCartonized } from '../../db/picking/wave-templates.read.ts';
import { completeWave } from '../../db/picking/wave-progress.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import {
  activeShipments,
  excludeFromWave,
  lockWave,
  moveWave,
  unpickable,
} from '../../db/picking/waves.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { waveStates } from '../../domain/picking/wave-states.ts';
import { packingCommands } from '../../queues/picking/packing.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const releaseWave: Handler<typeof waveCommands.releaseWave> = async (work, { wave_id: id }) => {
  const { tx } = work;
  assertOperator(work);
  const locked = new Set(await activeShipments(tx, id));
  await lockShipments(tx, [...locked]);
  const wave = await lockWave(tx, id);
  if (wave.status !== 'open' && wave.status !== 'cancelled') return { id };
  const to = nextState(waveStates, wave.status, 'release');

  const members = await activeShipments(tx, id);
  const present = members.filter((one) => locked.has(one));
  const excluded = [
    ...(await unpickable(tx, present)),
    // Joined between reading and locking: locking them now would break the lock order.
    ...members
      .filter((one) => !locked.has(one))
      .map((one) => ({ shipment_id: one, reason: 'joined_late' as const })),
  ];
  await excludeFromWave(tx, id, excluded);
  const out = new Set(excluded.map(({ shipment_id: one }) => one));
  const { length: made } = await makePickTasks(
    tx,
    id,
    present.filter((one) => !out.has(one)),
  );
  const released = await moveWave(work, wave, to, {
    pick_task_count: made,
    shipment_count: members.length - excluded.length,
    excluded_count: excluded.length,
  });
  if (made === 0) await completeWave(work, released);
  else {
    await replenishWave(work, { warehouseId: wave.warehouse_id, waveId: id }, false);
    if (await isCartonized(tx, id)) work.enqueue(packingCommands.planWaveCartons, { wave_id: id });
  }
  return { id };
};
