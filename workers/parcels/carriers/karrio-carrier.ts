/**
 * Karrio, which a 3PL runs itself in front of its carriers, in two steps (two-step-carrier.ts). What Karrio itself lost at a
 * carrier it calls refused.
 */
import type { ClaimedLabel } from '../../../db/parcels/label-calls.write.ts';
import type { ClaimedManifest } from '../../../db/parcels/manifest-calls.write.ts';
import { toJsonNumber, decimal } from '../../../domain/decimal.ts';
import type { ParcelBilling } from '../../../domain/parcels/billing.ts';
import type { ParcelCustoms } from '../../../domain/parcels/customs.ts';
import type { Parcel, ParcelAddress } from '../../../domain/parcels/parcel.ts';
import type { TrackingKind } from '../../../domain/catalog/tracking-kinds.ts';
import type { Tracked } from '../../../domain/parcels/tracking.ts';
import type { Outcome } from '../../outside/define-call.ts';
import { asObject } from '../../outside/spoken.ts';
import {
  ask,
  inItsWords,
  madeAfter,
  moneyOf,
  objects,
  serviceNamed,
  streetLines,
  textOf,
  timeOf,
  trackedOf,
  unasked,
  unreadable,
  type Carrier,
  type Line,
  type Said,
  type Manifested,
} from './carrier.ts';
import { pdfOf } from './label-bytes.ts';
import { namedOn, textsOf } from './manifested.ts';
import { pageAt } from './page-at.ts';
import { twoStepCarrier } from './two-step-carrier.ts';

const manifestsMax = 100;

/** `<the account's carrier_id>.<service>`: two accounts may offer the same service. */
const serviceOf = (rate: Said): string | null => serviceNamed(rate['carrier_id'], rate['service']);

/** Its references are short: ours without its hyphens. */
const referenceOf = ({ id }: { id: string }): string => id.replaceAll('-', '');

export const karrioCarrier: Carrier = {
  ...twoStepCarrier({
    headersOf({ token }) {
      if (typeof token !== 'string' || token === '') return 'The credentials have no token.';
      return { authorization: `Token ${token}` };
    },
    testPath: 'shipments?limit=1',
    prices: { path: 'proxy/rates', body: shipmentOf },
    rateOf(one) {
      const money = moneyOf(one['total_charge'], one['currency']);
      const service_code = serviceOf(one);
      if (money.amount === null || service_code === null) return undefined;
      const time = timeOf(one['transit_days'], one['estimated_delivery']);
      return { carrier_code: textOf(one['carrier_name']), service_code, ...money, ...time };
    },
    serviceOf,
    made: (label) => ({
      ...shipmentOf(label.parcel),
      reference: referenceOf(label),
      label_type: 'ZPL',
    }),
    buying: {
      verb: 'purchase',
      body: (label: ClaimedLabel) => ({
        selected_rate_id: label.vendor_rate_id,
        label_type: 'ZPL',
        reference: referenceOf(label),
      }),
    },
    isBoughtBefore: ({ status }) => status === 409,
    soldOf(said) {
      const tracking = textOf(said['tracking_number']);
      if (said['status'] === 'draft' || !tracking) return undefined;
      const rate = (said['selected_rate'] ?? {}) as Said;
      const facts = {
        tracking_no: tracking,
        tracking_url: pageAt(said['tracking_url']),
        carrier_code: textOf(said['carrier_name']),
        ...moneyOf(rate['total_charge'], rate['currency']),
      };
      return { facts, url: textOf(said['label_url'], 2_000) };
    },
    takingBack: { verb: 'cancel', isUndecided: ({ status }) => status === 409 },
    takenBackOf: (said) => (said['status'] === 'cancelled' ? { kind: 'ok', answer: null } : undefined),
  }),
  manifest: {
    async send(line, due) {
      const { labels, ship_from: from } = due;
      const body = {
        carrier_name: labels[0]?.carrier_code ?? '',
        address: addressOf(from),
        reference: referenceOf(due),
        shipment_ids: labels.map(({ vendor_shipment_id: id }) => id),
      };
      const spoken = await ask(line, { method: 'POST', path: 'manifests', body });
      return spoken.kind === 'ok' ? takenOf(line, asObject(spoken.answer.body), due) : inItsWords(spoken);
    },
    async ask(line, due) {
      const path = `manifests?limit=${manifestsMax}&created_after=${encodeURIComponent(madeAfter(due))}`;
      const spoken = await ask(line, { method: 'GET', path });
      if (spoken.kind !== 'ok') return unasked(spoken);
      const said = asObject(spoken.answer.body);
      const found = objects(said?.['results']).find(({ reference: of }) => of === referenceOf(due));
      if (found) return takenOf(line, found, due);
      if (Array.isArray(said?.['results']) && typeof said['next'] !== 'string') return 'absent';
      return { ...unreadable, kind: 'unsent' };
    },
  },
  trackedIn({ event, data }) {
    const isOfTracker = typeof event === 'string' && /^tracker[._]/.test(event);
    return isOfTracker && typeof data === 'object' && data !== null ? eventsOf(data as Said) : [];
  },
  async track(line, { id, tracking_no: no, carrier_code: carrier }) {
    if (!no || !carrier) return { kind: 'ok', answer: [] };
    const known = await ask(line, { method: 'GET', path: `trackers/${encodeURIComponent(no)}` });
    // One that it does not follow yet it does from then on.
    const body = { tracking_number: no, carrier_name: carrier };
    const isKnown = known.kind === 'ok' || known.status !== 404;
    const spoken = isKnown ? known : await ask(line, { method: 'POST', path: 'trackers', body });
    if (spoken.kind !== 'ok') return unasked(spoken);
    const events = eventsOf(asObject(spoken.answer.body) ?? {});
    return { kind: 'ok', answer: events.map((event) => ({ ...event, reference: id })) };
  },
};

/** Its paper is fetched by itself; without one it was taken all the same. */
async function takenOf(line: Line, said: Said | null, due: ClaimedManifest): Promise<Outcome<Manifested>> {
  const id = textOf(said?.['id']);
  if (!id) return unreadable;
  const spoken = await ask(line, { method: 'POST', path: `manifests/${id}/document`, body: {} });
  const paper = spoken.kind === 'ok' ? asObject(spoken.answer.body) : null;
  const content = typeof paper?.['base64'] === 'string' ? paper['base64'] : '';
  const pdf = pdfOf(Buffer.from(content, 'base64'));
  const manifested = { manifest_no: id, papers: pdf ? [pdf] : [] };
  const named = namedOn(
    due,
    textsOf(said?.['shipment_identifiers']),
    (label) => [label.tracking_no, label.vendor_shipment_id],
    manifested,
  );
  // Its carriers name shipments by their tracking numbers, or by numbers that only they know: then it took all.
  return named.kind === 'ok' ? named : { kind: 'ok', answer: manifested };
}

const kindsOf: Readonly<Record<string, TrackingKind>> = {
  pending: 'announced',
  picked_up: 'in_transit',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  ready_for_pickup: 'out_for_delivery',
  delivered: 'delivered',
  on_hold: 'exception',
  delivery_delayed: 'exception',
  delivery_failed: 'exception',
  return_to_sender: 'returned',
};

/** The newest comes first, and is what its tracker says where it does not say it itself. */
const eventsOf = (tracker: Said): Tracked[] => {
  const newest = objects(tracker['events'])[0];
  return trackedOf(tracker['events'], (one) => {
    const at = textOf(one['timestamp']) ?? momentOf(textOf(one['date']), textOf(one['time']));
    const status = textOf(one['status']) ?? (one === newest ? textOf(tracker['status']) : 'in_transit');
    return {
      external_id: `${at} ${textOf(one['code']) ?? status}`,
      reference: null,
      tracking_no: textOf(tracker['tracking_number']),
      kind: kindsOf[status ?? ''],
      occurred_at: at,
      place: textOf(one['location'], 200),
      says: textOf(one['description'], 500),
    };
  });
};

/** A day and `02:30 PM`, or `14:30`, by a clock that is not told: taken as UTC. */
function momentOf(day: string | null, time: string | null): string | null {
  if (!day) return null;
  const [, hours = '0', minutes = '00', half] = /^(\d{1,2}):(\d{2})\s*([AP]M)?/i.exec(time ?? '') ?? [];
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours);
  return `${day.slice(0, 10)}T${String(hour).padStart(2, '0')}:${minutes}:00Z`;
}

function shipmentOf(parcel: Parcel): object {
  const { customs, billing, hazards = [] } = parcel;
  return {
    shipper: addressOf(parcel.ship_from),
    recipient: addressOf(parcel.ship_to),
    parcels: [measured(parcel)],
    ...(customs ? { customs: customsOf(customs) } : {}),
    ...(billing ? paidBy(billing) : {}),
    options: { ...(hazards.length > 0 ? { dangerous_good: true } : {}), ...parcel.options },
  };
}

/** Its address says no more than where the account that pays is registered. */
const paidBy = ({ terms, account_no, postal, country }: ParcelBilling): object => ({
  payment: { paid_by: terms === 'collect' ? 'recipient' : 'third_party', account_number: account_no },
  ...(country ? { billing_address: { postal_code: postal, country_code: country } } : {}),
});

/** Values and weights are of one piece; a quantity that is not whole is one piece. */
function customsOf(customs: ParcelCustoms): object {
  const { currency, export_filing: filing } = customs;
  const numberOf = (kind: string): string | undefined =>
    customs.tax_ids.find((one) => one.of === 'sender' && one.kind === kind)?.number;
  const options = {
    ...(filing ? { [/^NOEEI/i.test(filing) ? 'eel_pfc' : 'aes']: filing } : {}),
    ...(numberOf('eori') ? { eori_number: numberOf('eori') } : {}),
    ...(numberOf('vat') ? { vat_registration_number: numberOf('vat') } : {}),
  };
  const total = customs.lines.reduce((all, { value }) => all.plus(decimal(value)), decimal('0'));
  return {
    commodities: customs.lines.map((line) => {
      const isWhole = decimal(line.qty).round(0).eq(decimal(line.qty));
      return {
        title: line.description,
        description: line.description,
        quantity: isWhole ? toJsonNumber(decimal(line.qty)) : 1,
        weight: toJsonNumber(decimal(isWhole ? line.unit_weight_kg : line.weight_kg)),
        weight_unit: 'KG',
        value_amount: toJsonNumber(decimal(isWhole ? line.unit_value : line.value)),
        value_currency: currency,
        hs_code: line.hs_code,
        origin_country: line.origin_country,
        sku: line.sku,
      };
    }),
    content_type: customs.contents === 'returned_goods' ? 'return_merchandise' : customs.contents,
    content_description: customs.contents_note,
    incoterm: customs.incoterm,
    invoice: customs.invoice_no,
    invoice_date: customs.invoice_date,
    commercial_invoice: customs.contents === 'merchandise',
    certify: true,
    signer: customs.signed_by,
    duty: {
      paid_by: customs.incoterm === 'DDP' ? 'sender' : 'recipient',
      currency,
      declared_value: toJsonNumber(total),
    },
    options,
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
