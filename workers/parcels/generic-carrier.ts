/**
 * Our own contract of five calls (docs/carriers.md), for a carrier nobody else has an adapter for: a hundred lines in
 * front of its API, and the 3PL's regional carrier is one like any other.
 */
import type { ClaimedLabel } from '../../db/parcels/label-calls.write.ts';
import { asObject, type SpokenFault } from '../outside/spoken.ts';
import {
  ask,
  inItsWords,
  moneyOf,
  objects,
  pdfBytesMax,
  ratingMs,
  textOf,
  timeOf,
  unasked,
  unreadable,
  zplBytesMax,
  type Bought,
  type Carrier,
  type Line,
  type Rate,
} from './carrier.ts';

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
    const asked = { method: 'POST', path: 'rates', body: parcel, timeoutMs: ratingMs } as const;
    const spoken = await ask(line, asked);
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
    return said?.['status'] === 'bought' ? { kind: 'ok', answer: boughtOf(said) } : unreadable;
  },
  async ask(line, label) {
    const found = await read(line, label);
    if (found === 'absent' || found.kind !== 'ok') return found;
    return { kind: 'ok', answer: boughtOf(found.answer) };
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
  async askTakenBack(line, label) {
    const found = await read(line, label);
    if (found === 'absent')
      return { kind: 'unsent', error: 'The carrier does not know the label it is to take back.' };
    if (found.kind !== 'ok') return found;
    return found.answer['status'] === 'voided' ? { kind: 'ok', answer: null } : 'absent';
  },
};

/** A 404 means that it is not there only from one that knows us: whoever has moved answers it to everything. */
async function read(
  line: Line,
  { id }: ClaimedLabel,
): Promise<{ kind: 'ok'; answer: Record<string, unknown> } | SpokenFault | 'absent'> {
  const spoken = await ask(line, { method: 'GET', path: `labels/${id}` });
  if (spoken.kind === 'ok') {
    const said = asObject(spoken.answer.body);
    const isKnown = said?.['status'] === 'bought' || said?.['status'] === 'voided';
    return isKnown ? { kind: 'ok', answer: said! } : { ...unreadable, kind: 'unsent' };
  }
  if (spoken.status !== 404) return unasked(spoken);
  const known = await genericCarrier.test(line);
  return known.kind === 'ok' ? 'absent' : unasked(known);
}

function boughtOf(said: Record<string, unknown>): Bought {
  const label = (said['label'] ?? {}) as Record<string, unknown>;
  const content = typeof label['content'] === 'string' ? label['content'] : '';
  const pdf = label['format'] === 'pdf' ? Buffer.from(content, 'base64') : null;
  const isPdf =
    pdf !== null && pdf.length <= pdfBytesMax && pdf.subarray(0, 5).toString('latin1') === '%PDF-';
  const isZpl = label['format'] === 'zpl' && content !== '' && Buffer.byteLength(content) <= zplBytesMax;
  const money = moneyOf(said['amount'], said['currency']);
  const missing = [isPdf || isZpl ? [] : ['a label we can keep'], money.amount === null ? ['its price'] : []];
  return {
    tracking_no: textOf(said['tracking_no']),
    carrier_code: textOf(said['carrier_code']),
    ...money,
    zpl: isZpl ? content : null,
    pdf: isPdf ? pdf : null,
    note: missing.flat().length > 0 ? `The carrier's answer lacks ${missing.flat().join(' and ')}.` : null,
  };
}
