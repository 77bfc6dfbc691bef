/**
 * EasyPost, in two steps: its shipment is made first, then bought by its id. Whatever becomes of the second answer, the
 * shipment can be read by that id, and says whether it was bought.
 */
import type { ClaimedLabel } from '../../db/parcels/label-calls.write.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import type { Parcel, ParcelAddress } from '../../domain/parcels/parcel.ts';
import type { Tracked, TrackingKind } from '../../domain/parcels/tracking.ts';
import type { Outcome } from '../outside/define-call.ts';
import { asObject, type SpokenFault } from '../outside/spoken.ts';
import {
  ask,
  askForPrices,
  inItsWords,
  moneyOf,
  notOffered,
  objects,
  serviceNamed,
  streetLines,
  textOf,
  timeOf,
  trackedOf,
  unasked,
  unreadable,
  type Bought,
  type Carrier,
  type Line,
  type Rate,
} from './carrier.ts';
import { labelAt } from './label-bytes.ts';

type Said = Record<string, unknown>;

const ouncesPerKg = decimal('35.27396195');
const cmPerInch = decimal('2.54');

export const easypostCarrier: Carrier = {
  headersOf({ api_key: key }) {
    if (typeof key !== 'string' || key === '') return 'The credentials have no api_key.';
    return { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  },
  async test(line) {
    const spoken = await ask(line, { method: 'GET', path: 'carrier_accounts' });
    return spoken.kind === 'ok' ? spoken : inItsWords(spoken);
  },
  async rate(line, parcel) {
    const spoken = await askForPrices(line, 'shipments', { shipment: shipmentOf(parcel) });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const rates = objects(asObject(spoken.answer.body)?.['rates']).flatMap((one): Rate[] => {
      const money = moneyOf(one['rate'], one['currency']);
      const service_code = serviceOf(one);
      if (money.amount === null || service_code === null) return [];
      const time = timeOf(one['delivery_days'], one['delivery_date']);
      return [{ carrier_code: textOf(one['carrier']), service_code, ...money, ...time }];
    });
    return { kind: 'ok', answer: rates };
  },
  async make(line, label) {
    const body = { shipment: { ...shipmentOf(label.parcel), reference: label.id } };
    const spoken = await ask(line, { method: 'POST', path: 'shipments', body });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const said = asObject(spoken.answer.body);
    const id = textOf(said?.['id']);
    if (!said || !id) return unreadable;
    const rates = objects(said['rates']);
    const rate = rates.find((one) => serviceOf(one) === label.service_code);
    const rateId = textOf(rate?.['id']);
    if (rateId) return { kind: 'ok', answer: { vendor_shipment_id: id, vendor_rate_id: rateId } };
    return notOffered(label.service_code, rates.map(serviceOf), said['messages']);
  },
  async buy(line, label) {
    const spoken = await ask(line, {
      method: 'POST',
      path: `shipments/${label.vendor_shipment_id}/buy`,
      body: { rate: { id: label.vendor_rate_id } },
    });
    if (spoken.kind === 'ok') return boughtOf(line, asObject(spoken.answer.body));
    // It may have been bought by the try before: the shipment will say.
    if (spoken.status === 422 && /POSTAGE\.EXISTS/.test(spoken.body ?? ''))
      return { ...inItsWords(spoken), kind: 'unknown' };
    return inItsWords(spoken);
  },
  async ask(line, label) {
    const found = await read(line, label);
    if (found.kind !== 'ok') return found;
    return found.answer['selected_rate'] ? boughtOf(line, found.answer) : 'absent';
  },
  async takeBack(line, { vendor_shipment_id: id }) {
    const spoken = await ask(line, { method: 'POST', path: `shipments/${id}/refund`, body: {} });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    return refundOf(asObject(spoken.answer.body)) ?? unreadable;
  },
  trackedIn(said) {
    const tracker = (said['result'] ?? {}) as Said;
    return tracker['object'] === 'Tracker' ? eventsOf(tracker) : [];
  },
  async track(line, { id, vendor_shipment_id: shipment }) {
    const spoken = await ask(line, { method: 'GET', path: `shipments/${shipment}` });
    if (spoken.kind !== 'ok') return unasked(spoken);
    const tracker = (asObject(spoken.answer.body)?.['tracker'] ?? {}) as Said;
    return { kind: 'ok', answer: eventsOf(tracker).map((event) => ({ ...event, reference: id })) };
  },
  async askTakenBack(line, label) {
    const found = await read(line, label);
    return found.kind === 'ok' ? (refundOf(found.answer) ?? 'absent') : found;
  },
};

const kindsOf: Readonly<Record<string, TrackingKind>> = {
  pre_transit: 'announced',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'out_for_delivery',
  delivered: 'delivered',
  return_to_sender: 'returned',
  failure: 'exception',
  error: 'exception',
};

/** Its scans have no ids of their own: what happened, and when, is one. */
const eventsOf = (tracker: Said): Tracked[] =>
  trackedOf(tracker['tracking_details'], (one) => {
    const place = (one['tracking_location'] ?? {}) as Said;
    const where = ['city', 'state', 'country'].flatMap((part) => textOf(place[part]) ?? []);
    const status = textOf(one['status']);
    return {
      external_id: `${textOf(one['datetime'])} ${status}`,
      reference: null,
      tracking_no: textOf(tracker['tracking_code']),
      kind: kindsOf[status ?? ''],
      occurred_at: one['datetime'],
      place: where.join(', ') || null,
      says: textOf(one['message'], 500),
    };
  });

async function read(
  line: Line,
  { vendor_shipment_id: id }: ClaimedLabel,
): Promise<{ kind: 'ok'; answer: Said } | SpokenFault> {
  const spoken = await ask(line, { method: 'GET', path: `shipments/${id}` });
  if (spoken.kind !== 'ok') return unasked(spoken);
  const said = asObject(spoken.answer.body);
  return said?.['id'] === id ? { kind: 'ok', answer: said! } : { ...unreadable, kind: 'unsent' };
}

/** A refund that was asked for takes the carrier days, and the label cannot be used from then on. */
function refundOf(said: Said | null): Outcome<null> | undefined {
  const status = said?.['refund_status'];
  if (status === 'submitted' || status === 'refunded') return { kind: 'ok', answer: null };
  if (status === 'rejected')
    return { kind: 'refused', error: 'The carrier refuses the refund.', isFinal: true };
  if (status === 'not_applicable') {
    const error = 'The carrier bills this label only once it is used, and takes none back.';
    return { kind: 'refused', error, isFinal: true };
  }
  return undefined;
}

async function boughtOf(line: Line, said: Said | null): Promise<Outcome<Bought>> {
  const rate = said?.['selected_rate'] as Said | null | undefined;
  if (!said || !rate) return unreadable;
  const at = said['postage_label'] as Said | null | undefined;
  const label = await labelAt(line, textOf(at?.['label_zpl_url'] ?? at?.['label_url'], 2_000));
  if (label.kind !== 'ok') return label;
  return {
    kind: 'ok',
    answer: {
      tracking_no: textOf(said['tracking_code']),
      carrier_code: textOf(rate['carrier']),
      ...moneyOf(rate['rate'], rate['currency']),
      ...label.answer,
    },
  };
}

/** `USPS.Priority`. */
const serviceOf = (rate: Said): string | null => serviceNamed(rate['carrier'], rate['service']);

function shipmentOf(parcel: Parcel): object {
  return {
    to_address: addressOf(parcel.ship_to),
    from_address: addressOf(parcel.ship_from),
    parcel: measured(parcel),
    options: { ...parcel.options, label_format: 'ZPL' },
  };
}

function addressOf({ name, address, city, state, postal, country, phone }: ParcelAddress): object {
  const [street1, street2] = streetLines(address);
  return { name, street1, street2, city, state, zip: postal, country, phone };
}

/** In ounces and inches, to a tenth, and never lighter or smaller than it is. */
function measured({ weight_kg: kg, length_cm, width_cm, height_cm }: Parcel): object {
  const inches = (cm: string | null): number | null =>
    cm === null ? null : toJsonNumber(decimal(cm).div(cmPerInch).round(1, 3));
  return {
    weight: toJsonNumber(decimal(kg).times(ouncesPerKg).round(1, 3)),
    length: inches(length_cm),
    width: inches(width_cm),
    height: inches(height_cm),
  };
}
