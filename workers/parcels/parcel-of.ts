/** What a carrier is told of a parcel, and whether an account is for it. */
import type { AccountRow } from '../../db/parcels/accounts.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import {
  readEnds,
  readParcelCartons,
  withoutCarton,
  type ParcelCarton,
  type Sender,
} from '../../db/parcels/parcel-facts.read.ts';
import { readPlannedParcels } from '../../db/parcels/planned-parcels.read.ts';
import { findLiveLabel, hasLostLabel, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { lockShipment, type Shipment } from '../../db/shipping/shipments.write.ts';
import type { LabelOf } from '../../domain/parcels/events.ts';
import {
  parcelAddress,
  weightOf,
  type KnownWeight,
  type Parcel,
  type ParcelAddress,
} from '../../domain/parcels/parcel.ts';
import type { ParcelKey } from '../../domain/parcels/planned-parcels.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import { customsOf, type DeclaredOf } from './customs-of.ts';

/** Every reason why the account is not for this parcel, or for this service. */
export function reasonsAgainst(
  account: AccountRow,
  shipment: Pick<Shipment, 'merchant_id' | 'warehouse_id'>,
  service?: string,
): string[] {
  return [
    account.is_active ? [] : ['The account is not active.'],
    account.merchant_id === null || account.merchant_id === shipment.merchant_id
      ? []
      : ['The account is of another merchant.'],
    account.warehouse_ids.length === 0 || account.warehouse_ids.includes(shipment.warehouse_id)
      ? []
      : ['The account is not for this warehouse.'],
    service === undefined || account.services.length === 0 || account.services.includes(service)
      ? []
      : [`The account has no service ${service}, but ${account.services.join(', ')}.`],
  ].flat();
}

/** Refuses 409 NO_SERVICE with every reason why the account is not for this parcel, `more` of them known to its buyer. */
export function assertServes(
  account: AccountRow,
  of: Pick<Shipment, 'merchant_id' | 'warehouse_id'>,
  service: string,
  more: readonly string[] = [],
): void {
  const reasons = [...reasonsAgainst(account, of, service), ...more];
  if (reasons.length === 0) return;
  throw new Refusal('NO_SERVICE', reasons.join(' '), { rejected: [{ account_id: account.id, reasons }] });
}

/**
 * Refuses 409 CONFLICT for a shipment that takes no label any more: one that has left, unless a label of it was refused or
 * taken back since.
 */
export async function assertTakesLabel(
  tx: TenantTransaction,
  { id, status }: Pick<Shipment, 'id' | 'status'>,
): Promise<void> {
  if (!hasLeft(status) || (status === 'shipped' && (await hasLostLabel(tx, id)))) return;
  throw new Refusal('CONFLICT', `The shipment is ${status}: it takes no label any more.`, { status });
}

/** Refuses 409 LABEL_LIVE. The caller holds the shipment or return locked. */
export async function assertNoLabel(tx: TenantTransaction, of: LabelOf, key: ParcelKey): Promise<void> {
  const live = await findLiveLabel(tx, of, key);
  if (!live) return;
  throw new Refusal('LABEL_LIVE', `The parcel has a label already, or may have: it is ${live.state}.`, {
    label_id: live.id,
    state: live.state,
  });
}

/** The carton meant, packed or planned; undefined for a shipment that travels without any. */
export async function cartonOf(
  tx: TenantTransaction,
  shipmentId: string,
  { carton_id: given, sscc }: { carton_id?: string | null | undefined; sscc?: string | undefined },
): Promise<ParcelCarton | undefined> {
  if (sscc !== undefined) {
    if (given) throw invalid('sscc', 'forbidden', 'sscc is not taken with carton_id.');
    return (await cartonsNumbered(tx, shipmentId, [sscc], () => 'sscc'))[0];
  }
  const cartons = await readParcelCartons(tx, shipmentId);
  if (given) {
    const found = cartons.find(({ id }) => id === given);
    if (!found) throw unknownReference('carton_id', 'carton of the shipment');
    return found;
  }
  if (cartons.length < 2) return cartons[0];
  throw new Refusal('CARTON_NOT_NAMED', `The shipment has ${cartons.length} cartons: name one.`, {
    cartons: cartons.map(({ id, carton_no }) => ({ id, carton_no })),
  });
}

/** The cartons of these numbers, whether they are packed or planned. Refuses 400. */
export async function cartonsNumbered(
  tx: TenantTransaction,
  shipmentId: string,
  ssccs: readonly string[],
  fieldOf: (at: number) => string,
): Promise<ParcelCarton[]> {
  const cartons = [
    ...(await readParcelCartons(tx, shipmentId)),
    ...(await readPlannedParcels(tx, shipmentId)),
  ];
  return ssccs.map((sscc, at) => {
    const found = cartons.find((carton) => carton.sscc === sscc);
    if (!found) throw unknownReference(fieldOf(at), 'carton of the shipment, packed or planned');
    return found;
  });
}

/** What a label is of: it is packed, planned, or all that is sent. Refuses 400 where that is planned no more. */
export async function cartonOfLabel(
  tx: TenantTransaction,
  shipmentId: string,
  { carton_id, planned_sscc: sscc }: ParcelKey,
): Promise<ParcelCarton | undefined> {
  if (carton_id !== null) return (await readParcelCartons(tx, shipmentId)).find(({ id }) => id === carton_id);
  if (sscc === null) return undefined;
  return (await cartonsNumbered(tx, shipmentId, [sscc], () => 'sscc'))[0];
}

/**
 * The parcel as it is now. Refuses what no carrier could do without. What crosses a border is declared to customs by
 * `declarer`; null: it is only looked at, and nothing is kept.
 */
export async function parcelOf(
  tx: TenantTransaction,
  shipment: DeclaredOf,
  carton: ParcelCarton | undefined,
  {
    weight_kg: given,
    options = {},
  }: { weight_kg?: number | undefined; options?: Record<string, unknown> | undefined },
  declarer: string | null = null,
): Promise<Parcel> {
  const ends = await readEnds(tx, shipment.id);
  const { hazards } = carton ?? ends;
  const ship_from = warehouseEnd(ends, 'ship_from');
  const ship_to = parcelAddress(ends.ship_to, 'ship_to');
  return {
    shipment_no: shipment.shipment_no,
    carton_no: carton?.carton_no ?? null,
    sscc: carton?.sscc ?? null,
    ship_from,
    ship_to,
    ...weighed(given, carton ?? { id: null, ...withoutCarton(ends) }),
    length_cm: carton?.length_cm ?? null,
    width_cm: carton?.width_cm ?? null,
    height_cm: carton?.height_cm ?? null,
    customs: await customsOf(tx, shipment, carton, { from: ship_from, to: ship_to, declarer }),
    options,
    ...(hazards.length > 0 ? { hazards } : {}),
  };
}

/** The end of a parcel's way that is the warehouse, which has its own name unless its address says another. */
export function warehouseEnd(
  { warehouse, warehouse_name }: Sender,
  end: 'ship_from' | 'ship_to',
): ParcelAddress {
  const { name } = warehouse;
  const isNamed = typeof name === 'string' && name.trim() !== '';
  return parcelAddress(isNamed ? warehouse : { ...warehouse, name: warehouse_name }, end);
}

/** What is declared of a parcel that a carrier was asked for: by who wanted its label, unless it is declared already. */
export async function declaredFor(
  tx: TenantTransaction,
  { shipment_id, created_by, ...of }: ParcelKey & Pick<LockedLabel, 'shipment_id' | 'created_by'>,
  { ship_from: from, ship_to: to, customs }: Parcel,
): Promise<Parcel['customs']> {
  if (!customs || customs.declaration_id !== null || shipment_id === null) return customs;
  const shipment = await lockShipment(tx, shipment_id);
  const carton = await cartonOfLabel(tx, shipment_id, of);
  return customsOf(tx, shipment, carton, { from, to, declarer: created_by });
}

/** Refuses 422 CARTON_NOT_MEASURED. */
export function weighed(
  given: number | undefined,
  known: KnownWeight & { id: string | null },
): Pick<Parcel, 'weight_kg' | 'weight_by'> {
  const weight = weightOf(given, known);
  if (weight && Number(weight.weight_kg) > 0) return weight;
  throw new Refusal(
    'CARTON_NOT_MEASURED',
    'The parcel was not weighed, and not all of its items have a weight: give weight_kg.',
    { carton_id: known.id, missing: ['weight_kg'] },
  );
}
