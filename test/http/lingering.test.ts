/** Who is still sending when the answer is there gets it, and is not waited for without end. */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ava, { type ExecutionContext } from 'ava';
import { readRawBody } from '../../api/http/read-body.ts';
import { aheadMax, guardedServer, refuseUpgrade } from '../../api/http/request-guard.ts';
import { Refusal } from '../../domain/refusal.ts';
import { closeServer } from '../../server/api/http-servers.ts';
import type { LingerBounds } from '../../api/limits/linger.ts';
import { until } from '../helpers/wait.ts';

// One after another: what keeps this process busy looks like silence to the server in it.
const test = ava.serial;
const mebibyte = 1024 * 1024;
const bounds = { ms: 1_500, idleMs: 500, bytes: 8 * mebibyte, sockets: 50 };

async function served(
  t: ExecutionContext,
  listener: RequestListener,
  within: LingerBounds = bounds,
): Promise<Server> {
  const server = guardedServer(listener, within).listen(0, '127.0.0.1');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return server;
}

/** A client whose side stays open until the other one ends, and what it was told. */
function open(
  server: Server,
  localAddress = '127.0.0.1',
): { socket: Socket; told: () => string; closed: Promise<unknown> } {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    localAddress,
  });
  let told = '';
  socket.on('error', () => {}).on('data', (chunk) => (told += chunk.toString('latin1')));
  return { socket, told: () => told, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

const statusesIn = (told: string): string[] =>
  [...told.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!);
const openOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
const head = (bytes: number, more = ''): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n${more}\r\n`;
const refused: RequestListener = (_, response) => {
  response.writeHead(401, { 'Content-Length': 2 }).end('no');
};

test('the answers before a refusal arrive while their asker is still sending', async (t) => {
  const server = await served(t, (_, response) => void setTimeout(() => response.end('yes'), 20));
  const asked = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  for (let time = 0; time < 5; time += 1) {
    const { socket, told, closed } = open(server);
    const sending = setInterval(() => socket.writable && socket.write(asked.repeat(2_000)), 1);
    await closed;
    clearInterval(sending);
    const statuses = statusesIn(told());
    t.is(statuses.length, aheadMax + 1);
    t.is(statuses.at(-1), '429');
    t.true(told().trimEnd().endsWith('}'), 'whole');
  }
});

const early: [string, string, RequestListener, string][] = [
  ['a body that nobody wants', head(6 * mebibyte, 'Connection: close\r\n'), refused, '401'],
  ['headers without end', 'GET / HTTP/1.1\r\nX: ', refused, '431'],
  ['what is no HTTP', 'hello\r\n\r\n', refused, '400'],
  [
    'a chunk beyond the limit',
    `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${(6 * mebibyte).toString(16)}\r\n`,
    (request, response) => {
      readRawBody(request, mebibyte).catch(() => response.writeHead(413, { Connection: 'close' }).end('no'));
    },
    '413',
  ],
  [
    'unpacked beyond the limit',
    head(6 * mebibyte, 'Connection: close\r\nContent-Encoding: gzip\r\n'),
    (request, response) => {
      readRawBody(request, mebibyte).catch(() => response.writeHead(413, { Connection: 'close' }).end('no'));
    },
    '413',
  ],
];

for (const [what, beginning, listener, status] of early) {
  test(`${what} is refused in words that arrive`, async (t) => {
    const server = await served(t, listener);
    for (let time = 0; time < 5; time += 1) {
      const { socket, told, closed } = open(server);
      socket.write(beginning);
      for (let sent = 0; sent < 6 * mebibyte && socket.writable; sent += 64 * 1024) {
        socket.write('x'.repeat(64 * 1024));
        await pause(1);
      }
      await closed;
      t.deepEqual(statusesIn(told()), [status], told().slice(0, 200));
    }
  });
}

test('who keeps to HTTP keeps the connection, also after a refusal of a long body', async (t) => {
  const server = await served(t, refused);
  const { socket, told } = open(server);
  for (let time = 1; time <= 3; time += 1) {
    socket.write(head(2 * mebibyte));
    for (let sent = 0; sent < 8; sent += 1) {
      socket.write('x'.repeat(mebibyte / 4));
      await pause(30);
    }
    await until('it is answered', () => statusesIn(told()).length === time);
  }
  await pause(2 * bounds.ms);
  t.true(socket.writable, 'and is not ended for the bodies before');
  socket.destroy();
});

for (const [pace, bytes, everyMs] of [
  ['slowly', 1, 50],
  ['fast', 256 * 1024, 5],
  ['no more', 0, 50],
] as const) {
  for (const more of ['', 'Connection: close\r\n']) {
    test(`who sends on ${pace} after the answer is hung up on in seconds (${more.trim() || 'kept'})`, async (t) => {
      const server = await served(t, refused);
      const { socket, told, closed } = open(server);
      socket.write(head(1e9, more));
      const from = performance.now();
      const sending = setInterval(() => socket.writable && socket.write('x'.repeat(bytes)), everyMs);
      t.teardown(() => clearInterval(sending));
      await until('it is answered', () => told().endsWith('no'));
      await until('nothing is open', async () => (await openOf(server)) === 0);
      t.true(performance.now() - from < 2 * bounds.ms + 1_000);
      clearInterval(sending);
      socket.destroy();
      await closed;
    });
  }
}

test('of 500 who send on, a few are waited for, and who asks properly is served', async (t) => {
  const server = await served(t, refused);
  const many = Array.from({ length: 500 }, () => open(server));
  t.teardown(() => many.forEach(({ socket }) => socket.destroy()));
  for (const { socket } of many) socket.write(head(1e9));
  const sending = setInterval(() => many.forEach(({ socket }) => socket.writable && socket.write('x')), 200);
  t.teardown(() => clearInterval(sending));
  await until('all are answered', () => many.every(({ told }) => told().endsWith('no')));
  await until('most are hung up on', async () => (await openOf(server)) <= bounds.sockets);
  const proper = open(server);
  proper.socket.write(head(2) + 'ok');
  await until('it is answered', () => statusesIn(proper.told()).length === 1);
  await until('only it is open', async () => (await openOf(server)) === 1);
  proper.socket.write(head(2) + 'ok');
  await until('it goes on', () => statusesIn(proper.told()).length === 2);
  proper.socket.destroy();
  t.pass();
});

test('many who send on from one address keep nobody from the end of his body at another', async (t) => {
  const server = await served(t, refused, { ...bounds, ms: 60_000, idleMs: 60_000, sockets: 20 });
  const honest = [open(server, '127.0.0.2'), open(server, '127.0.0.3')];
  for (const { socket, told } of honest) {
    socket.write(head(3));
    await until('it is refused', () => told().endsWith('no'));
  }
  const many = Array.from({ length: 60 }, () => open(server));
  t.teardown(() => [...honest, ...many].forEach(({ socket }) => socket.destroy()));
  for (const { socket } of many) socket.write(head(1e9));
  await until('all are answered', () => many.every(({ told }) => told().endsWith('no')));
  await until('most are hung up on', async () => (await openOf(server)) <= 20);
  for (const { socket, told } of honest) {
    socket.write(`end${head(2)}ok`);
    await until('it goes on', () => statusesIn(told()).length === 2 || socket.destroyed);
    t.false(socket.destroyed);
  }
});

test('whose rest has come takes no room: the next ones keep their connection', async (t) => {
  // Looked at every six seconds: all come between two looks.
  const server = await served(t, refused, { ...bounds, ms: 60_000, idleMs: 60_000, sockets: 5 });
  const many = Array.from({ length: 20 }, () => open(server));
  t.teardown(() => many.forEach(({ socket }) => socket.destroy()));
  for (const { socket, told } of many) {
    socket.write(head(2));
    await until('it is refused', () => statusesIn(told()).length === 1);
    socket.write(`ok${head(2)}ok`);
    await until('it goes on', () => statusesIn(told()).length === 2 || socket.destroyed);
  }
  t.is(many.filter(({ socket }) => socket.destroyed).length, 0);
});

for (const [what, beginning] of [
  ['refused upgrades', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['refused bodies', head(1e9, 'Connection: close\r\n')],
] as const) {
  test(`a server that stops does not wait long for ${what} that go on`, async (t) => {
    const wide = { ms: 60_000, idleMs: 60_000, bytes: 1e9, sockets: 50 };
    const server = await served(t, refused, wide);
    server.on('upgrade', (_, socket) =>
      refuseUpgrade(socket, new Refusal('NOT_FOUND', 'There is nothing at this path.'), 'x'),
    );
    // Its side stays open after the other has ended.
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    t.teardown(() => socket.destroy());
    let told = '';
    socket.on('error', () => {}).on('data', (chunk) => (told += chunk.toString('latin1')));
    socket.write(beginning);
    const sending = setInterval(() => socket.writable && socket.write('x'), 100);
    t.teardown(() => clearInterval(sending));
    await until('it is refused', () => told.startsWith('HTTP/1.1 40'));
    const from = performance.now();
    await closeServer(server);
    t.true(performance.now() - from < 7_000, `${performance.now() - from} ms`);
  });
}
