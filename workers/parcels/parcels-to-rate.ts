/** Of which parcels carriers are asked for their price: cartons of a shipment, or those of a basket before there is an order. */
import { readParcelCartons, readSender, type ParcelCarton } from '../../db/parcels/parcel-facts.read.ts';
import { factsOf, placeOf } from '../../db/parcels/ruled-parcel.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import type { ParcelFacts } from '../../domain/parcels/carrier-rules.ts';
import { parcelAddress, type Parcel } from '../../domain/parcels/parcel.ts';
import { parcelKey } from '../../domain/parcels/planned-parcels.ts';
import { assertAllFound, invalid, unknownReference } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { rateCommands } from '../../queues/parcels/rates.ts';
import type { Work } from '../engine/handler.ts';
import type { Quoting } from './choose-carrier.ts';
import { assertTakesLabel, cartonOf, cartonsNumbered, parcelOf, warehouseEnd } from './parcel-of.ts';

export type Rating = InputOf<typeof rateCommands.rateParcel>;

export interface ToRate {
  of: Quoting['of'];
  /** What the carrier rules may ask of it. */
  facts: ParcelFacts;
}

const ofBasket = ['ship_to', 'parcels', 'warehouse_id', 'merchant_id', 'value', 'hazard_classes'] as const;
const ofShipment = ['carton_id', 'carton_ids', 'sscc', 'ssccs', 'weight_kg'] as const;

export const parcelsToRate = (work: Work, input: Rating): Promise<ToRate[]> =>
  input.shipment_id === undefined
    ? basketToRate(work, input)
    : cartonsToRate(work.tx, input, input.shipment_id);

async function cartonsToRate(tx: TenantTransaction, input: Rating, shipmentId: string): Promise<ToRate[]> {
  assertNone(input, ofBasket, 'with shipment_id');
  const shipment = await lockShipment(tx, shipmentId);
  await assertTakesLabel(tx, shipment);
  const { id: shipment_id, merchant_id } = shipment;
  const toRate: ToRate[] = [];
  for (const carton of await cartonsOf(tx, shipment_id, input)) {
    const parcel = await parcelOf(tx, shipment, carton, input);
    const facts = await factsOf(tx, shipment, carton, input.weight_kg);
    toRate.push({ of: { shipment_id, ...parcelKey(carton), merchant_id, parcel }, facts });
  }
  return toRate;
}

async function cartonsOf(
  tx: TenantTransaction,
  shipmentId: string,
  input: Rating,
): Promise<(ParcelCarton | undefined)[]> {
  const { carton_ids: ids, ssccs } = input;
  if (ssccs) {
    assertNone(input, ['carton_id', 'carton_ids', 'sscc', 'weight_kg'], 'with ssccs');
    return cartonsNumbered(tx, shipmentId, ssccs, (at) => `ssccs.${at}`);
  }
  if (!ids) return [await cartonOf(tx, shipmentId, input)];
  assertNone(input, ['carton_id', 'sscc', 'weight_kg'], 'with carton_ids');
  const cartons = new Map(
    (await readParcelCartons(tx, shipmentId)).flatMap((carton) => (carton.id ? [[carton.id, carton]] : [])),
  );
  assertAllFound('carton_ids', ids, [...cartons.keys()], 'carton of the shipment');
  return ids.map((id) => cartons.get(id));
}

/** Nothing is declared of it: what customs ask is known once there is a shipment. */
async function basketToRate({ tx, actor }: Work, input: Rating): Promise<ToRate[]> {
  const { warehouse_id, ship_to: shipTo, parcels, value, hazard_classes = [], options = {} } = input;
  assertNone(input, ofShipment, 'without shipment_id');
  if (!warehouse_id || !shipTo || !parcels) throw missing(input);
  const merchant = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  const sender = await readSender(tx, warehouse_id);
  if (!sender) throw unknownReference('warehouse_id', 'warehouse');
  const ends = { ship_from: warehouseEnd(sender, 'ship_from'), ship_to: parcelAddress(shipTo, 'ship_to') };
  const basket = {
    merchant_id: merchant.id,
    warehouse_id,
    ship_mode: 'parcel',
    value: textOf(value),
    due_in_days: null,
    hazard_classes,
    ...placeOf(shipTo),
  };
  return parcels.map(({ weight_kg, length_cm, width_cm, height_cm }) => {
    const parcel: Parcel = {
      shipment_no: null,
      carton_no: null,
      sscc: null,
      ...ends,
      weight_kg: String(weight_kg),
      weight_by: 'given',
      length_cm: textOf(length_cm),
      width_cm: textOf(width_cm),
      height_cm: textOf(height_cm),
      customs: null,
      options,
    };
    return {
      of: { shipment_id: null, ...parcelKey(undefined), merchant_id: merchant.id, parcel },
      facts: { ...basket, weight_kg: parcel.weight_kg },
    };
  });
}

const textOf = (number: number | undefined): string | null => (number === undefined ? null : String(number));

function missing(input: Rating) {
  const field = (['warehouse_id', 'ship_to', 'parcels'] as const).find((name) => input[name] === undefined)!;
  return invalid(
    field,
    'required',
    `${field} is required without a shipment_id: rates are of a basket then.`,
  );
}

function assertNone(input: Rating, fields: readonly (keyof Rating)[], where: string): void {
  const given = fields.find((field) => input[field] !== undefined && input[field] !== null);
  if (given) throw invalid(given, 'forbidden', `${given} is not taken ${where}.`);
}
