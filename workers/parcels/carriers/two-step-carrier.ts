/**
 * Who sells for many carriers in two steps: its shipment is made first, which costs nothing, then bought by its id. Whatever
 * becomes of the second answer, the shipment is read by that id, and says whether it was bought. What each of them calls
 * things is its words.
 */
import type { ClaimedLabel } from '../../../db/parcels/label-calls.write.ts';
import type { Parcel } from '../../../domain/parcels/parcel.ts';
import type { Outcome } from '../../outside/define-call.ts';
import { asObject, type SpokenFault } from '../../outside/spoken.ts';
import {
  ask,
  askForPrices,
  inItsWords,
  notOffered,
  objects,
  textOf,
  unasked,
  unreadable,
  type Bought,
  type Carrier,
  type Line,
  type Rate,
  type Said,
} from './carrier.ts';
import { labelAt } from './label-bytes.ts';

interface Words {
  headersOf: Carrier['headersOf'];
  /** What costs nothing, and only who is known is answered. */
  testPath: string;
  prices: { path: string; body(parcel: Parcel): object };
  /** What it offers, as its rates say it; undefined for what is no price. */
  rateOf(one: Said): Rate | undefined;
  serviceOf(rate: Said): string | null;
  made(label: ClaimedLabel): object;
  buying: { verb: string; body(label: ClaimedLabel): object };
  /** Whether the refusal says that the try before may have bought it. */
  isBoughtBefore(refused: SpokenFault): boolean;
  /** Undefined of a shipment that was not bought. */
  soldOf(said: Said): { facts: Omit<Bought, 'zpl' | 'file' | 'note'>; url: string | null } | undefined;
  takingBack: { verb: string; isUndecided(refused: SpokenFault): boolean };
  /** Undefined of a shipment that nobody asked to be taken back. */
  takenBackOf(said: Said): Outcome<null> | undefined;
}

type Selling = Pick<
  Carrier,
  'headersOf' | 'test' | 'rate' | 'make' | 'buy' | 'ask' | 'takeBack' | 'askTakenBack'
>;

export function twoStepCarrier(words: Words): Selling {
  const boughtOf = async (line: Line, said: Said | null): Promise<Outcome<Bought>> => {
    const sold = said && words.soldOf(said);
    if (!sold) return unreadable;
    const label = await labelAt(line, sold.url);
    return label.kind === 'ok' ? { kind: 'ok', answer: { ...sold.facts, ...label.answer } } : label;
  };
  const post = (line: Line, { vendor_shipment_id: id }: ClaimedLabel, verb: string, body: object) =>
    ask(line, { method: 'POST', path: `shipments/${id}/${verb}`, body });
  return {
    headersOf: words.headersOf,
    async test(line) {
      const spoken = await ask(line, { method: 'GET', path: words.testPath });
      return spoken.kind === 'ok' ? spoken : inItsWords(spoken);
    },
    async rate(line, parcel) {
      const spoken = await askForPrices(line, words.prices.path, words.prices.body(parcel));
      if (spoken.kind !== 'ok') return inItsWords(spoken);
      const rates = objects(asObject(spoken.answer.body)?.['rates']);
      return { kind: 'ok', answer: rates.flatMap((one) => words.rateOf(one) ?? []) };
    },
    async make(line, label) {
      const spoken = await ask(line, { method: 'POST', path: 'shipments', body: words.made(label) });
      if (spoken.kind !== 'ok') return inItsWords(spoken);
      const said = asObject(spoken.answer.body);
      const id = textOf(said?.['id']);
      if (!said || !id) return unreadable;
      const rates = objects(said['rates']);
      const rateId = textOf(rates.find((one) => words.serviceOf(one) === label.service_code)?.['id']);
      if (rateId) return { kind: 'ok', answer: { vendor_shipment_id: id, vendor_rate_id: rateId } };
      return notOffered(label.service_code, rates.map(words.serviceOf), said['messages']);
    },
    async buy(line, label) {
      const spoken = await post(line, label, words.buying.verb, words.buying.body(label));
      if (spoken.kind === 'ok') return boughtOf(line, asObject(spoken.answer.body));
      return { ...inItsWords(spoken), ...(words.isBoughtBefore(spoken) ? { kind: 'unknown' } : {}) };
    },
    async ask(line, label) {
      const found = await readShipment(line, label);
      if (found.kind !== 'ok') return found;
      return words.soldOf(found.answer) ? boughtOf(line, found.answer) : 'absent';
    },
    async takeBack(line, label) {
      const spoken = await post(line, label, words.takingBack.verb, {});
      if (spoken.kind === 'ok') return words.takenBackOf(asObject(spoken.answer.body) ?? {}) ?? unreadable;
      return {
        ...inItsWords(spoken),
        ...(words.takingBack.isUndecided(spoken) ? { kind: 'unknown' } : {}),
      };
    },
    async askTakenBack(line, label) {
      const found = await readShipment(line, label);
      return found.kind === 'ok' ? (words.takenBackOf(found.answer) ?? 'absent') : found;
    },
  };
}

/** Its shipment of a label; what cannot be read says nothing of what was told before. */
export async function readShipment(
  line: Line,
  { vendor_shipment_id: id }: { vendor_shipment_id: string | null },
): Promise<{ kind: 'ok'; answer: Said } | SpokenFault> {
  const spoken = await ask(line, { method: 'GET', path: `shipments/${id}` });
  if (spoken.kind !== 'ok') return unasked(spoken);
  const said = asObject(spoken.answer.body);
  return said?.['id'] === id ? { kind: 'ok', answer: said! } : { ...unreadable, kind: 'unsent' };
}
