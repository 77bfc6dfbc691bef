/**
 * ShipEngine (the ShipStation API), in one step: a label is bought with our reference as its shipment's
 * `external_shipment_id`, which is unique there, and found by it whatever becomes of the answer.
 */
import type { ClaimedLabel } from '../../../db/parcels/label-calls.write.ts';
import { decimal } from '../../../domain/decimal.ts';
import { signingKeysIn } from '../../../domain/parcels/tracking-proof.ts';
import type { TrackingKind } from '../../../domain/catalog/tracking-kinds.ts';
import type { Tracked } from '../../../domain/parcels/tracking.ts';
import type { Outcome } from '../../outside/define-call.ts';
import { asObject, speakTo, type SpokenFault } from '../../outside/spoken.ts';
import {
  ask,
  askForPrices,
  cut,
  inItsWords,
  moneyOf,
  objects,
  ratingMs,
  serviceNamed,
  textOf,
  timeOf,
  trackedOf,
  unasked,
  unreadable,
  type Bought,
  type Carrier,
  type Line,
  type Rate,
  type Said,
} from './carrier.ts';
import { labelAt } from './label-bytes.ts';
import { pageAt } from './page-at.ts';
import { shipengineManifest } from './shipengine-manifest.ts';
import { shipmentOf } from './shipengine-words.ts';

const keysBytesMax = 64 * 1024;
// The sender's own, as a parcel's measures say it.
const ownPackage = 'package';

export const shipengineCarrier: Carrier = {
  headersOf({ api_key: key }) {
    return typeof key === 'string' && key !== '' ? { 'api-key': key } : 'The credentials have no api_key.';
  },
  async test(line) {
    const spoken = await ask(line, { method: 'GET', path: 'carriers' });
    return spoken.kind === 'ok' ? spoken : inItsWords(spoken);
  },
  async rate(line, parcel) {
    // Of which carriers it may ask it does not know by itself. Both questions share the time of one.
    const timeoutMs = ratingMs / 2;
    const listed = await ask(line, { method: 'GET', path: 'carriers', timeoutMs });
    if (listed.kind !== 'ok') return inItsWords(listed);
    const ids = objects(asObject(listed.answer.body)?.['carriers']).flatMap(
      (one) => textOf(one['carrier_id']) ?? [],
    );
    if (ids.length === 0) return { kind: 'ok', answer: [] };
    const body = {
      shipment: shipmentOf(parcel),
      rate_options: { carrier_ids: ids, package_types: [ownPackage] },
    };
    const spoken = await askForPrices(line, 'rates', body, timeoutMs);
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const said = asObject(spoken.answer.body)?.['rate_response'] as Said | undefined;
    return { kind: 'ok', answer: objects(said?.['rates']).flatMap(offered) };
  },
  async buy(line, label) {
    const [carrierId, service] = partsOf(label.service_code);
    if (!service) {
      const error = `A service here is <carrier_id>.<service_code>, as its rates say, not ${label.service_code}.`;
      return { kind: 'refused', error: cut(error, 900), isFinal: true };
    }
    const body = {
      shipment: {
        carrier_id: carrierId,
        service_code: service,
        external_shipment_id: label.id,
        ...shipmentOf(label.parcel),
      },
      label_format: label.label_format,
      label_download_type: 'inline',
    };
    const spoken = await ask(line, { method: 'POST', path: 'labels', body });
    if (spoken.kind === 'ok') return boughtOf(line, asObject(spoken.answer.body));
    if (spoken.kind !== 'refused' || spoken.waitMs !== undefined) return inItsWords(spoken);
    // Our reference may be refused because the try before has used it.
    const found = await read(line, label);
    if (found === 'absent') return inItsWords(spoken);
    if (found.kind !== 'ok') return { ...found, kind: 'unknown' };
    return found.answer['status'] === 'error' ? inItsWords(spoken) : boughtOf(line, found.answer);
  },
  async ask(line, label) {
    const found = await read(line, label);
    if (found === 'absent' || found.kind !== 'ok') return found;
    return found.answer['status'] === 'error' ? 'absent' : boughtOf(line, found.answer);
  },
  async takeBack(line, label) {
    const found = await read(line, label);
    if (found === 'absent') return unknownThere;
    if (found.kind !== 'ok') return found;
    const spoken = await ask(line, {
      method: 'PUT',
      path: `labels/${textOf(found.answer['label_id'])}/void`,
    });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const said = asObject(spoken.answer.body);
    if (said?.['approved'] === true || said?.['reason_code'] === 'label_already_voided')
      return { kind: 'ok', answer: null };
    if (said?.['approved'] !== false) return unreadable;
    const error = `The carrier does not take it back. ${textOf(said['message'], 500) ?? ''}`;
    return { kind: 'refused', error: error.trim(), isFinal: true };
  },
  manifest: shipengineManifest,
  async signingKeys({ send, api_url: base }) {
    // One set for all its customers, which is shown to anybody: no credentials go there.
    const url = new URL('/jwks', base).href;
    const asked = { method: 'GET', url, headers: { accept: 'application/json' } } as const;
    const spoken = await speakTo(
      send,
      { ...asked, answerBytesMax: keysBytesMax, timeoutMs: ratingMs },
      'The carrier',
    );
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const keys = signingKeysIn(asObject(spoken.answer.body));
    return keys.length > 0 ? { kind: 'ok', answer: keys } : unreadable;
  },
  trackedIn({ data }) {
    const told = (typeof data === 'object' && data !== null ? data : {}) as Said;
    return eventsOf(told, textOf(told['tracking_number']));
  },
  async track(line, { id, vendor_shipment_id: labelId, tracking_no }) {
    if (!labelId) return { kind: 'ok', answer: [] };
    const spoken = await ask(line, { method: 'GET', path: `labels/${encodeURIComponent(labelId)}/track` });
    if (spoken.kind !== 'ok') return unasked(spoken);
    const events = eventsOf(asObject(spoken.answer.body) ?? {}, tracking_no);
    return { kind: 'ok', answer: events.map((event) => ({ ...event, reference: id })) };
  },
  async askTakenBack(line, label) {
    const found = await read(line, label);
    if (found === 'absent') return unknownThere;
    if (found.kind !== 'ok') return found;
    return found.answer['voided'] === true ? { kind: 'ok', answer: null } : 'absent';
  },
};

const kindsOf: Readonly<Record<string, TrackingKind>> = {
  AC: 'announced',
  NY: 'announced',
  IT: 'in_transit',
  SP: 'out_for_delivery',
  DE: 'delivered',
  AT: 'exception',
  EX: 'exception',
};

/** Its scans have no ids of their own: what happened, and when, is one. */
const eventsOf = (said: Said, trackingNo: string | null): Tracked[] =>
  trackedOf(said['events'], (one) => {
    const where = ['city_locality', 'state_province', 'country_code'].flatMap(
      (part) => textOf(one[part]) ?? [],
    );
    const status = textOf(one['status_code']);
    return {
      external_id: `${textOf(one['occurred_at'])} ${textOf(one['event_code']) ?? status}`,
      reference: null,
      tracking_no: trackingNo,
      kind: kindsOf[status ?? ''],
      occurred_at: one['occurred_at'],
      place: where.join(', ') || null,
      says: textOf(one['description'] ?? one['carrier_status_description'], 500),
    };
  });

const unknownThere: SpokenFault = {
  kind: 'unsent',
  error: 'The carrier does not know the label it is to take back.',
};

/** A 404 means that it is not there only from one that knows us: whoever has moved answers it to everything. */
async function read(
  line: Line,
  { id }: Pick<ClaimedLabel, 'id'>,
): Promise<{ kind: 'ok'; answer: Said } | SpokenFault | 'absent'> {
  const path = `labels/external_shipment_id/${id}?label_download_type=inline`;
  const spoken = await ask(line, { method: 'GET', path });
  if (spoken.kind === 'ok') {
    const said = asObject(spoken.answer.body);
    const isIt = said?.['external_shipment_id'] === id && textOf(said['label_id']) !== null;
    return isIt ? { kind: 'ok', answer: said! } : { ...unreadable, kind: 'unsent' };
  }
  if (spoken.status !== 404) return unasked(spoken);
  const known = await shipengineCarrier.test(line);
  return known.kind === 'ok' ? 'absent' : unasked(known);
}

async function boughtOf(line: Line, said: Said | null): Promise<Outcome<Bought>> {
  if (!said || (said['status'] !== 'completed' && said['status'] !== 'voided')) return unreadable;
  const { href, zpl, pdf } = (said['label_download'] ?? {}) as Said;
  const label = await labelAt(line, hrefOf(href) ?? hrefOf(zpl) ?? hrefOf(pdf));
  if (label.kind !== 'ok') return label;
  const labelId = textOf(said['label_id']);
  const answer = {
    tracking_no: textOf(said['tracking_number']),
    tracking_url: pageAt(said['tracking_url']),
    carrier_code: textOf(said['carrier_code']),
    ...totalOf(said['shipment_cost'], said['insurance_cost']),
    ...label.answer,
    ...(labelId ? { vendor_shipment_id: labelId } : {}),
  };
  return { kind: 'ok', answer };
}

/** An inline label is a long one. */
const hrefOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What it would take for a box or an envelope of the carrier's own is no price of this parcel. */
function offered(rate: Said): Rate[] {
  if ((textOf(rate['package_type']) ?? ownPackage) !== ownPackage) return [];
  const money = totalOf(
    rate['shipping_amount'],
    rate['insurance_amount'],
    rate['confirmation_amount'],
    rate['other_amount'],
  );
  const service_code = serviceNamed(rate['carrier_id'], rate['service_code']);
  if (money.amount === null || service_code === null) return [];
  const time = timeOf(rate['delivery_days'], rate['estimated_delivery_date']);
  return [{ carrier_code: textOf(rate['carrier_code']), service_code, ...money, ...time }];
}

/** All parts in one currency, which is written small there; what is left out costs nothing. */
function totalOf(...parts: readonly unknown[]): ReturnType<typeof moneyOf> {
  const told = parts.filter((part) => part !== undefined && part !== null) as Said[];
  const read = told.map((part) => moneyOf(part['amount'], textOf(part['currency'])?.toUpperCase()));
  const [first] = read;
  if (!first || read.some(({ currency }) => currency === null || currency !== first.currency))
    return { amount: null, currency: null };
  const sum = read.reduce((total, { amount }) => total.plus(decimal(amount!)), decimal('0'));
  return { amount: sum.toFixed(), currency: first.currency! };
}

/** `<carrier_id>.<service_code>`: which of the account's carriers is billed. */
function partsOf(service: string): [string, string] {
  const at = service.indexOf('.');
  return at < 1 ? [service, ''] : [service.slice(0, at), service.slice(at + 1)];
}
