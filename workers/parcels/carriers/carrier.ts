/** What an adapter does: a carrier, or somebody who sells for many, spoken to in its own words. */
import type { ClaimedLabel } from '../../../db/parcels/label-calls.write.ts';
import { carrierCredentialsPlace, type Adapter } from '../../../domain/parcels/carriers.ts';
import type { ClaimedManifest } from '../../../db/parcels/manifest-calls.write.ts';
import type { LockedLabel } from '../../../db/parcels/labels.write.ts';
import type { Parcel } from '../../../domain/parcels/parcel.ts';
import type { SigningKey } from '../../../domain/parcels/tracking-proof.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import type { Tracked } from '../../../domain/parcels/tracking.ts';
import type { KeyRing } from '../../../domain/secrets/platform-keys.ts';
import { open } from '../../../domain/secrets/seal.ts';
import { isCalendarDate } from '../../../queues/schema.ts';
import type { Outcome } from '../../outside/define-call.ts';
import type { OutboundRequest, Send } from '../../outside/outbound-http.ts';
import { asObject, speakTo, type Spoken, type SpokenFault } from '../../outside/spoken.ts';

/** A line to the carrier: whom to ask, and as whom. */
export interface Line {
  send: Send;
  api_url: string;
  headers: Readonly<Record<string, string>>;
}

/** What was sold. */
export interface Bought {
  tracking_no: string | null;
  /** Where anybody can follow it. */
  tracking_url: string | null;
  carrier_code: string | null;
  amount: string | null;
  currency: string | null;
  zpl: string | null;
  /** A label that is no ZPL, as it came. */
  file: Buffer | null;
  /** What is missing of it. */
  note: string | null;
  /** The carrier's own id of it, where it is asked by that later. */
  vendor_shipment_id?: string;
}

/** What it took of a day. */
export interface Manifested {
  manifest_no: string | null;
  /** Its papers, for the driver. */
  papers: Buffer[];
  /** Which of the labels it was told of; undefined: it names none, and has all. */
  taken?: string[];
  /** Why it left the others. */
  why?: string;
}

/** What somebody answered, as an object. */
export type Said = Record<string, unknown>;

/** Its shipment at a carrier that is asked in two steps: it costs nothing, and names what may be bought. */
export interface Made {
  vendor_shipment_id: string;
  vendor_rate_id: string;
}

/** What it would cost. */
export interface Rate {
  carrier_code: string | null;
  service_code: string;
  amount: string;
  currency: string;
  days: number | null;
  delivers_on: string | null;
}

/** What became of the money for a label that was taken back. */
export type Refund = 'open' | 'paid' | 'refused';

export interface Carrier {
  /** How our credentials go along. A sentence when they are incomplete. */
  headersOf(credentials: Readonly<Record<string, unknown>>): Record<string, string> | string;
  /** Asks what costs nothing and only who is known is answered. */
  test(line: Line): Promise<{ kind: 'ok' } | SpokenFault>;
  rate(line: Line, parcel: Parcel): Promise<Outcome<Rate[]>>;
  make?(line: Line, label: ClaimedLabel): Promise<Outcome<Made>>;
  buy(line: Line, label: ClaimedLabel): Promise<Outcome<Bought>>;
  ask(
    line: Line,
    label: Pick<ClaimedLabel, 'id' | 'vendor_shipment_id'>,
  ): Promise<Outcome<Bought> | 'absent'>;
  takeBack(line: Line, label: ClaimedLabel): Promise<Outcome<null>>;
  /** What it takes at the end of a day: of one carrier, where it sells for many. */
  manifest: {
    send(line: Line, due: ClaimedManifest): Promise<Outcome<Manifested>>;
    ask(line: Line, due: ClaimedManifest): Promise<Outcome<Manifested> | 'absent'>;
  };
  /** The public keys it signs its webhooks with, where it publishes them. */
  signingKeys?(line: Pick<Line, 'send' | 'api_url'>): Promise<Outcome<SigningKey[]>>;
  /** What its webhook tells. */
  trackedIn?(said: Record<string, unknown>): Tracked[];
  /** Where a parcel is. */
  track?(
    line: Line,
    label: Pick<LockedLabel, 'id' | 'vendor_shipment_id' | 'tracking_no' | 'carrier_code'>,
  ): Promise<Outcome<Tracked[]>>;
  askTakenBack(line: Line, label: ClaimedLabel): Promise<Outcome<null> | 'absent'>;
  /** Where it says that days later. */
  askRefund?(line: Line, label: Pick<LockedLabel, 'vendor_shipment_id'>): Promise<Outcome<Refund>>;
}

/** The account's line. Says in a sentence what is missing when the carrier cannot be called. */
export function lineOf(
  { keys, send }: { keys: KeyRing; send: Send },
  carriers: Readonly<Record<Adapter, Carrier>>,
  account: {
    organization_id: string;
    id: string;
    adapter: Adapter;
    api_url: string;
    credentials_sealed: string | null;
  },
): Line | string {
  const { credentials_sealed: sealed, api_url } = account;
  if (!sealed) return 'The account has no credentials.';
  const opened = open(keys, sealed, carrierCredentialsPlace(account.organization_id, account.id));
  if (opened === undefined) return 'The credentials cannot be opened any more; enter them again.';
  const headers = carriers[account.adapter].headersOf(JSON.parse(opened) as Record<string, unknown>);
  return typeof headers === 'string' ? headers : { send, api_url, headers };
}

export interface Asked {
  method: OutboundRequest['method'];
  path: string;
  body?: object;
  headers?: Record<string, string>;
  timeoutMs?: number;
  answerBytesMax?: number;
}

/** Since when what a carrier made of it is looked for; its clock may be behind ours. It may leave on any later day. */
export const madeAfter = ({ created_at: at }: Pick<ClaimedManifest, 'created_at'>): string =>
  new Date(at.getTime() - 86_400_000).toISOString();

/** A label that is larger is not kept. */
export const zplBytesMax = 1024 * 1024;
export const fileBytesMax = 5 * 1024 * 1024;
// What `buyLabel` takes.
const serviceMax = 100;
// As JSON it may take twice that; a PDF of 5 MiB is 7 in base64.
const answerBytesMax = 8 * 1024 * 1024;
// Twenty carriers may be asked for a price at once.
const ratesBytesMax = 512 * 1024;
const timeoutMsMax = 20_000;
/** For a price a packer does not wait as long. */
export const ratingMs = 6_000;

/** Calls the carrier only below its own address: its credentials go to no other host it may name. */
export function ask(
  { send, api_url: base, headers }: Line,
  { method, path, body, headers: more, timeoutMs = timeoutMsMax, answerBytesMax: bytesMax }: Asked,
): Promise<Spoken> {
  return speakTo(
    send,
    {
      method,
      url: `${base.replace(/\/+$/, '')}/${path}`,
      headers: {
        accept: 'application/json',
        ...headers,
        ...more,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      answerBytesMax: bytesMax ?? answerBytesMax,
      timeoutMs,
    },
    'The carrier',
  );
}

/** Asks for prices; more of them than a carrier has is no answer. */
export async function askForPrices(
  line: Line,
  path: string,
  body: object,
  timeoutMs = ratingMs,
): Promise<Spoken> {
  const spoken = await ask(line, {
    method: 'POST',
    path,
    body,
    timeoutMs,
    answerBytesMax: ratesBytesMax,
  });
  if (spoken.kind !== 'ok' || asObject(spoken.answer.body)) return spoken;
  const error = `The carrier answered no prices, or more than ${ratesBytesMax / 1024} KiB of them.`;
  return { kind: 'refused', error };
}

/** What it said of why, where it did: a person can do more with it than with a number. */
export function inItsWords({ body: _read, ...fault }: SpokenFault): SpokenFault {
  const said = asObject(_read ?? '');
  const error = said?.['error'];
  const words =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  const listed = [...objects(said?.['errors']), ...objects(said?.['messages'])].map((one) => one['message']);
  const given = [words, said?.['message'], ...listed].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  return given === undefined ? fault : { ...fault, error: `${fault.error} ${cut(given.trim(), 500)}` };
}

/** A parcel that was made at the carrier, and for which it does not offer the service. */
export function notOffered(
  service: string,
  offered: readonly (string | null)[],
  messages: unknown,
): { kind: 'refused'; error: string; isFinal: true } {
  const says = objects(messages).flatMap((one) => textOf(one['message'], 200) ?? []);
  const error = `For this parcel the carrier offers ${offered.filter((one) => one !== null).join(', ') || 'nothing'}, not ${service}. ${says.join(' ')}`;
  return { kind: 'refused', error: cut(error, 900), isFinal: true };
}

/** The street as two lines. */
export function streetLines(address: string): [string, string | null] {
  const [first = '', ...rest] = address.split(/\r?\n/).map((line) => line.trim());
  return [first, rest.join(', ') || null];
}

/** What could not be asked says nothing of what it was told before. */
export const unasked = ({ kind: _kind, ...fault }: SpokenFault): SpokenFault => ({
  ...inItsWords({ kind: 'unsent', ...fault }),
});

/** It may have been bought: what it answered does not say. */
export const unreadable: SpokenFault = {
  kind: 'unknown',
  error: 'The carrier answered something that does not say what it sold.',
};

/** Cut to size, and still a text that a column can store: a character may have been cut in two. */
export const cut = (text: string, max: number): string => Buffer.from(text.slice(0, max)).toString();

export const textOf = (value: unknown, max = 100): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), max) : null;

/** A service as `<whose>.<name>`; null for what is no name that could be bought by. */
export function serviceNamed(whose: unknown, name: unknown): string | null {
  const isNamed = typeof whose === 'string' && typeof name === 'string' && whose !== '' && name !== '';
  return isNamed && whose.length + name.length < serviceMax ? `${whose}.${name}` : null;
}

/** The days and the day of delivery, where a carrier names them. */
export const timeOf = (days: unknown, on: unknown): Pick<Rate, 'days' | 'delivers_on'> => ({
  days:
    Number.isInteger(days) && (days as number) >= 0 && (days as number) <= 1_000 ? (days as number) : null,
  delivers_on: typeof on === 'string' && isCalendarDate(on.slice(0, 10)) ? on.slice(0, 10) : null,
});

export const objects = (value: unknown): Said[] =>
  Array.isArray(value) ? value.filter((one): one is Said => typeof one === 'object' && one !== null) : [];

/** An amount with its currency, exactly as told; null for what is no money. */
export function moneyOf(
  amount: unknown,
  currency: unknown,
): { amount: string; currency: string } | { amount: null; currency: null } {
  const told = typeof amount === 'number' ? String(amount) : amount;
  if (typeof told !== 'string' || !/^\d{1,9}(\.\d{1,4})?$/.test(told))
    return { amount: null, currency: null };
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return { amount: null, currency: null };
  return { amount: told, currency };
}

const eventsMax = 200;
// No parcel was on its way before or after; the database has no year 0.
const [firstMs, lastMs] = [0, Date.UTC(9999, 11, 31)];

/** What is told of a parcel, as far as it says what and when. */
export function trackedOf(
  told: unknown,
  of: (one: Record<string, unknown>) => Omit<Tracked, 'kind' | 'occurred_at' | 'external_id'> & {
    external_id: string | null;
    kind: unknown;
    occurred_at: unknown;
  },
): Tracked[] {
  return objects(told)
    .slice(0, eventsMax)
    .flatMap((one): Tracked[] => {
      const { kind: named, occurred_at: at, external_id: id, ...event } = of(one);
      const kind = trackingKinds.find((known) => known === named);
      const moment = typeof at === 'string' ? new Date(at) : undefined;
      const ms = moment?.getTime() ?? Number.NaN;
      if (!kind || !id || !moment || !(ms > firstMs && ms < lastMs)) return [];
      return [{ ...event, external_id: id, kind, occurred_at: moment }];
    });
}
