import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import Koa from 'koa';
import { createAccessWatch } from './access-watch.ts';
import { openStream } from './open-stream.ts';

test('a stream whose token ends while it is being opened is begun, and says why it ends', async (t) => {
  const access = createAccessWatch(
    { liveTokens: async () => [], liveHubs: async () => [], liveSignIns: async () => [] },
    () => {},
  );
  let ended = (): void => {};
  const isEnded = new Promise<void>((resolve) => (ended = resolve));
  const caller = {
    organization_id: 'o',
    token_id: 't',
    permissions: [],
    merchant_id: null,
    expires_at: null,
  };
  const app = new Koa().use((ctx) =>
    openStream(
      { ctx, caller, params: {}, query: {}, deps: { access, metrics: { streamEnded: ended } } } as any,
      async () => {
        await isEnded;
        // Longer than what has been answered may take to be read.
        await sleep(500);
        return () => {};
      },
      () => Promise.reject(new Error('It reads nothing.')),
    ),
  );
  const server = app.listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  t.is(answer.status, 200);
  t.regex(await answer.text(), /^: open\n\nevent: end\ndata: \{"reason":"revoked"/);
});
