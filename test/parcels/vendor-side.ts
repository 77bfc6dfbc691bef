/** What the sides of the far carrier share (far-carrier.ts), whichever vendor they play. */
import type { ServerResponse } from 'node:http';
import type { VendorRequest } from './vendor-requests.ts';

export type Json = Record<string, any>;

export interface Sold {
  reference: string;
  tracking_no: string;
  amount: string;
  isVoided: boolean;
}

/** What of the far carrier a side needs; its moods and sales are its own. */
export interface Carrier<Mood> {
  sold: Sold[];
  format: 'zpl' | 'pdf' | 'png';
  /** What it was told to take, and where its parcels are, as the far carrier keeps it. */
  taken: { reference: string; labels: string[] }[];
  tracking: Map<string, Json[]>;
  draw(tracking: string): string;
  mood(reference: string, what: 'buy' | 'ask' | 'void'): Mood;
  check(what: VendorRequest, body: Json): void;
}

/** How it answers, and what it sells. */
export interface Till<C extends Carrier<M>, M> {
  answer(carrier: C, response: ServerResponse, mood: M, effect: () => Json): void;
  sell(carrier: C, reference: string, service: string, weight: number): C['sold'][number];
}

export type Side = (response: ServerResponse, method: string, path: readonly string[], body: Json) => void;

export const no = (response: ServerResponse, status: number, message: string): void =>
  void response.writeHead(status).end(JSON.stringify({ errors: [{ code: 'refused', message }] }));

export const paperOf = (of: string): string => Buffer.from(`%PDF-1.4 ${of}`).toString('base64');

/** Whether that of a list's query has come: what is in the list was made just now. */
export const isPast = (list: string, since: string): boolean =>
  Date.parse(new URLSearchParams(list.split('?')[1]).get(since) ?? '') <= Date.now();
