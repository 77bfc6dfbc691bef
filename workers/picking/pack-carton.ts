/** Packs picked units into a carton, which gets its SSCC and, on request, a label. */
import { findBox, type Box } from '../../db/catalog/carton-types.read.ts';
import { keepLabelTexts } from '../../db/printing/label-texts.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { findPackPlan } from '../../db/picking/pack-plans.read.ts';
import { followPacked } from '../../db/parcels/planned-labels.write.ts';
import { wantAtPack } from '../../db/parcels/wanted-labels.write.ts';
import { readPackedState } from '../../db/shipping/cartons.read.ts';
import { insertCarton } from '../../db/shipping/cartons.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { readStockItems, type StockItem } from '../../db/inventory/stock-references.read.ts';
import { shipToOf } from '../../db/shipping/shipments.read.ts';
import { clashAmong, segregationRefusal } from '../../domain/inventory/hazard-segregation.ts';
import { addressLines } from '../../domain/paper/address-lines.ts';
import type { PlanCarton } from '../../domain/picking/pack-plan.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { assertFits } from '../../domain/picking/packing.ts';
import { cartonLabel } from '../../domain/shipping/shipping-label.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertPacking } from './packing-state.ts';

async function plannedCarton(tx: TenantTransaction, shipmentId: string, no: number): Promise<PlanCarton> {
  const kept = await findPackPlan(tx, shipmentId);
  const carton = kept?.plan.cartons.find((one) => one.carton === no);
  if (carton) return carton;
  throw invalid('planned_carton', 'not_planned', 'planned_carton is no carton of the pack plan as it is now');
}

/** What it is packed in, where its packer says. Refuses 400. */
async function boxOf(
  tx: TenantTransaction,
  { merchant_id: merchantId }: { merchant_id: string },
  id: string | null | undefined,
): Promise<Box | undefined> {
  if (!id) return undefined;
  const box = await findBox(tx, id, merchantId);
  if (!box) throw unknownReference('carton_type_id', 'carton type');
  return box;
}

/** Refuses 409 HAZARD_SEGREGATION for dangerous goods that go into no carton together. */
function assertTogether(items: readonly StockItem[]): void {
  const clash = clashAmong(items.flatMap(({ apart }) => apart ?? []));
  if (clash) throw segregationRefusal('The carton would hold', clash);
}

interface Packed {
  id: string;
  sscc: string;
  box: Box | undefined;
  planned: PlanCarton | undefined;
  input: InputOf<typeof packingCommands.packCarton>;
}

type Sizes = Pick<
  InputOf<typeof packingCommands.packCarton>,
  'weight_kg' | 'length_cm' | 'width_cm' | 'height_cm'
>;

function sizesOf({ weight_kg, length_cm, width_cm, height_cm }: Sizes): Record<keyof Sizes, string | null> {
  const measured = (value: number | null | undefined): string | null => (value ? String(value) : null);
  return {
    weight_kg: measured(weight_kg),
    length_cm: measured(length_cm),
    width_cm: measured(width_cm),
    height_cm: measured(height_cm),
  };
}

/** It has the label that was bought as it was planned, if it is packed so; else the one that is bought as it is packed. */
async function labelled(
  work: Work,
  shipment: Awaited<ReturnType<typeof lockShipment>>,
  { id, sscc, box, planned, input }: Packed,
): Promise<void> {
  const { tx, actor } = work;
  if (planned)
    await followPacked(work, {
      id,
      shipment_id: shipment.id,
      sscc,
      is_planned_type: !box || box.id === planned.carton_type_id,
      planned: sizesOf(planned),
      // What its packer has not measured is as it was planned.
      ...sizesOf(input),
    });
  if (await wantAtPack(tx, shipment, { carton_id: id, created_by: actor.name }))
    work.signal({ kind: 'look', reason: 'labels' });
}

export const packCarton: Handler<typeof packingCommands.packCarton> = async (work, input) => {
  const { tx, actor } = work;
  const shipment = await lockShipment(tx, input.shipment_id);
  assertPacking(shipment.status, 'pack_carton');
  const planned =
    input.planned_carton === undefined
      ? undefined
      : await plannedCarton(tx, shipment.id, input.planned_carton);
  const lines = (planned?.lines ?? input.lines ?? []).map(({ item_id: itemId, lot_no: lot, qty }) => ({
    item_id: itemId,
    lot_no: lot ?? '',
    qty: String(qty),
  }));
  const ids = lines.map((line) => line.item_id);
  const [packed, items] = await Promise.all([readPackedState(tx, shipment.id), readStockItems(tx, ids)]);
  assertFits(packed, lines);
  assertTogether([...items.values()]);
  const box = await boxOf(tx, shipment, input.carton_type_id);
  const { id, sscc, carton_no } = await insertCarton(tx, {
    shipment_id: shipment.id,
    merchant_id: shipment.merchant_id,
    packed_by: actor.name,
    // A plan weighs what is known; nothing weighs nothing.
    weight_kg: input.weight_kg ?? (planned?.weight_kg || null),
    is_weighed: input.weight_kg !== undefined,
    length_cm: input.length_cm ?? (box ?? planned)?.length_cm ?? null,
    width_cm: input.width_cm ?? (box ?? planned)?.width_cm ?? null,
    height_cm: input.height_cm ?? (box ?? planned)?.height_cm ?? null,
    carton_type_id: box?.id ?? planned?.carton_type_id ?? null,
    planned_carton: planned?.carton ?? null,
    sscc: planned?.sscc ?? null,
    lines,
  });
  work.emit({
    type: 'carton.packed',
    subject_type: 'carton',
    subject_id: id,
    data: { carton_id: id, sscc, carton_no, shipment_id: shipment.id, merchant_id: shipment.merchant_id },
  });
  await labelled(work, shipment, { id, sscc, box, planned, input });
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
