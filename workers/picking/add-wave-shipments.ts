/** Adds shipments to an open wave. */
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { lockWave } from '../../db/picking/waves.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { waveStates } from '../../domain/picking/wave-states.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { joinWave } from './wave-shipments.ts';

export const addWaveShipments: Handler<typeof waveCommands.addWaveShipments> = async (
  work,
  { wave_id: id, shipment_ids: ids },
) => {
  assertOperator(work);
  const shipments = await lockShipments(work.tx, ids);
  const wave = await lockWave(work.tx, id);
  nextState(waveStates, wave.status, 'add_shipments');
  await joinWave(work, wave, ids, shipments);
  return { id };
};
