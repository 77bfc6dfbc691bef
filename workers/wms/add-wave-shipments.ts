/** Adds shipments to an open wave. */
import { lockShipments } from '../../db/wms/shipments.write.ts';
import { lockWave } from '../../db/wms/waves.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { waveStates } from '../../domain/wms/wave-states.ts';
import type { waveCommands } from '../../queues/wms/waves.ts';
import type { Handler } from '../handler.ts';
import { assertHouse } from './floor-person.ts';
import { joinWave } from './wave-shipments.ts';

export const run: Handler<typeof waveCommands.addWaveShipments> = async (
  work,
  { wave_id: id, shipment_ids: ids },
) => {
  assertHouse(work);
  const shipments = await lockShipments(work.tx, work.organizationId, ids);
  const wave = await lockWave(work.tx, work.organizationId, id);
  nextState(waveStates, wave.status, 'add_shipments');
  await joinWave(work, wave, ids, shipments);
  return { id };
};
