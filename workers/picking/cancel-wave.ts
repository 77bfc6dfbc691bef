/**
 * Cancels a wave and its pick tasks. What was picked stays picked. Refuses 409 WAVE_IN_PROGRESS while somebody is
 * picking. Does nothing when repeated.
 */
import { advanceJob } from '../../db/picking/pick-jobs.write.ts';
import { cancelPicks, livePicks } from '../../db/picking/pick-tasks.write.ts';
import { unplanLabels } from '../../db/parcels/planned-labels.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { activeShipments, endWaveShipments, lockWave, moveWave } from '../../db/picking/waves.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { waveStates } from '../../domain/picking/wave-states.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const cancelWave: Handler<typeof waveCommands.cancelWave> = async (work, { wave_id: id }) => {
  const { tx } = work;
  assertOperator(work);
  const shipments = await activeShipments(tx, id);
  await lockShipments(tx, shipments);
  const wave = await lockWave(tx, id);
  if (wave.status === 'cancelled') return { id };
  const to = nextState(waveStates, wave.status, 'cancel');
  // Tasks change only under their shipments' locks, which are held here.
  const tasks = await livePicks(tx, id);
  const busy = tasks.filter(({ status }) => status === 'in_progress');
  if (busy.length > 0) {
    throw new Refusal('WAVE_IN_PROGRESS', 'Pick tasks of the wave are in progress.', {
      pick_task_ids: busy.map((task) => task.id),
    });
  }
  await cancelPicks(tx, id);
  await endWaveShipments(tx, id);
  await unplanLabels(work, shipments, 'wave_cancelled');
  await moveWave(work, wave, to, { cancelled_pick_tasks: tasks.length });
  for (const jobId of [...new Set(tasks.flatMap((task) => task.job_id ?? []))].sort())
    await advanceJob(work, jobId);
  return { id };
};
