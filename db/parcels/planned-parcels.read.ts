/** Parcels that are planned and not packed yet: what a carrier is told of a carton before anything is in it. */
import type { Hazard } from '../../domain/catalog/hazard.ts';
import { decimal } from '../../domain/decimal.ts';
import type { PlanCarton } from '../../domain/picking/pack-plan.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { findPackPlan } from '../picking/pack-plans.read.ts';
import { usedSsccs } from '../shipping/cartons.read.ts';
import { sql } from '../sql-text.ts';
import { readCartonGoods } from './customs.read.ts';
import type { ParcelCarton } from './parcel-facts.read.ts';

type Numbered = PlanCarton & { sscc: string };

/** The cartons of a shipment's plan that have a number and are not packed, in their order. */
async function readPlannedCartons(tx: TenantTransaction, shipmentId: string): Promise<Numbered[]> {
  const cartons = (await findPackPlan(tx, shipmentId))?.plan.cartons ?? [];
  if (cartons.length === 0) return [];
  const used = await usedSsccs(tx, shipmentId);
  return cartons.filter((one): one is Numbered => one.sscc !== null && !used.has(one.sscc));
}

/**
 * They as parcels. A weight is the plan's, with the box; a plan weighs what is known, and nothing weighs nothing.
 */
export async function readPlannedParcels(tx: TenantTransaction, shipmentId: string): Promise<ParcelCarton[]> {
  const cartons = await readPlannedCartons(tx, shipmentId);
  const hazardOf = await readHazards(tx, cartons);
  return cartons.map(({ sscc, weight_kg: kg, lines, ...sides }) => ({
    id: null,
    carton_no: null,
    sscc,
    weight_kg: kg > 0 ? String(kg) : null,
    is_weighed: false,
    items_kg: null,
    length_cm: String(sides.length_cm),
    width_cm: String(sides.width_cm),
    height_cm: String(sides.height_cm),
    hazards: once(lines.flatMap(({ item_id }) => hazardOf.get(item_id) ?? [])),
  }));
}

const once = (hazards: readonly Hazard[]): Hazard[] => [
  ...new Map(hazards.map((hazard) => [JSON.stringify(hazard), hazard])).values(),
];

/** Of the dangerous goods among what is planned, by item. */
async function readHazards(
  tx: TenantTransaction,
  cartons: readonly PlanCarton[],
): Promise<Map<string, Hazard>> {
  if (cartons.length === 0) return new Map();
  const ids = [...new Set(cartons.flatMap(({ lines }) => lines.map(({ item_id }) => item_id)))];
  const found = await rows<{ id: string; hazard: Hazard }>(
    tx,
    sql`select id, hazard from items
         where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[]) and hazard is not null`,
  );
  return new Map(found.map(({ id, hazard }) => [id, hazard]));
}

// Beyond every carton there is.
const afterAll = 2_147_483_647;

/** What is to lie in a planned carton, by item, and in those that are packed or planned before it. */
export async function readPlannedGoods(
  tx: TenantTransaction,
  { shipment_id, sscc }: { shipment_id: string; sscc: string },
): Promise<{ before: Map<string, string>; here: Map<string, string> }> {
  const packed = await readCartonGoods(tx, { shipment_id, carton_no: afterAll });
  const before = new Map(packed.map(({ item_id, before: qty }) => [item_id, qty]));
  const here = new Map<string, string>();
  for (const carton of await readPlannedCartons(tx, shipment_id)) {
    const isHere = carton.sscc === sscc;
    for (const { item_id: item, qty } of carton.lines) add(isHere ? here : before, item, qty);
    if (isHere) break;
  }
  return { before, here };
}

function add(sums: Map<string, string>, item: string, qty: number): void {
  sums.set(
    item,
    decimal(sums.get(item) ?? 0)
      .plus(decimal(qty))
      .toFixed(),
  );
}
