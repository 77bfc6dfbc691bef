/**
 * Labels of cartons that are planned and not packed yet. One goes with its carton as that is packed as it was sold; if it
 * is not, its carrier takes it back. The caller holds their shipments locked.
 */
import { groupBy } from '../../domain/group-by.ts';
import { isAsSold, type Measured, type UnplannedReason } from '../../domain/parcels/planned-parcels.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { mayBeBoughtAtShip } from './carrier-rules.read.ts';
import { hideTracking } from './labels.write.ts';
import { takeBackUnneeded, type Told } from './unneeded-labels.write.ts';

const isPlanned = sql`p.planned_sscc is not null and p.carton_id is null and p.unplanned_for is null`;

const ofThese = (tx: TenantTransaction, shipmentIds: readonly string[]): SqlText =>
  sql`p.organization_id = ${tx.organizationId} and p.shipment_id = any (${[...shipmentIds]}::uuid[]) and ${isPlanned}`;

/** The numbers of planned cartons that have a label, or had one, by shipment. */
export async function labelledNumbers(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await rows<{ shipment_id: string; planned_sscc: string }>(
    tx,
    sql`select distinct p.shipment_id, p.planned_sscc from label_purchases p where ${ofThese(tx, shipmentIds)}`,
  );
  const byShipment = groupBy(found, ({ shipment_id: id }) => id);
  return new Map([...byShipment].map(([id, some]) => [id, some.map(({ planned_sscc: sscc }) => sscc)]));
}

interface Shown {
  shipment_id: string;
  tracking_no: string | null;
  carrier_code: string | null;
  service_code: string | null;
}

/** Takes back the labels of planned cartons, of these numbers if any are given, that are not packed as they were planned. */
export async function unplanLabels(
  told: Told,
  shipmentIds: readonly string[],
  reason: UnplannedReason,
  only?: readonly string[],
): Promise<void> {
  const { tx } = told;
  const these = only ? sql`and p.planned_sscc = any (${[...only]}::text[])` : sql``;
  const left = await rows<Shown>(
    tx,
    sql`update label_purchases p set unplanned_for = ${reason}, updated_at = now()
         where ${ofThese(tx, shipmentIds)} ${these}
        returning p.shipment_id, p.tracking_no, p.carrier_code, p.service_code`,
  );
  if (left.length === 0) return;
  // It is on no parcel, whatever its carrier says.
  for (const label of left)
    if (label.tracking_no !== null) await hideTracking(tx, { ...label, tracking_no: label.tracking_no });
  await takeBackUnneeded(told, shipmentIds);
}

export interface PackedAsPlanned extends Measured {
  id: string;
  shipment_id: string;
  sscc: string;
  /** Another box is another parcel, whatever it weighs. */
  is_planned_type: boolean;
  /** As it was planned: what a carrier is being asked for whose price is not known yet. */
  planned: Measured;
}

/** A planned carton was packed under its number. */
export async function followPacked(told: Told, carton: PackedAsPlanned): Promise<void> {
  const { tx } = told;
  const { id, shipment_id, sscc } = carton;
  const labels = await rows<{ id: string; parcel: Measured | null }>(
    tx,
    sql`select p.id, p.parcel from label_purchases p
         where ${ofThese(tx, [shipment_id])} and p.planned_sscc = ${sscc} for update of p`,
  );
  const kept = labels.filter(
    ({ parcel }) => carton.is_planned_type && isAsSold(parcel ?? carton.planned, carton),
  );
  if (kept.length > 0)
    await execute(
      tx,
      sql`update label_purchases set carton_id = ${id}, updated_at = now()
           where organization_id = ${tx.organizationId} and id = any (${kept.map((one) => one.id)}::uuid[])`,
    );
  if (kept.length < labels.length) await unplanLabels(told, [shipment_id], 'packed_otherwise', [sscc]);
}

/**
 * Whether labels may have to be bought for the shipment of a shipping document `documents` as it leaves, or taken back as
 * their cartons were never packed.
 */
export const hasLabelsToSettle = sql`${mayBeBoughtAtShip} or exists (
  select 1 from label_purchases p
   where p.organization_id = documents.organization_id and p.shipment_id = documents.subject_id and ${isPlanned})`;
