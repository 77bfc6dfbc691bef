/** A store that loses, delays and doubts what it is told. As the contract asks, it ignores a version it knows. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it does with a request: takes it or not, at once or late, and how it answers. */
export type Mood =
  | 'honest'
  | 'says no'
  | 'refuses'
  | 'takes and fails'
  | 'takes and hangs up'
  | 'loses'
  | 'takes late';

interface Told {
  sku: string;
  location_id?: string;
  available: number;
  version: number;
}

/** What it was told of a shipment, as it keeps it. */
interface Fulfillment {
  id: number;
  order: string;
  /** Of what we told it; none of what a person entered there. */
  reference?: string;
  tracking_number: string | null;
  tracking_numbers?: readonly string[];
  packages?: readonly { tracking_number: string; tracking_url: string | null }[];
  line_items: readonly { sku: string; quantity: number }[];
}

/** What it was told of goods that came back, as it keeps it. */
interface Refund {
  id: number;
  order: string;
  /** Of what we told it; none of what a person entered there. */
  reference?: string;
  refund_percent: number;
  refund_line_items: readonly { sku: string; quantity: number; restock_quantity: number }[];
}

const lateMs = 300;

/** Where it shows it. */
const placeOf = ({ sku, location_id: place }: Told): string =>
  place === undefined ? sku : `${sku} at ${place}`;

export async function startLyingStore() {
  const store = {
    url: '',
    /** How it takes the next request: of which order it is told or asked, where it is about one, and by which method. */
    mood: (_order?: string, _isAsked?: boolean, _method?: string): Mood => 'honest',
    /** What it answers that it shows. */
    says: (available: number): number => available,
    /** What it shows, by SKU, or `SKU at place`. */
    shelf: new Map<string, Told>(),
    /** Every quantity it began to show, in order. */
    shown: [] as Told[],
    asked: 0,
    /** Every fulfillment it made, in order: it makes another each time it is told. */
    fulfillments: [] as Fulfillment[],
    refunds: [] as Refund[],
    /** The orders it cancelled, as often as it was told. */
    cancelled: [] as string[],
    /** Orders it no longer has. */
    gone: new Set<string>(),
    close: (): void => {},
  };
  const take = (told: Told): void => {
    if (told.version <= (store.shelf.get(placeOf(told))?.version ?? 0)) return;
    store.shelf.set(placeOf(told), told);
    store.shown.push(told);
  };
  const answer = (response: ServerResponse, effect: () => object, mood = store.mood()): void => {
    const answers: Record<Mood, () => void> = {
      honest: () => void response.end(JSON.stringify(effect())),
      'says no': () => void response.writeHead(422).end('{"errors": "no"}'),
      refuses: () => void response.writeHead(503).end('{}'),
      'takes and fails': () => {
        effect();
        response.writeHead(500).end('{}');
      },
      'takes and hangs up': () => {
        effect();
        response.destroy();
      },
      loses: () => void response.destroy(),
      'takes late': () => {
        response.destroy();
        setTimeout(effect, lateMs);
      },
    };
    answers[mood]();
  };
  const ofOrder = (method: string, order: string, [what, id]: readonly string[], text: string): object => {
    if (method === 'POST' && what === 'cancel') {
      store.cancelled.push(order);
      return {};
    }
    if (method === 'POST' && what === 'refunds') {
      const told = (JSON.parse(text) as { refund: Omit<Refund, 'id' | 'order'> }).refund;
      const made = { ...told, id: store.refunds.length + 1, order };
      store.refunds.push(made);
      return { refund: made };
    }
    if (method === 'PUT') {
      const { fulfillment } = JSON.parse(text) as { fulfillment: Partial<Fulfillment> };
      return { fulfillment: Object.assign(store.fulfillments[Number(id) - 1]!, fulfillment) };
    }
    if (method === 'POST') {
      const told = (JSON.parse(text) as { fulfillment: Omit<Fulfillment, 'id' | 'order'> }).fulfillment;
      const made = { ...told, id: store.fulfillments.length + 1, order };
      store.fulfillments.push(made);
      return { fulfillment: made };
    }
    if (what === 'refunds') return { refunds: store.refunds.filter((one) => one.order === order) };
    if (what === 'fulfillments')
      return { fulfillments: store.fulfillments.filter((one) => one.order === order) };
    return { order: { id: order, cancelled_at: store.cancelled.includes(order) ? 'yes' : null } };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      store.asked += 1;
      const { method = '', url = '' } = request;
      if (url.endsWith('/shop.json')) return void response.end('{"shop": {}}');
      const [, order, ...what] = /\/orders\/([^/]+?)(?:\/(\w+))?(?:\/(\w+))?\.json$/.exec(url) ?? [];
      if (order !== undefined && store.gone.has(order)) return void response.writeHead(404).end('{}');
      if (order !== undefined) {
        const mood = store.mood(order, method === 'GET', method);
        return answer(response, () => ofOrder(method, order, what, text), mood);
      }
      answer(response, () => {
        const told = JSON.parse(text) as Told;
        take(told);
        return { available: store.says(told.available) };
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  store.close = () => {
    server.closeAllConnections();
    server.close();
  };
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/api`;
  return store;
}
