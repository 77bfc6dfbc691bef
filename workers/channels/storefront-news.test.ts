import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { outboundHttp } from '../outside/outbound-http.ts';
import { askOfOrder, tellOfOrder, type OrderNews } from './storefront-news.ts';
import type { Store } from './storefront.ts';

/** A store that answers this to everything, and news of a shipment for it. */
async function answering(t: ExecutionContext, answer: string) {
  const server = createServer((_request, response) => void response.end(answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const store: Store = {
    api_url: `http://127.0.0.1:${port}`,
    header_names: 'storefront',
    access_token: 'x',
  };
  const wanted = { shipment_no: 'SH-1', lines: [] };
  const news: OrderNews = { kind: 'shipment', external_order_id: '1', wanted };
  const send = outboundHttp({ isPrivateAllowed: true });
  return { tell: () => tellOfOrder(send, store, news), ask: () => askOfOrder(send, store, news) };
}

test('an answer that is nested without end is one that cannot be read, and no exception', async (t) => {
  const deep = `{"fulfillment":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  const { tell, ask } = await answering(t, deep);
  t.like(await tell(), { kind: 'ok' });
  t.like(await ask(), { kind: 'unsent' });
});

test('of a long tracking number nothing is kept that no column could hold', async (t) => {
  const tracking_number = `${'1'.repeat(199)}📦`;
  const { tell } = await answering(t, JSON.stringify({ fulfillment: { id: 1, tracking_number } }));
  t.like(await tell(), { kind: 'ok', answer: { fulfillment_id: '1', tracking_no: '1'.repeat(199) } });
});
