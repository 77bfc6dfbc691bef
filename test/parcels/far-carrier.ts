/**
 * A carrier on a real socket that does what it is told and then answers late, wrongly or never. It speaks our own contract
 * (below /generic), and as EasyPost, Karrio and ShipEngine do (vendor-sides.ts), and sells
 * again each time it is asked, where those would: that nothing is bought twice is not its merit. Below /generic/keyed it
 * deduplicates, and refuses another body under a key it knows.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { misspelt, type VendorRequest } from './vendor-requests.ts';
import { karrioOf } from './karrio-side.ts';
import { genericOf } from './generic-side.ts';
import { does, drawnAs, type Kept, type Made, type Sold, type Taken, type Till } from './vendor-side.ts';
import { easypostOf, shipengineOf } from './vendor-sides.ts';

/** What it does with a request: takes it or not, at once or late, and how it answers. */
export type Mood =
  | 'honest'
  /** Answers 503, and does nothing. */
  | 'refuses'
  | 'says no'
  | 'does not know us'
  | 'takes and fails'
  | 'takes and hangs up'
  | 'takes and mumbles'
  | 'takes and says nothing'
  | 'loses'
  | 'takes late'
  /** Answers once its gate is open, and does it then. */
  | 'waits at the gate';

export const token = 'token-of-the-test';
export const zplOf = (tracking: string): string => `^XA^FO50,50^A0N,40,40^FD${tracking}^FS^XZ`;

export interface FarCarrier {
  url: string;
  /** How it takes the next request that changes or asks something of this reference. */
  mood(reference: string, what: 'buy' | 'ask' | 'void'): Mood;
  /** Everything it sold, in order. */
  sold: Sold[];
  /** Paths asked, in order. */
  asked: string[];
  /** What it draws, by tracking number. */
  draw(tracking: string): string | Buffer;
  format: 'zpl' | 'pdf' | 'png';
  /** What it offers, whatever the parcel. */
  rates: Json[];
  /** What it asks beyond what it offered. */
  dearerBy: number;
  /** Where its parcels are, by reference. */
  tracking: Map<string, Json[]>;
  /** The shipments that were made at those that sell in two steps. */
  made: Made[];
  taken: Taken[];
  /** Why it takes a label of this reference onto no manifest; undefined: it does. */
  leaves(reference: string): string | undefined;
  /** Whether Karrio's carrier names what is on a manifest by numbers of its own. */
  isNamingItsOwn: boolean;
  /** How many labels are on one manifest of those that make several. */
  onOneManifest: number;
  /** What it took below /generic/keyed, by key. */
  keyed: Map<string, string>;
  underWay: number;
  /** Until when it waits that `waits at the gate`. */
  gate: Promise<unknown>;
  /** What EasyPost says of a label to be taken back. */
  refund: string;
  /** How long what it takes late takes. */
  lateMs: number;
  /** The keys it publishes, as ShipEngine does. */
  jwks: Json;
  /** Requests it was sent that are none of the vendor's, and the kinds of all. */
  misspelt: string[];
  heard: Set<VendorRequest>;
  /** What vendors' sides were sent to be bought or priced. */
  bodies: Json[];
  check(what: VendorRequest, body: Json): void;
  keep(kept: Kept): void;
  close(): void;
}

type Json = Record<string, any>;

/** `keep` is told of what it does before anybody else is. */
export async function startFarCarrier(port = 0, keep = (_kept: Kept): void => {}): Promise<FarCarrier> {
  const carrier: FarCarrier = {
    keep,
    url: '',
    mood: () => 'honest',
    made: [],
    sold: [],
    asked: [],
    draw: zplOf,
    format: 'zpl',
    rates: [],
    dearerBy: 0,
    tracking: new Map(),
    taken: [],
    leaves: () => undefined,
    isNamingItsOwn: false,
    onOneManifest: 1_000,
    keyed: new Map(),
    underWay: 0,
    gate: Promise.resolve(),
    refund: 'submitted',
    lateMs: 300,
    jwks: { keys: [] },
    misspelt: [],
    heard: new Set(),
    bodies: [],
    check: (what, body) => {
      if (/shipment|label|rates/.test(what)) carrier.bodies.push(body);
      carrier.heard.add(what);
      carrier.misspelt.push(...[misspelt(what, body) ?? []].flat());
    },
    close: () => {},
  };
  const easypost = easypostOf(carrier, { answer, sell });
  const karrio = karrioOf(carrier, { answer, sell });
  const generic = genericOf(carrier, { answer, sell });
  const shipengine = shipengineOf(carrier, { answer, sell });
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      carrier.asked.push(`${method} ${url}`);
      if (url === '/sold')
        return void response.end(
          JSON.stringify({ sold: carrier.sold, taken: carrier.taken, underWay: carrier.underWay }),
        );
      if (url === '/jwks') return void response.end(JSON.stringify(carrier.jwks));
      const body = text === '' ? {} : (JSON.parse(text) as Json);
      if (url.startsWith('/files/')) {
        const tracking = url.slice('/files/'.length);
        return void response.end(drawnAs(carrier, tracking).bytes);
      }
      if (url.startsWith('/papers/')) return void response.end(`%PDF-1.4 ${url.slice('/papers/'.length)}`);
      const [, surface, side, ...rest] = url.split('/');
      if (surface === 'easypost') {
        const isKnown = headers.authorization === `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
        if (!isKnown) return void response.writeHead(401).end('{"error":{"message":"Who are you?"}}');
        return easypost(response, method, [side!, ...rest], body);
      }
      if (surface === 'karrio') {
        if (headers.authorization !== `Token ${token}`) return void response.writeHead(401).end('{}');
        return karrio(response, method, [side!, ...rest], body);
      }
      if (surface === 'shipengine') {
        if (headers['api-key'] !== token) return void response.writeHead(401).end('{}');
        return shipengine(response, method, [side!, ...rest], body);
      }
      if (headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end('{}');
      generic(response, {
        method,
        side: side!,
        rest,
        body,
        key: headers['idempotency-key'] as string,
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  carrier.close = () => {
    server.closeAllConnections();
    server.close();
  };
  carrier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return carrier;
}

/** Answers as its mood is; the effect is what it does, and what it would say of it. */
function answer(carrier: FarCarrier, response: ServerResponse, mood: Mood, effect: () => Json): void {
  const moods: Record<Mood, () => void> = {
    honest: () => void response.end(JSON.stringify(effect())),
    refuses: () => void response.writeHead(503).end('{}'),
    'says no': () => void response.writeHead(422).end('{"error":{"message":"That street is not ours."}}'),
    'does not know us': () => void response.writeHead(401).end('{}'),
    'takes and fails': () => {
      effect();
      response.writeHead(500).end('{}');
    },
    'takes and hangs up': () => {
      effect();
      response.destroy();
    },
    'takes and mumbles': () => {
      effect();
      response.end('<html>OK</html>');
    },
    'takes and says nothing': () => void effect(),
    loses: () => void response.destroy(),
    'waits at the gate': () => void carrier.gate.then(() => response.end(JSON.stringify(effect()))),
    'takes late': () => {
      response.destroy();
      carrier.underWay += 1;
      setTimeout(() => {
        effect();
        carrier.underWay -= 1;
      }, carrier.lateMs);
    },
  };
  moods[mood]();
}

function sell(carrier: FarCarrier, wanted: Parameters<Till<FarCarrier, Mood>['sell']>[1]): Sold {
  const no = carrier.sold.length + 1;
  const offered = carrier.rates.find((one) => one['service_code'] === wanted.service);
  const sold = {
    ...wanted,
    tracking_no: `1Z${String(no).padStart(8, '0')}`,
    amount: offered
      ? (Number(offered['amount']) + carrier.dearerBy).toFixed(2)
      : `${7 + (no % 5)}.${String(no % 100).padStart(2, '0')}`,
    isVoided: false,
  };
  does(carrier, { sold });
  return sold;
}
