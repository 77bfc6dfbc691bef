import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { outboundHttp } from '../outside/outbound-http.ts';
import { askOfOrder, tellOfOrder, type OrderNews } from './storefront-news.ts';

test('an answer that is nested without end is one that cannot be read, and no exception', async (t) => {
  const deep = `{"fulfillment":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  const store = createServer((_request, response) => void response.end(deep));
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  t.teardown(() => store.close());
  const { port } = store.address() as AddressInfo;
  const asked = {
    api_url: `http://127.0.0.1:${port}`,
    header_names: 'storefront',
    access_token: 'x',
  } as const;
  const wanted = { shipment_no: 'SH-1', lines: [] };
  const news: OrderNews = { kind: 'shipment', external_order_id: '1', wanted };
  const send = outboundHttp({ isPrivateAllowed: true });
  t.like(await tellOfOrder(send, asked, news), { kind: 'ok' });
  t.like(await askOfOrder(send, asked, news), { kind: 'unsent' });
});
