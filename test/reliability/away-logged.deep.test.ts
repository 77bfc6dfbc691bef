/** While the database is away each request is logged in a line, and where it was noticed now and then. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import test from 'ava';
import { pino } from 'pino';
import { createTestDatabase } from '../helpers/database.ts';
import { startPlatform } from '../helpers/platform.ts';

test('requests that fail for the same reason log one stack', async (t) => {
  const database = await createTestDatabase();
  t.teardown(database.drop);
  const { hostname, port } = new URL(database.appUrl);
  const sockets = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far])
      sockets.add(socket.on('error', () => {}).on('close', () => near.destroy()));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const through = (url: string): string => {
    const led = new URL(url);
    led.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
    return led.href;
  };
  const lines: { err?: { stack: string }; reason?: string }[] = [];
  const log = pino(
    { level: 'error' },
    new Writable({
      write: (line: Buffer, _encoding, done) => done(void lines.push(JSON.parse(line.toString()))),
    }),
  );
  const { client } = await startPlatform(t, {
    workers: false,
    database,
    api: { log, appUrl: through(database.appUrl), systemUrl: through(database.systemUrl) },
  });
  t.is((await client.get('/api/wms/inventory')).status, 200);
  way.close();
  for (const socket of sockets) socket.destroy();
  for (let sent = 0; sent < 20; sent += 1) t.is((await client.get('/api/wms/inventory')).status, 503);
  const told = lines.filter(({ err, reason }) => err ?? reason);
  t.true(told.length >= 20);
  t.true(told.filter(({ err }) => err).length <= 2, JSON.stringify(told.slice(0, 5)));
});
