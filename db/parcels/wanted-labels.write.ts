/** Labels whose carrier is yet to be chosen: said first, then chosen outside of any transaction. */
import { ofShipment } from '../../domain/parcels/events.ts';
import { newId } from '../../domain/new-id.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { parcelKey, type ParcelKey } from '../../domain/parcels/planned-parcels.ts';
import { rows, type Database, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isBoughtAt } from './carrier-rules.read.ts';
import { findLiveLabel, findLiveLabelOfShipment, insertLabel } from './labels.write.ts';
import { readParcelCartons } from './parcel-facts.read.ts';
import { readPlannedParcels } from './planned-parcels.read.ts';
import { ruleFor, type ShippedFrom } from './ruled-parcel.read.ts';

export interface WantedLabel extends ParcelKey {
  rule_id: string | null;
  /** Null: it is taken as it is when its carrier is chosen. */
  parcel: Parcel | null;
  is_printed: boolean;
  is_invoice_printed: boolean;
  device_id: string | null;
  created_by: string;
}

/** The caller holds the shipment locked, and knows that its parcel has no label. Returns the label's id. */
export async function wantLabel(
  tx: TenantTransaction,
  shipment: ShippedFrom,
  wanted: WantedLabel,
): Promise<string> {
  const id = newId();
  await insertLabel(tx, {
    id,
    ...ofShipment(shipment.id),
    merchant_id: shipment.merchant_id,
    warehouse_id: shipment.warehouse_id,
    state: 'choosing',
    account_id: null,
    service_code: null,
    label_format: null,
    quote_id: null,
    quoted_amount: null,
    quoted_currency: null,
    tolerance_percent: '0',
    ...wanted,
  });
  return id;
}

/** Wants the label of a carton that was packed just now, where it has none and the rule for it says so. */
export async function wantAtPack(
  tx: TenantTransaction,
  shipment: ShippedFrom,
  { carton_id: cartonId, created_by }: { carton_id: string; created_by: string },
): Promise<boolean> {
  if (!(await isBoughtAt(tx, shipment.merchant_id, ['plan', 'pack']))) return false;
  const key = { carton_id: cartonId, planned_sscc: null };
  if (await findLiveLabel(tx, ofShipment(shipment.id), key)) return false;
  const carton = (await readParcelCartons(tx, shipment.id)).find(({ id }) => id === cartonId);
  const rule = await ruleFor(tx, shipment, carton);
  // What nobody planned, or packed otherwise, has its label now.
  if (rule?.buy_at !== 'pack' && rule?.buy_at !== 'plan') return false;
  await wantLabel(tx, shipment, ofRule(rule.id, key, created_by));
  return true;
}

/** Wants the labels of cartons that were planned just now, where they have none and the rule for each says so. */
export async function wantAtPlan(
  tx: TenantTransaction,
  shipment: ShippedFrom,
  created_by: string,
): Promise<boolean> {
  if (!(await isBoughtAt(tx, shipment.merchant_id, ['plan']))) return false;
  let isWanted = false;
  for (const carton of await readPlannedParcels(tx, shipment.id)) {
    if (await findLiveLabel(tx, ofShipment(shipment.id), parcelKey(carton))) continue;
    const rule = await ruleFor(tx, shipment, carton);
    if (rule?.buy_at !== 'plan') continue;
    await wantLabel(tx, shipment, ofRule(rule.id, parcelKey(carton), created_by));
    isWanted = true;
  }
  return isWanted;
}

/**
 * Wants the labels of a shipment that has just left, where the rule of a parcel without one says so. Whoever sent it with a
 * number of a carrier has a label from elsewhere. The caller holds the shipment locked.
 */
export async function wantAtShip(
  tx: TenantTransaction,
  shipment: ShippedFrom & { tracking_no: string | null },
  created_by: string,
): Promise<boolean> {
  if (shipment.tracking_no !== null && !(await findLiveLabelOfShipment(tx, shipment.id))) return false;
  const cartons = await readParcelCartons(tx, shipment.id);
  let isWanted = false;
  for (const carton of cartons.length > 0 ? cartons : [undefined]) {
    if (await findLiveLabel(tx, ofShipment(shipment.id), parcelKey(carton))) continue;
    const rule = await ruleFor(tx, shipment, carton);
    if (rule?.buy_at !== 'ship') continue;
    await wantLabel(tx, shipment, ofRule(rule.id, parcelKey(carton), created_by));
    isWanted = true;
  }
  return isWanted;
}

const ofRule = (ruleId: string, key: ParcelKey, created_by: string): WantedLabel => ({
  ...key,
  rule_id: ruleId,
  parcel: null,
  is_printed: true,
  is_invoice_printed: false,
  device_id: null,
  created_by,
});

/** Takes labels whose carrier is to be chosen, across all organizations, for as long as that may take. */
export function takeChoosing(
  database: Database,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<{ organization_id: string; id: string }[]> {
  return rows(
    database.system,
    sql`with taken as materialized (
          select organization_id, id from label_purchases
           where state = 'choosing' and next_try_at <= now() and (claimed_until is null or claimed_until < now())
           order by next_try_at limit ${limit} for update skip locked)
        update label_purchases p set claimed_until = now() + make_interval(secs => ${seconds})
          from taken
         where p.organization_id = taken.organization_id and p.id = taken.id
        returning p.organization_id, p.id`,
  );
}
