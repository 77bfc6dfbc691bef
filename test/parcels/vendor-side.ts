/** What the sides of the far carrier share (far-carrier.ts), whichever vendor they play. */
import type { ServerResponse } from 'node:http';
import type { VendorRequest } from './vendor-requests.ts';

export type Json = Record<string, any>;

export interface Sold {
  reference: string;
  tracking_no: string;
  amount: string;
  service: string;
  weight: number;
  isVoided: boolean;
  /** The shipment it was bought by, of a side that sells in two steps. */
  shipment?: string;
}

/** A shipment of a side that sells in two steps: it costs nothing and may be made twice. */
export interface Made {
  id: string;
  reference: string;
  weight: number;
}

/** What it was told to take: references of labels, by that of their manifest, each time. */
export interface Taken {
  reference: string;
  labels: string[];
}

/** One thing it did. */
export type Kept = { made: Made } | { sold: Sold } | { voided: string } | { taken: Taken };

/** What of the far carrier a side needs; its moods and sales are its own. */
export interface Carrier<Mood> {
  made: Made[];
  sold: Sold[];
  format: 'zpl' | 'pdf' | 'png';
  taken: Taken[];
  /** Why it takes a label of this reference onto no manifest; undefined: it does. */
  leaves(reference: string): string | undefined;
  isNamingItsOwn: boolean;
  /** How many labels are on one manifest of those that make several. */
  onOneManifest: number;
  /** Where its parcels are. */
  tracking: Map<string, Json[]>;
  draw(tracking: string): string | Buffer;
  mood(reference: string, what: 'buy' | 'ask' | 'void'): Mood;
  check(what: VendorRequest, body: Json): void;
  /** Told of what it does before anybody else is. */
  keep(kept: Kept): void;
}

type Books = Pick<Carrier<never>, 'made' | 'sold' | 'taken'>;

/** Has it done, also by one that was killed since. */
export function remember(books: Books, kept: Kept): void {
  if ('made' in kept) books.made.push(kept.made);
  else if ('sold' in kept) books.sold.push(kept.sold);
  else if ('taken' in kept) books.taken.push(kept.taken);
  else books.sold.find(({ tracking_no: no }) => no === kept.voided)!.isVoided = true;
}

export function does(carrier: Books & Pick<Carrier<never>, 'keep'>, kept: Kept): void {
  carrier.keep(kept);
  remember(carrier, kept);
}

/** Makes a shipment; returns its id. */
export function make(carrier: Parameters<typeof does>[0], reference: string, weight: number): string {
  const id = `shp_${carrier.made.length + 1}`;
  does(carrier, { made: { id, reference, weight } });
  return id;
}

/** A shipment, and what was sold by it. */
export function madeAs(books: Books, id: string): (Made & { sold: Sold | undefined }) | undefined {
  const made = books.made.find((one) => one.id === id);
  return made && { ...made, sold: books.sold.find(({ shipment }) => shipment === id) };
}

// A picture of one black dot, as base64.
export const blackDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

const types = { zpl: 'application/zpl', pdf: 'application/pdf', png: 'image/png' };

/** A label in the format its carrier draws. */
export function drawnAs(
  { format, draw }: Pick<Carrier<never>, 'format' | 'draw'>,
  tracking: string,
): { type: string; bytes: Buffer } {
  const drawn = { zpl: draw(tracking), pdf: `%PDF-1.4 ${tracking}`, png: Buffer.from(blackDot, 'base64') };
  return { type: types[format], bytes: Buffer.from(drawn[format]) };
}

/** How it answers, and what it sells. */
export interface Till<C extends Carrier<M>, M> {
  answer(carrier: C, response: ServerResponse, mood: M, effect: () => Json): void;
  sell(carrier: C, wanted: Pick<Sold, 'reference' | 'service' | 'weight' | 'shipment'>): Sold;
}

export type Side = (response: ServerResponse, method: string, path: readonly string[], body: Json) => void;

/** Where anybody can follow a parcel. */
export const pageOf = (tracking: string): string => `https://track.example.test/${tracking}`;

export const no = (response: ServerResponse, status: number, message: string): void =>
  void response.writeHead(status).end(JSON.stringify({ errors: [{ code: 'refused', message }] }));

export const paperOf = (of: string): string => Buffer.from(`%PDF-1.4 ${of}`).toString('base64');

/** Whether that of a list's query has come: what is in the list was made just now. */
export const isPast = (list: string, since: string): boolean =>
  Date.parse(new URLSearchParams(list.split('?')[1]).get(since) ?? '') <= Date.now();
