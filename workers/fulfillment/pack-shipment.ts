/**
 * Marks a picked shipment packed. Once a carton was started, every picked unit must be in one (409 PACK_INCOMPLETE),
 * unless without_cartons says otherwise.
 */
import { decimal, zero } from '../../domain/decimal.ts';
import { readPackedState } from '../../db/shipping/cartons.read.ts';
import { advanceToPacked } from '../../db/fulfillment/shipment-steps.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { assertAllPacked } from '../../domain/picking/packing.ts';
import type { shipmentCommands } from '../../queues/shipping/shipments.ts';
import type { Handler } from '../engine/handler.ts';

export const packShipment: Handler<typeof shipmentCommands.packShipment> = async (work, input) => {
  const { tx } = work;
  const { shipment_id: id, without_cartons: isLoose = false } = input;
  const shipment = await lockShipment(tx, id);
  if (shipment.status === 'picked' && !isLoose) {
    const state = await readPackedState(tx, id);
    if (state.some(({ packed }) => decimal(packed).gt(zero))) assertAllPacked(state);
  }
  await advanceToPacked(work, shipment);
  return { id };
};
