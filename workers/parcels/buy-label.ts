/**
 * Says that a label is to be bought. The parcel is frozen as it is now, and from here on no other label of it can be asked
 * for until this one was refused or voided.
 */
import { findAccount, type AccountRow } from '../../db/parcels/accounts.read.ts';
import { findLiveLabel, insertLabel } from '../../db/parcels/labels.write.ts';
import { readEnds, readParcelCartons, type ParcelCarton } from '../../db/parcels/parcel-facts.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { lockShipment, type Shipment } from '../../db/shipping/shipments.write.ts';
import { newId } from '../../domain/new-id.ts';
import { parcelAddress, type Parcel } from '../../domain/parcels/parcel.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = InputOf<typeof parcelCommands.buyLabel>;

export const buyLabel: Handler<typeof parcelCommands.buyLabel> = async (work, input) => {
  const { tx, actor } = work;
  const { account_id: accountId, service_code: service, device_id: deviceId = null } = input;
  const shipment = await lockShipment(tx, input.shipment_id);
  if (hasLeft(shipment.status))
    throw new Refusal('CONFLICT', `The shipment is ${shipment.status}: it takes no label any more.`, {
      status: shipment.status,
    });
  const account = await findAccount(tx, accountId);
  if (!account) throw unknownReference('account_id', 'carrier account');
  assertServes(account, shipment, service);
  if (deviceId) await assertReference(tx, 'print_devices', deviceId, 'device_id');
  const carton = cartonOf(await readParcelCartons(tx, shipment.id), input.carton_id);
  const live = await findLiveLabel(tx, shipment.id, carton?.id ?? null);
  if (live)
    throw new Refusal('LABEL_LIVE', `The parcel has a label already, or may have: it is ${live.state}.`, {
      label_id: live.id,
      state: live.state,
    });
  const id = newId();
  await insertLabel(tx, {
    id,
    shipment_id: shipment.id,
    carton_id: carton?.id ?? null,
    merchant_id: shipment.merchant_id,
    warehouse_id: shipment.warehouse_id,
    account_id: accountId,
    service_code: service,
    parcel: await parcelOf(work, shipment, carton, input),
    is_printed: input.print ?? true,
    device_id: deviceId,
    created_by: actor.name,
  });
  work.signal({ kind: 'look', reason: 'labels' });
  return { id };
};

/** Refuses 409 NO_SERVICE with every reason why the account is not for this parcel. */
function assertServes(account: AccountRow, shipment: Shipment, service: string): void {
  const reasons = [
    account.is_active ? [] : ['The account is not active.'],
    account.merchant_id === null || account.merchant_id === shipment.merchant_id
      ? []
      : ['The account is of another merchant.'],
    account.warehouse_ids.length === 0 || account.warehouse_ids.includes(shipment.warehouse_id)
      ? []
      : ['The account is not for this warehouse.'],
    account.services.length === 0 || account.services.includes(service)
      ? []
      : [`The account has no service ${service}, but ${account.services.join(', ')}.`],
  ].flat();
  if (reasons.length === 0) return;
  throw new Refusal('NO_SERVICE', reasons.join(' '), { rejected: [{ account_id: account.id, reasons }] });
}

/** The carton meant; undefined for a shipment that travels without any. */
function cartonOf(
  cartons: readonly ParcelCarton[],
  given: string | null | undefined,
): ParcelCarton | undefined {
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

async function parcelOf(
  { tx }: Pick<Work, 'tx'>,
  shipment: Shipment,
  carton: ParcelCarton | undefined,
  { weight_kg: given, options = {} }: Input,
): Promise<Parcel> {
  const ends = await readEnds(tx, shipment.id);
  const from = { ...ends.warehouse };
  if (typeof from['name'] !== 'string' || from['name'].trim() === '') from['name'] = ends.warehouse_name;
  return {
    shipment_no: shipment.shipment_no,
    carton_no: carton?.carton_no ?? null,
    sscc: carton?.sscc ?? null,
    ship_from: parcelAddress(from, 'ship_from'),
    ship_to: parcelAddress(ends.ship_to, 'ship_to'),
    ...weightOf(given, carton ?? { weight_kg: null, items_kg: ends.items_kg }),
    length_cm: carton?.length_cm ?? null,
    width_cm: carton?.width_cm ?? null,
    height_cm: carton?.height_cm ?? null,
    options,
  };
}

/** What the scale said, else what its buyer says, else its items. Refuses 422 CARTON_NOT_MEASURED. */
function weightOf(
  given: number | undefined,
  { weight_kg: scale, items_kg: items }: Pick<ParcelCarton, 'weight_kg' | 'items_kg'>,
): Pick<Parcel, 'weight_kg' | 'weight_by'> {
  if (scale !== null) return { weight_kg: scale, weight_by: 'scale' };
  if (given !== undefined) return { weight_kg: String(given), weight_by: 'given' };
  if (items !== null && Number(items) > 0) return { weight_kg: items, weight_by: 'items' };
  throw new Refusal(
    'CARTON_NOT_MEASURED',
    'The parcel was not weighed, and not all of its items have a weight: give weight_kg.',
    { missing: ['weight_kg'] },
  );
}
