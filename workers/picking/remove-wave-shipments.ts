/** Removes shipments from an open wave; shipments that are not in it are refused. */
import { lockWave, takeFromWave } from '../../db/picking/waves.write.ts';
import { unknownReference } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { waveStates } from '../../domain/picking/wave-states.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler } from '../handler.ts';
import { assertOperator } from '../acting-person.ts';

export const removeWaveShipments: Handler<typeof waveCommands.removeWaveShipments> = async (
  work,
  { wave_id: id, shipment_ids: ids },
) => {
  const { tx, organizationId } = work;
  assertOperator(work);
  const wave = await lockWave(tx, organizationId, id);
  nextState(waveStates, wave.status, 'remove_shipments');
  const wanted = [...new Set(ids)];
  const left = await takeFromWave(tx, organizationId, id, wanted);
  if (left < wanted.length) throw unknownReference('shipment_ids', 'shipment of the wave');
  return { id };
};
