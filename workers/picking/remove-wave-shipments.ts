/** Removes shipments from an open wave; shipments that are not in it are refused. */
import { lockWave, takeFromWave } from '../../db/picking/waves.write.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { waveStates } from '../../domain/picking/wave-states.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const removeWaveShipments: Handler<typeof waveCommands.removeWaveShipments> = async (
  work,
  { wave_id: id, shipment_ids: ids },
) => {
  const { tx } = work;
  assertOperator(work);
  const wave = await lockWave(tx, id);
  nextState(waveStates, wave.status, 'remove_shipments');
  const left = await takeFromWave(tx, id, ids);
  assertAllFound('shipment_ids', ids, left, 'shipment of the wave');
  return { id };
};
