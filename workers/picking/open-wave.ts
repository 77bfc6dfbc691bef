/**
 * Opens a wave. With shipments: a wave of just these, taken out of the open wave they wait in. Without: the open wave
 * of the warehouse, ship mode and cutoff, found or created, with every shipment at commit that is in no other active
 * wave.
 */
import { assertReference } from '../../db/records.read.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { addToWave, insertWave, openWaveOf } from '../../db/picking/waves.write.ts';
import { waitingFor } from '../../db/picking/wave-shipments.write.ts';
import type { waveCommands } from '../../queues/picking/waves.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';
import { joinWave } from './wave-shipments.ts';

export const openWave: Handler<typeof waveCommands.openWave> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  await assertReference(tx, 'warehouses', input.warehouse_id, 'warehouse_id');
  const key = { warehouse_id: input.warehouse_id, ship_mode: input.ship_mode, cutoff: input.cutoff ?? null };
  if (input.shipment_ids) {
    const shipments = await lockShipments(tx, input.shipment_ids);
    const wave = (await insertWave(work, { ...key, is_manual: true }))!;
    await joinWave(work, wave, input.shipment_ids, shipments);
    return { id: wave.id, existing: false };
  }
  const { wave, isNew } = await openWaveOf(work, key);
  await addToWave(tx, wave.id, await waitingFor(tx, wave));
  return { id: wave.id, existing: !isNew };
};
