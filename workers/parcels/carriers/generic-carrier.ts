/**
 * Our own contract of five calls (docs/carriers.md), for a carrier nobody else has an adapter for: a hundred lines in
 * front of its API, and the 3PL's regional carrier is one like any other.
 */
import type { ClaimedLabel } from '../../../db/parcels/label-calls.write.ts';
import type { ClaimedManifest } from '../../../db/parcels/manifest-calls.write.ts';
import type { Tracked } from '../../../domain/parcels/tracking.ts';
import { uuidPattern } from '../../../domain/uuid-pattern.ts';
import type { Outcome } from '../../outside/define-call.ts';
import { asObject, type SpokenFault } from '../../outside/spoken.ts';
import {
  ask,
  askForPrices,
  inItsWords,
  moneyOf,
  objects,
  textOf,
  timeOf,
  trackedOf,
  unasked,
  unreadable,
  type Bought,
  type Carrier,
  type Line,
  type Rate,
  type Manifested,
} from './carrier.ts';
import { labelOf, pdfOf } from './label-bytes.ts';
import { namedOn, textsOf } from './manifested.ts';
import { pageAt } from './page-at.ts';

export const genericCarrier: Carrier = {
  headersOf({ token }) {
    if (typeof token !== 'string' || token === '') return 'The credentials have no token.';
    return { authorization: `Bearer ${token}` };
  },
  async test(line) {
    const spoken = await ask(line, { method: 'GET', path: 'account' });
    return spoken.kind === 'ok' ? spoken : inItsWords(spoken);
  },
  async rate(line, parcel) {
    const spoken = await askForPrices(line, 'rates', parcel);
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const rates = objects(asObject(spoken.answer.body)?.['rates']).flatMap((one): Rate[] => {
      const money = moneyOf(one['amount'], one['currency']);
      const service = textOf(one['service_code']);
      if (money.amount === null || service === null) return [];
      const time = timeOf(one['days'], one['delivers_on']);
      return [{ carrier_code: textOf(one['carrier_code']), service_code: service, ...money, ...time }];
    });
    return { kind: 'ok', answer: rates };
  },
  async buy(line, { id, service_code, label_format, parcel }) {
    const spoken = await ask(line, {
      method: 'POST',
      path: 'labels',
      headers: { 'idempotency-key': id },
      body: { reference: id, service_code, label_format, ...parcel },
    });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    const said = asObject(spoken.answer.body);
    return said?.['status'] === 'bought' ? { kind: 'ok', answer: await boughtOf(said) } : unreadable;
  },
  async ask(line, label) {
    const found = await read(line, label);
    if (found === 'absent' || found.kind !== 'ok') return found;
    return { kind: 'ok', answer: await boughtOf(found.answer) };
  },
  async takeBack(line, { id }) {
    const spoken = await ask(line, {
      method: 'POST',
      path: `labels/${id}/void`,
      headers: { 'idempotency-key': `void ${id}` },
      body: {},
    });
    if (spoken.kind !== 'ok') return inItsWords(spoken);
    return asObject(spoken.answer.body)?.['status'] === 'voided' ? { kind: 'ok', answer: null } : unreadable;
  },
  manifest: {
    async send(line, due) {
      const { id, ship_date, labels } = due;
      const spoken = await ask(line, {
        method: 'POST',
        path: 'manifests',
        headers: { 'idempotency-key': id },
        body: { reference: id, ship_date, labels: labels.map((one) => one.id) },
      });
      if (spoken.kind !== 'ok') return inItsWords(spoken);
      return manifestedOf(asObject(spoken.answer.body), due) ?? unreadable;
    },
    async ask(line, due) {
      const found = await readOf(line, `manifests/${due.id}`);
      if (found === 'absent' || found.kind !== 'ok') return found;
      return manifestedOf(found.answer, due) ?? { ...unreadable, kind: 'unsent' };
    },
  },
  trackedIn: (said) => eventsOf(said),
  async track(line, { id }) {
    const spoken = await ask(line, { method: 'GET', path: `labels/${id}/tracking` });
    if (spoken.kind !== 'ok') return unasked(spoken);
    const events = eventsOf(asObject(spoken.answer.body) ?? {});
    return { kind: 'ok', answer: events.map((event) => ({ ...event, reference: id })) };
  },
  async askTakenBack(line, label) {
    const found = await read(line, label);
    if (found === 'absent')
      return { kind: 'unsent', error: 'The carrier does not know the label it is to take back.' };
    if (found.kind !== 'ok') return found;
    return found.answer['status'] === 'voided' ? { kind: 'ok', answer: null } : 'absent';
  },
};

type Read = { kind: 'ok'; answer: Record<string, unknown> } | SpokenFault | 'absent';

async function read(line: Line, { id }: Pick<ClaimedLabel, 'id'>): Promise<Read> {
  const found = await readOf(line, `labels/${id}`);
  if (found === 'absent' || found.kind !== 'ok') return found;
  const isKnown = found.answer['status'] === 'bought' || found.answer['status'] === 'voided';
  return isKnown ? found : { ...unreadable, kind: 'unsent' };
}

/** A 404 means that it is not there only from one that knows us: whoever has moved answers it to everything. */
async function readOf(line: Line, path: string): Promise<Read> {
  const spoken = await ask(line, { method: 'GET', path });
  if (spoken.kind === 'ok') {
    const said = asObject(spoken.answer.body);
    return said ? { kind: 'ok', answer: said } : { ...unreadable, kind: 'unsent' };
  }
  if (spoken.status !== 404) return unasked(spoken);
  const known = await genericCarrier.test(line);
  return known.kind === 'ok' ? 'absent' : unasked(known);
}

function manifestedOf(
  said: Record<string, unknown> | null,
  due: ClaimedManifest,
): Outcome<Manifested> | undefined {
  if (said?.['status'] !== 'accepted') return undefined;
  const file = (said['file'] ?? {}) as Record<string, unknown>;
  const content = file['format'] === 'pdf' && typeof file['content'] === 'string' ? file['content'] : '';
  const paper = pdfOf(Buffer.from(content, 'base64'));
  return namedOn(due, textsOf(said['labels']), ({ id }) => [id], {
    manifest_no: textOf(said['manifest_no']),
    papers: paper ? [paper] : [],
  });
}

const eventsOf = (said: Record<string, unknown>): Tracked[] =>
  trackedOf(said['events'], (one) => ({
    external_id: textOf(one['id'], 200),
    reference: referenceOf(one['reference']),
    tracking_no: textOf(one['tracking_no']),
    kind: one['kind'],
    occurred_at: one['occurred_at'],
    place: textOf(one['place'], 200),
    says: textOf(one['says'], 500),
  }));

const referenceOf = (value: unknown): string | null =>
  typeof value === 'string' && uuidPattern.test(value) ? value : null;

async function boughtOf(said: Record<string, unknown>): Promise<Bought> {
  const label = (said['label'] ?? {}) as Record<string, unknown>;
  const content = typeof label['content'] === 'string' ? label['content'] : '';
  const kept = await labelOf(Buffer.from(content, label['format'] === 'zpl' ? 'utf8' : 'base64'));
  const money = moneyOf(said['amount'], said['currency']);
  return {
    tracking_no: textOf(said['tracking_no']),
    tracking_url: pageAt(said['tracking_url']),
    carrier_code: textOf(said['carrier_code']),
    ...money,
    ...kept,
    note:
      [kept.note, money.amount === null ? "The carrier's answer lacks its price." : null]
        .filter(Boolean)
        .join(' ') || null,
  };
}
