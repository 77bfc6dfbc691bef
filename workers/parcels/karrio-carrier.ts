/**
 * Karrio, which a 3PL runs itself in front of its carriers, in two steps: its shipment is made first, then bought by its
 * id, which says whatever becomes of the answer whether it was. What Karrio itself lost at a carrier it calls refused.
 */
import type { ClaimedLabel } from '../../db/parcels/label-calls.write.ts';
import { toJsonNumber, decimal } from '../../domain/decimal.ts';
import type { Parcel, ParcelAddress } from '../../domain/parcels/parcel.ts';
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
  unasked,
  unreadable,
  type Bought,
  type Carrier,
  type Line,
  type Rate,
} from './carrier.ts';
import { labelAt } from './label-bytes.ts';

type Said = Record<string, unknown>;

export const karrioCarrier: Carrier = {
  headersOf({ token }) {
    if (typeof token !== 'string' || token === '') return 'The credentials have no token.';
    return { authorization: `Token ${token}` };
  },
  async test(line) {
    const spoken = await ask(line, { method: 'GET', path: 'shipments?limit=1' });
    return spoken.kind === 'ok' ? spoken : inItsWords(spoken);
  },
  async rate(line, parcel) {
    const spoken = await askForPrices(line, 'proxy/rates', shipmentOf(parcel));
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const rates = objects(asObject(spoken.answer.body)?.['rates']).flatMap((one): Rate[] => {
      const money = moneyOf(one['total_charge'], one['currency']);
      const service_code = serviceOf(one);
      if (money.amount === null || service_code === null) return [];
      const time = timeOf(one['transit_days'], one['estimated_delivery']);
      return [{ carrier_code: textOf(one['carrier_name']), service_code, ...money, ...time }];
    });
    return { kind: 'ok', answer: rates };
  },
  async make(line, label) {
    const body = { ...shipmentOf(label.parcel), reference: referenceOf(label), label_type: 'ZPL' };
    const spoken = await ask(line, { method: 'POST', path: 'shipments', body });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const said = asObject(spoken.answer.body);
    const id = textOf(said?.['id']);
    if (!said || !id) return unreadable;
    const rates = objects(said['rates']);
    const rateId = textOf(rates.find((one) => serviceOf(one) === label.service_code)?.['id']);
    if (rateId) return { kind: 'ok', answer: { vendor_shipment_id: id, vendor_rate_id: rateId } };
    return notOffered(label.service_code, rates.map(serviceOf), said['messages']);
  },
  async buy(line, label) {
    const spoken = await ask(line, {
      method: 'POST',
      path: `shipments/${label.vendor_shipment_id}/purchase`,
      body: { selected_rate_id: label.vendor_rate_id, label_type: 'ZPL', reference: referenceOf(label) },
    });
    if (spoken.kind === 'ok') return boughtOf(line, asObject(spoken.answer.body));
    // It may have been bought by the try before: the shipment will say.
    return { ...inItsWords(spoken), ...(spoken.status === 409 ? { kind: 'unknown' as const } : {}) };
  },
  async ask(line, label) {
    const found = await read(line, label);
    if (found.kind !== 'ok') return found;
    return found.answer['status'] === 'draft' ? 'absent' : boughtOf(line, found.answer);
  },
  async takeBack(line, { vendor_shipment_id: id }) {
    const spoken = await ask(line, { method: 'POST', path: `shipments/${id}/cancel`, body: {} });
    if (spoken.kind !== 'ok')
      return { ...inItsWords(spoken), ...(spoken.status === 409 ? { kind: 'unknown' as const } : {}) };
    return cancelledOf(asObject(spoken.answer.body)) ?? unreadable;
  },
  async askTakenBack(line, label) {
    const found = await read(line, label);
    return found.kind === 'ok' ? (cancelledOf(found.answer) ?? 'absent') : found;
  },
};

async function read(
  line: Line,
  { vendor_shipment_id: id }: ClaimedLabel,
): Promise<{ kind: 'ok'; answer: Said } | SpokenFault> {
  const spoken = await ask(line, { method: 'GET', path: `shipments/${id}` });
  if (spoken.kind !== 'ok') return unasked(spoken);
  const said = asObject(spoken.answer.body);
  return said?.['id'] === id ? { kind: 'ok', answer: said! } : { ...unreadable, kind: 'unsent' };
}

const cancelledOf = (said: Said | null): Outcome<null> | undefined =>
  said?.['status'] === 'cancelled' ? { kind: 'ok', answer: null } : undefined;

async function boughtOf(line: Line, said: Said | null): Promise<Outcome<Bought>> {
  const tracking = textOf(said?.['tracking_number']);
  if (!said || !tracking) return unreadable;
  const label = await labelAt(line, textOf(said['label_url'], 2_000));
  if (label.kind !== 'ok') return label;
  const rate = (said['selected_rate'] ?? {}) as Said;
  return {
    kind: 'ok',
    answer: {
      tracking_no: tracking,
      carrier_code: textOf(said['carrier_name']),
      ...moneyOf(rate['total_charge'], rate['currency']),
      ...label.answer,
    },
  };
}

/** Its references are short: ours without its hyphens. */
const referenceOf = ({ id }: ClaimedLabel): string => id.replaceAll('-', '');

/** `<the account's carrier_id>.<service>`: two accounts may offer the same service. */
const serviceOf = (rate: Said): string | null => serviceNamed(rate['carrier_id'], rate['service']);

function shipmentOf(parcel: Parcel): object {
  return {
    shipper: addressOf(parcel.ship_from),
    recipient: addressOf(parcel.ship_to),
    parcels: [measured(parcel)],
    options: parcel.options,
  };
}

function addressOf({ name, address, city, state, postal, country, phone }: ParcelAddress): object {
  const [address_line1, address_line2] = streetLines(address);
  return {
    person_name: name,
    address_line1,
    address_line2,
    city,
    state_code: state,
    postal_code: postal,
    country_code: country,
    phone_number: phone,
  };
}

function measured({ weight_kg, length_cm, width_cm, height_cm }: Parcel): object {
  const number = (text: string | null): number | null => (text === null ? null : toJsonNumber(decimal(text)));
  return {
    weight: number(weight_kg),
    weight_unit: 'KG',
    length: number(length_cm),
    width: number(width_cm),
    height: number(height_cm),
    dimension_unit: 'CM',
  };
}
