import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { outboundHttp } from '../outside/outbound-http.ts';
import { listOrderIds } from './storefront-orders.ts';

test('a next page that no column could keep is none we can use, and the search does not end there', async (t) => {
  let next = 'abc';
  const server = createServer((_request, response) => {
    response.setHeader('link', `<https://store.example/orders.json?page_info=${next}>; rel="next"`);
    response.end('{"orders":[{"id":1}]}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const store = {
    api_url: `http://127.0.0.1:${port}`,
    header_names: 'storefront',
    access_token: 'x',
  } as const;
  const window = { looked_by: 'created', since: new Date(0), until: new Date(), cursor: null } as const;
  const list = () => listOrderIds(outboundHttp({ isPrivateAllowed: true }), store, window, 5_000);
  t.deepEqual(await list(), { kind: 'ok', answer: { ids: ['1'], next: 'abc' } });
  for (next of ['a%00b', '%00', 'x'.repeat(1_001)]) t.like(await list(), { kind: 'refused' }, next);
});
