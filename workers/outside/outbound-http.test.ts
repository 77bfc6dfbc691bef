import { createSocket } from 'node:dgram';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import test from 'ava';
import { outboundHttp, OutboundFault, type OutboundSettings } from './outbound-http.ts';
import { resolvingNames } from './resolve-name.ts';

type Resolve = NonNullable<OutboundSettings['resolve']>;

/** A resolver that returns answers from a list, one per question. */
function resolver(...answers: string[][]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  const resolve = ((_name: string, _options: object, done: (fault: null, found: object[]) => void) => {
    const found = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as Resolve;
  return { resolve, asked: () => asked };
}

async function listening(
  t: { teardown(fn: () => void): void },
  answer: (response: ServerResponse) => void,
): Promise<{ port: number; count: () => number }> {
  let count = 0;
  const server: Server = createServer((_request, response) => {
    count += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => count };
}

const get = (url: string, timeoutMs = 5_000) => ({ method: 'GET' as const, url, headers: {}, timeoutMs });

test('a name that leads inside, or with one address inside among others, is refused before anything is sent', async (t) => {
  const { port, count } = await listening(t, (response) => response.end('reached'));
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['fd00::1'],
  ]) {
    const send = outboundHttp({ isPrivateAllowed: false, resolve: resolver(addresses).resolve });
    const fault = await t.throwsAsync(send(get(`https://inside.example.test:${port}/`)), {
      instanceOf: OutboundFault,
    });
    t.is(fault.code, 'ADDRESS_REFUSED');
  }
  t.is(count(), 0);
});

test('a name is asked for once: what was checked is what is connected to, whatever it says afterwards', async (t) => {
  const { port, count } = await listening(t, (response) => response.end('reached'));
  // First a public address (that nobody has), then the loopback address where a server is waiting.
  const { resolve, asked } = resolver(['192.0.2.1'], ['127.0.0.1']);
  const changing = ((name: string, options: object, done: never) =>
    (resolve as unknown as (...all: unknown[]) => void)(name, options, done)) as unknown as Resolve;
  const send = outboundHttp({ isPrivateAllowed: true, resolve: changing });
  await t.throwsAsync(send(get(`http://changes.example.test:${port}/`, 300)), { instanceOf: OutboundFault });
  t.is(asked(), 1);
  t.is(count(), 0, 'the second answer was never asked for, so the server behind it was not reached');
});

/** A name server that knows one name, and never answers for any other, or that it does not know it. */
async function nameServer(
  t: { teardown(fn: () => void): void },
  known: string,
  { isSilentOnSix = false, isSilent = true } = {},
): Promise<string> {
  const socket = createSocket('udp4');
  const spelled = known.split('.').map((label) => String.fromCharCode(label.length) + label);
  const name = Buffer.from(`${spelled.join('')}\0`, 'latin1');
  socket.on('message', (query, { port, address }) => {
    if (!query.subarray(12, 12 + name.length).equals(name)) {
      if (isSilent) return;
      const rest = query.subarray(12);
      const noSuchName = Buffer.from([0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0]);
      const asked = rest.subarray(0, rest.indexOf(0) + 5);
      return socket.send(Buffer.concat([query.subarray(0, 2), noSuchName, asked]), port, address);
    }
    const question = query.subarray(12, 16 + name.length);
    const isForIpv4 = question.readUInt16BE(name.length) === 1;
    if (isSilentOnSix && !isForIpv4) return;
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, isForIpv4 ? 1 : 0, 0, 0, 0, 0]);
    const found = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 127, 0, 0, 1]);
    const answer = [query.subarray(0, 2), head, question, ...(isForIpv4 ? [found] : [])];
    socket.send(Buffer.concat(answer), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  t.teardown(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

test('names whose name server never answers keep nobody else from being looked up, and are given up with their call', async (t) => {
  const { port } = await listening(t, (response) => response.end('reached'));
  const resolve = resolvingNames({ servers: [await nameServer(t, 'answers.example.test')] });
  const send = outboundHttp({ isPrivateAllowed: true, resolve });
  let given = 0;
  const silent = Array.from({ length: 40 }, (_, at) =>
    t
      .throwsAsync(send(get(`http://silent-${at}.example.test:${port}/`, 4_000)), {
        instanceOf: OutboundFault,
      })
      .finally(() => (given += 1)),
  );
  const { body } = await send(get(`http://answers.example.test:${port}/`, 4_000));
  t.is(body, 'reached');
  t.is(given, 0, 'all others were still being looked up');
  for (const fault of await Promise.all(silent)) t.is(fault.code, 'TIMEOUT');
  t.is((await send(get(`http://localhost:${port}/`))).body, 'reached');
});

test('a name server that is silent on IPv6 delays nobody whose IPv4 is known', async (t) => {
  const { port } = await listening(t, (response) => response.end('reached'));
  const servers = [await nameServer(t, 'answers.example.test', { isSilentOnSix: true })];
  const send = outboundHttp({ isPrivateAllowed: true, resolve: resolvingNames({ servers }) });
  t.is((await send(get(`http://answers.example.test:${port}/`, 4_000))).body, 'reached');
});

test('what name servers do not know the system is asked for, where it may lead inside', async (t) => {
  const servers = [await nameServer(t, 'answers.example.test', { isSilent: false })];
  // Spelled so, an address is a name to name servers, and one that the system knows without any.
  const addressesOf = (isOfThisNetwork: boolean) =>
    new Promise((settle) => {
      const resolve = resolvingNames({ servers, isOfThisNetwork });
      const done = (fault: NodeJS.ErrnoException | null, found: unknown): void =>
        settle(fault?.code ?? found);
      resolve('127.1', { all: true }, done, AbortSignal.timeout(10_000));
    });
  t.deepEqual(await addressesOf(true), [{ address: '127.0.0.1', family: 4 }]);
  t.is(await addressesOf(false), 'ENOTFOUND');
});

test('a redirect is an answer like another and is not followed', async (t) => {
  const inner = await listening(t, (response) => response.end('secret'));
  const outer = await listening(t, (response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end();
  });
  const answer = await outboundHttp({ isPrivateAllowed: true })(get(`http://127.0.0.1:${outer.port}/`));
  t.is(answer.status, 302);
  t.is(inner.count(), 0);
});

test('one who hangs and one who drips are left after the time; a flood is cut', async (t) => {
  const send = outboundHttp({ isPrivateAllowed: true });
  const hanging = await listening(t, () => {});
  const dripping = await listening(t, (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(drip));
  });
  for (const { port } of [hanging, dripping]) {
    const fault = await t.throwsAsync(send(get(`http://127.0.0.1:${port}/`, 200)), {
      instanceOf: OutboundFault,
    });
    t.is(fault.code, 'TIMEOUT');
  }
  const flooding = await listening(t, (response) => response.end('x'.repeat(3_000_000)));
  const { body } = await send(get(`http://127.0.0.1:${flooding.port}/`));
  t.is(body.length, 4_096);
});

test('one who answers with another protocol, or with none, is no request that never ends', async (t) => {
  const saying = async (answer: string): Promise<string> => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(answer));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    t.teardown(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const send = outboundHttp({ isPrivateAllowed: true });
  for (const more of ['Connection: Upgrade\r\nUpgrade: websocket\r\n', '']) {
    const { status, body } = await send(get(await saying(`HTTP/1.1 101 Switching Protocols\r\n${more}\r\n`)));
    t.is(status, 101);
    t.is(body, '');
  }
  for (const answer of ['HTTP/1.1 103 Early Hints\r\n\r\n', 'SSH-2.0\r\n']) {
    const fault = await t.throwsAsync(send(get(await saying(answer), 300)), { instanceOf: OutboundFault });
    t.regex(fault.code, /^(TIMEOUT|NO_ANSWER)$/);
  }
});
