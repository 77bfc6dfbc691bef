/**
 * A day's manifests at ShipEngine. Of one request it may make several, and leave labels out, which it says as errors; what
 * is still being made is neither taken nor left.
 */
import type { ClaimedManifest } from '../../../db/parcels/manifest-calls.write.ts';
import type { Outcome } from '../../outside/define-call.ts';
import { asObject, type SpokenFault } from '../../outside/spoken.ts';
import {
  ask,
  cut,
  inItsWords,
  madeAfter,
  objects,
  textOf,
  unasked,
  unreadable,
  type Carrier,
  type Line,
  type Said,
  type Manifested,
} from './carrier.ts';
import { pdfAt } from './label-bytes.ts';
import { namedOn, textsOf } from './manifested.ts';

const pageSize = 100;
const pagesMax = 10;
// A paper for each: one request makes few.
const papersMax = 20;

export const shipengineManifest: Carrier['manifest'] = {
  async send(line, due) {
    const label_ids = due.labels.map(({ vendor_shipment_id: id }) => id);
    const spoken = await ask(line, { method: 'POST', path: 'manifests', body: { label_ids } });
    return spoken.kind === 'ok' ? takenOf(line, asObject(spoken.answer.body), due) : inItsWords(spoken);
  },
  async ask(line, due) {
    const listed = await manifestsSince(line, madeAfter(due));
    if (!Array.isArray(listed)) return listed;
    const ours = new Set(due.labels.map(({ vendor_shipment_id: id }) => id));
    const manifests = listed.filter(({ label_ids: ids }) => textsOf(ids).some((id) => ours.has(id)));
    if (manifests.length === 0) return 'absent';
    const found = await takenOf(line, { manifests }, due);
    const isInPart = found.kind === 'ok' && found.answer.taken!.length < due.labels.length;
    const waitMs = due.settle_after_seconds * 1000 - (due.lost_ms ?? 0);
    if (!isInPart || waitMs <= 0) return found;
    return { kind: 'unknown', error: 'No answer came, and not all of it is there yet.', waitMs };
  },
};

/** All that were made since; of a list that goes on for ever nobody can say what is not in it. */
async function manifestsSince(line: Line, since: string): Promise<Said[] | SpokenFault> {
  const found: Said[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const path = `manifests?created_at_start=${encodeURIComponent(since)}&page_size=${pageSize}&page=${page}`;
    const spoken = await ask(line, { method: 'GET', path });
    if (spoken.kind !== 'ok') return unasked(spoken);
    const said = asObject(spoken.answer.body);
    if (!Array.isArray(said?.['manifests'])) break;
    found.push(...objects(said['manifests']));
    if (!(Number(said['pages']) > page)) return found;
  }
  return { ...unreadable, kind: 'unsent' };
}

/** What it named is taken once it has said so of all, or nothing is being made any more. */
async function takenOf(line: Line, said: Said | null, due: ClaimedManifest): Promise<Outcome<Manifested>> {
  const made = objects(said?.['manifests']).flatMap((one) => (textOf(one['manifest_id']) ? [one] : []));
  const errors = [...new Set(objects(said?.['errors']).flatMap((one) => textOf(one['message'], 200) ?? []))];
  const why = cut(errors.join(' '), 500);
  const isUnderWay = objects(said?.['manifest_requests']).some(({ status }) => status !== 'completed');
  if (made.length === 0)
    return why && !isUnderWay ? { kind: 'refused', error: why, isFinal: true } : unreadable;
  const numbers = made.map((one) => textOf(one['form_id']) ?? textOf(one['manifest_id']));
  const named = namedOn(
    due,
    made.flatMap(({ label_ids: ids }) => textsOf(ids)),
    ({ vendor_shipment_id: id }) => [id],
    { manifest_no: cut(numbers.join(', '), 100), papers: [], ...(why ? { why } : {}) },
  );
  if (named.kind !== 'ok') return named;
  const { taken } = named.answer;
  if (taken === undefined && why) return unreadable;
  if (taken && taken.length < due.labels.length && isUnderWay) return unreadable;
  const papers = await Promise.all(
    made.slice(0, papersMax).map(({ manifest_download: at }) => pdfAt(line, hrefOf(at))),
  );
  return { kind: 'ok', answer: { ...named.answer, papers: papers.flatMap((paper) => paper ?? []) } };
}

const hrefOf = (download: unknown): string | null => textOf(((download ?? {}) as Said)['href'], 2_000);
