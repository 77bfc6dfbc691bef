import test from 'ava';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { testServers } from '../test/helpers/servers.ts';
import { freePort } from './free-port.ts';
import { waitForPostgres, waitForRedis } from './reachability.ts';

const silent = () => undefined;

test('a Postgres that answers is enough', async (t) => {
  await t.notThrowsAsync(waitForPostgres(testServers().databaseUrl, { log: silent }));
});

test('a wrong password is refused at once, and not shown', async (t) => {
  const url = new URL(testServers().databaseUrl);
  url.password = 'not-the-password';
  const error = await t.throwsAsync(waitForPostgres(url.href, { log: silent }), { name: 'StartError' });
  t.regex(error?.message ?? '', /^Postgres at 127\.0\.0\.1:\d+ refuses this program: .*\.$/);
  t.false(error?.message.includes('not-the-password'));
});

test('an unknown database is refused at once', async (t) => {
  const url = new URL(testServers().databaseUrl);
  url.pathname = '/no_such_database';
  const error = await t.throwsAsync(waitForPostgres(url.href, { log: silent }), { name: 'StartError' });
  t.regex(error?.message ?? '', /does not exist/);
});

test('a server that refuses connections is waited for, then given up in one sentence', async (t) => {
  const port = await freePort();
  const lines: string[] = [];
  const patience = { log: (line: string) => lines.push(line), patienceMs: 600 };
  const error = await t.throwsAsync(waitForPostgres(`postgresql://u:p@127.0.0.1:${port}/d`, patience));
  t.regex(error?.message ?? '', new RegExp(`^Postgres at 127\\.0\\.0\\.1:${port} cannot be reached .*\\.$`));
  t.is(lines.length, 1);
  t.regex(lines[0] ?? '', /does not answer yet/);
});

test('a Redis that comes up late is found', async (t) => {
  const port = await freePort();
  const server = createServer((socket) => socket.end());
  t.teardown(() => server.close());
  const found = waitForRedis(`redis://:secret@127.0.0.1:${port}/0`, {
    log: (line) => {
      t.false(line.includes('secret'));
      server.listen(port, '127.0.0.1');
    },
  });
  await once(server, 'listening');
  await t.notThrowsAsync(found);
});
