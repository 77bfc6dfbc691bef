/** Packs picked units into a carton, which gets its SSCC and, on request, a label. */
import { keepLabelTexts } from '../../db/printing/label-texts.write.ts';
import { wantAtPack } from '../../db/parcels/wanted-labels.write.ts';
import { readPackedState } from '../../db/shipping/cartons.read.ts';
import { insertCarton } from '../../db/shipping/cartons.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { shipToOf } from '../../db/shipping/shipments.read.ts';
import { addressLines } from '../../domain/paper/address-lines.ts';
import { assertFits } from '../../domain/picking/packing.ts';
import { cartonLabel } from '../../domain/shipping/shipping-label.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { Handler } from '../engine/handler.ts';
import { assertPacking } from './packing-state.ts';

export const packCarton: Handler<typeof packingCommands.packCarton> = async (work, input) => {
  const { tx, actor } = work;
  const shipment = await lockShipment(tx, input.shipment_id);
  assertPacking(shipment.status, 'pack_carton');
  const lines = input.lines.map(({ item_id: itemId, lot_no: lot, qty }) => ({
    item_id: itemId,
    lot_no: lot ?? '',
    qty: String(qty),
  }));
  assertFits(await readPackedState(tx, shipment.id), lines);
  const { id, sscc, carton_no } = await insertCarton(tx, {
    shipment_id: shipment.id,
    merchant_id: shipment.merchant_id,
    packed_by: actor.name,
    weight_kg: input.weight_kg ?? null,
    length_cm: input.length_cm ?? null,
    width_cm: input.width_cm ?? null,
    height_cm: input.height_cm ?? null,
    lines,
  });
  work.emit({
    type: 'carton.packed',
    subject_type: 'carton',
    subject_id: id,
    data: { carton_id: id, sscc, carton_no, shipment_id: shipment.id, merchant_id: shipment.merchant_id },
  });
  if (await wantAtPack(tx, shipment, { carton_id: id, created_by: actor.name }))
    work.signal({ kind: 'look', reason: 'labels' });
  if (input.print_label) {
    const to = await shipToOf(tx, shipment.id);
    const label = cartonLabel({
      shipment_no: shipment.shipment_no,
      carton_no,
      sscc,
      ship_to: addressLines(to, { withPhone: true }),
    });
    work.enqueue(printJobCommands.printLabel, {
      merchant_id: shipment.merchant_id,
      warehouse_id: shipment.warehouse_id,
      label_kind: 'ucc',
      ref_type: 'carton',
      ref_id: id,
      zpl_sha256: (await keepLabelTexts(tx, [label]))[0]!,
    });
  }
  return { id };
};
