/** EasyPost: two steps (two-step-carrier.ts), ScanForms, and trackers that tell by webhook. */
import type { ClaimedManifest } from '../../../db/parcels/manifest-calls.write.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
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
  type Refund,
  type Said,
  type Manifested,
} from './carrier.ts';
import { pdfAt } from './label-bytes.ts';
import { namedOn, textsOf } from './manifested.ts';
import { pageAt } from './page-at.ts';
import { readShipment, twoStepCarrier } from './two-step-carrier.ts';

const ouncesPerKg = decimal('35.27396195');
const cmPerInch = decimal('2.54');
const formsMax = 100;

/** `USPS.Priority`. */
const serviceOf = (rate: Said): string | null => serviceNamed(rate['carrier'], rate['service']);

export const easypostCarrier: Carrier = {
  ...twoStepCarrier({
    headersOf({ api_key: key }) {
      if (typeof key !== 'string' || key === '') return 'The credentials have no api_key.';
      return { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    },
    testPath: 'carrier_accounts',
    prices: { path: 'shipments', body: (parcel) => ({ shipment: shipmentOf(parcel) }) },
    rateOf(one) {
      const money = moneyOf(one['rate'], one['currency']);
      const service_code = serviceOf(one);
      if (money.amount === null || service_code === null) return undefined;
      const time = timeOf(one['delivery_days'], one['delivery_date']);
      return { carrier_code: textOf(one['carrier']), service_code, ...money, ...time };
    },
    serviceOf,
    made: ({ id, parcel }) => ({ shipment: { ...shipmentOf(parcel), reference: id } }),
    buying: { verb: 'buy', body: ({ vendor_rate_id: id }) => ({ rate: { id } }) },
    isBoughtBefore: ({ status, body }) => status === 422 && /POSTAGE\.EXISTS/.test(body ?? ''),
    soldOf(said) {
      const rate = said['selected_rate'] as Said | null | undefined;
      if (!rate) return undefined;
      const at = said['postage_label'] as Said | null | undefined;
      const facts = {
        tracking_no: textOf(said['tracking_code']),
        tracking_url: pageAt((said['tracker'] as Said | null | undefined)?.['public_url']),
        carrier_code: textOf(rate['carrier']),
        ...moneyOf(rate['rate'], rate['currency']),
      };
      return { facts, url: textOf(at?.['label_zpl_url'] ?? at?.['label_url'], 2_000) };
    },
    takingBack: { verb: 'refund', isUndecided: () => false },
    takenBackOf: refundOf,
  }),
  manifest: {
    async send(line, due) {
      const body = { shipments: due.labels.map(({ vendor_shipment_id: id }) => ({ id })) };
      const spoken = await ask(line, { method: 'POST', path: 'scan_forms', body });
      return spoken.kind === 'ok' ? formOf(line, asObject(spoken.answer.body), due) : inItsWords(spoken);
    },
    async ask(line, due) {
      const path = `scan_forms?page_size=${formsMax}&start_datetime=${encodeURIComponent(madeAfter(due))}`;
      const spoken = await ask(line, { method: 'GET', path });
      if (spoken.kind !== 'ok') return unasked(spoken);
      const said = asObject(spoken.answer.body);
      const ours = new Set(due.labels.map((label) => label.tracking_no));
      const found = objects(said?.['scan_forms']).find(({ tracking_codes: codes }) =>
        textsOf(codes).some((code) => ours.has(code)),
      );
      if (found) return formOf(line, found, due);
      if (Array.isArray(said?.['scan_forms']) && said['has_more'] !== true) return 'absent';
      return { ...unreadable, kind: 'unsent' };
    },
  },
  trackedIn(said) {
    const tracker = (said['result'] ?? {}) as Said;
    return tracker['object'] === 'Tracker' ? eventsOf(tracker) : [];
  },
  async track(line, { id, ...label }) {
    const found = await readShipment(line, label);
    if (found.kind !== 'ok') return found;
    const tracker = (found.answer['tracker'] ?? {}) as Said;
    return { kind: 'ok', answer: eventsOf(tracker).map((event) => ({ ...event, reference: id })) };
  },
  async askRefund(line, label) {
    const found = await readShipment(line, label);
    if (found.kind !== 'ok') return found;
    return { kind: 'ok', answer: refunds[String(found.answer['refund_status'])] ?? 'open' };
  },
};

const refunds: Readonly<Record<string, Refund>> = {
  refunded: 'paid',
  not_applicable: 'paid',
  rejected: 'refused',
};

/** A ScanForm is made after it was answered; until then it is neither taken nor refused. */
async function formOf(line: Line, said: Said | null, due: ClaimedManifest): Promise<Outcome<Manifested>> {
  if (said?.['status'] === 'failed') {
    const why = textOf(said['message'], 500) ?? 'The carrier made no ScanForm of it.';
    return { kind: 'refused', error: why, isFinal: true };
  }
  const url = textOf(said?.['form_url'], 2_000);
  if (!said || said['status'] !== 'created' || !url) return unreadable;
  const pdf = await pdfAt(line, url);
  const manifested = { manifest_no: textOf(said['id']), papers: pdf ? [pdf] : [] };
  return namedOn(due, textsOf(said['tracking_codes']), (label) => [label.tracking_no], manifested);
}

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

/**
 * A refund that was asked for takes the carrier days, and the label cannot be used from then on; whether it is paid is
 * asked later (`askRefund`). `not_applicable` is said
 * of labels that are billed only once they are used: nothing is owed of them, and nothing comes back.
 */
function refundOf(said: Said): Outcome<null> | undefined {
  const status = said['refund_status'];
  if (status === 'submitted' || status === 'refunded' || status === 'not_applicable')
    return { kind: 'ok', answer: null };
  if (status === 'rejected')
    return { kind: 'refused', error: 'The carrier refuses the refund.', isFinal: true };
  return undefined;
}

function shipmentOf(parcel: Parcel): object {
  const { customs } = parcel;
  return {
    to_address: addressOf(parcel.ship_to),
    from_address: addressOf(parcel.ship_from),
    parcel: measured(parcel),
    ...(customs ? customsOf(customs) : {}),
    options: {
      ...(customs ? { incoterm: customs.incoterm } : {}),
      ...(isLimited(parcel) ? { hazmat: 'LIMITED_QUANTITY' } : {}),
      ...parcel.options,
      ...(parcel.billing ? { payment: paymentOf(parcel.billing) } : {}),
      label_format: 'ZPL',
    },
  };
}

/** Of other dangerous goods it asks in words of each carrier: whoever ships them says so in the options. */
const isLimited = ({ hazards = [] }: Parcel): boolean =>
  hazards.length > 0 && hazards.every((one) => one.limited_qty);

const paymentOf = ({ terms, account_no, postal, country }: ParcelBilling): object => ({
  type: terms === 'collect' ? 'RECEIVER' : 'THIRD_PARTY',
  account: account_no,
  country,
  postal_code: postal,
});

/** Values and weights are of whole lines; weights in ounces, never less than they are. */
function customsOf(customs: ParcelCustoms): object {
  return {
    customs_info: {
      contents_type: customs.contents,
      contents_explanation: customs.contents_note,
      customs_certify: true,
      customs_signer: customs.signed_by,
      non_delivery_option: customs.non_delivery,
      eel_pfc: customs.export_filing,
      restriction_type: 'none',
      customs_items: customs.lines.map((line) => ({
        description: line.description,
        quantity: toJsonNumber(decimal(line.qty)),
        value: toJsonNumber(line.value),
        weight: toJsonNumber(decimal(line.weight_kg).times(ouncesPerKg).round(3, 3)),
        hs_tariff_number: line.hs_code,
        origin_country: line.origin_country,
        currency: customs.currency,
        code: line.sku,
      })),
    },
    tax_identifiers: customs.tax_ids.map(({ of, kind, number, country }) => ({
      entity: of === 'sender' ? 'SENDER' : 'RECEIVER',
      tax_id: number,
      tax_id_type: kind.toUpperCase(),
      issuing_country: country,
    })),
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
