/** Unpacks a carton while its shipment is not packed. Does nothing when repeated. */
import { takeBackUnneeded } from '../../db/parcels/unneeded-labels.write.ts';
import { renumberPlanned } from '../../db/picking/pack-plans.write.ts';
import { findCartonShipment, voidCarton } from '../../db/shipping/cartons.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { Handler } from '../engine/handler.ts';
import { assertPacking } from './packing-state.ts';

export const unpackCarton: Handler<typeof packingCommands.unpackCarton> = async (work, { carton_id: id }) => {
  const { tx } = work;
  const carton = await findCartonShipment(tx, id);
  if (!carton) throw notFound('carton');
  if (carton.voided_at) return { id };
  const shipment = await lockShipment(tx, carton.shipment_id);
  assertPacking(shipment.status, 'unpack_carton');
  // Unpacked by somebody else while this waited for the shipment.
  if (!(await voidCarton(tx, id))) return { id };
  await takeBackUnneeded(work, [shipment.id]);
  await renumberPlanned(tx, shipment.id, carton.sscc);
  work.emit({
    type: 'carton.unpacked',
    subject_type: 'carton',
    subject_id: id,
    data: { carton_id: id, shipment_id: shipment.id, merchant_id: shipment.merchant_id },
  });
  return { id };
};
