/** Names of somebody who wants to be let inside, told by a name server of theirs, with a listener waiting inside. */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { outboundHttp, OutboundFault } from './outbound-http.ts';
import { resolvingNames } from './resolve-name.ts';

const [typeA, typeCname, typeAaaa] = [1, 5, 28];

interface Told {
  /** One list for each time it is asked for IPv4; the last one from then on. */
  four?: readonly (readonly string[])[];
  /** Sixteen bytes in hexadecimal. */
  six?: readonly string[];
  /** Of which name it is another. */
  alias?: string;
}

const spelled = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(String.fromCharCode(label.length) + label, 'latin1')),
    Buffer.from([0]),
  ]);

function record(name: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, head, data]);
}

/** A name server of these names; nobody may keep its answers (a time to live of 0). */
async function nameServer(t: ExecutionContext, names: Readonly<Record<string, Told>>): Promise<string> {
  const socket = createSocket('udp4');
  const asked = new Map<string, number>();
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const end = query.indexOf(0, 12);
    const labels: string[] = [];
    for (let at = 12; at < end; at += query[at]! + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    const type = query.readUInt16BE(end + 1);
    const name = labels.join('.').toLowerCase();
    const { four = [], six = [], alias } = names[name] ?? {};
    const owner = spelled(alias ?? name);
    const answers = alias === undefined ? [] : [record(spelled(name), typeCname, spelled(alias))];
    if (type === typeA) {
      const turn = asked.get(name) ?? 0;
      asked.set(name, turn + 1);
      for (const one of four[Math.min(turn, four.length - 1)] ?? [])
        answers.push(record(owner, typeA, Buffer.from(one.split('.').map(Number))));
    }
    if (type === typeAaaa)
      for (const one of six) answers.push(record(owner, typeAaaa, Buffer.from(one, 'hex')));
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(
      Buffer.concat([query.subarray(0, 2), head, query.subarray(12, end + 5), ...answers]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  t.teardown(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** Counts who connects to this machine, under any of its addresses. */
async function inside(t: ExecutionContext): Promise<{ port: number; count: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  t.teardown(() => server.close());
  return { port: (server.address() as AddressInfo).port, count: () => count };
}

// An address of nobody's (RFC 2544) is refused as one inside is, so the public one has to be somebody's: Google's name servers.
const public4 = '8.8.8.8';
const mapped = `${'0'.repeat(20)}ffff7f000001`;
const names: Readonly<Record<string, Told>> = {
  'plain.example.test': { four: [['127.0.0.1']] },
  'metadata.example.test': { four: [['169.254.169.254']] },
  'among.example.test': { four: [[public4, '127.0.0.1']] },
  'nought.example.test': { four: [['0.0.0.0']] },
  'alias.example.test': { alias: 'localhost', four: [['127.0.0.1']] },
  'six.example.test': { four: [[public4]], six: [`${'0'.repeat(31)}1`] },
  'unspecified.example.test': { four: [[public4]], six: ['0'.repeat(32)] },
  'mapped.example.test': { six: [mapped] },
  'link.example.test': { six: [`fe80${'0'.repeat(27)}1`] },
  'own.example.test': { six: [`fd00${'0'.repeat(27)}1`] },
  'nat64.example.test': { six: [`0064ff9b${'0'.repeat(16)}7f000001`] },
  'sixtofour.example.test': { six: [`20027f000001${'0'.repeat(20)}`] },
};

test('what a name server says of a name is held against what is inside, in each of its forms', async (t) => {
  const { port, count } = await inside(t);
  const resolve = resolvingNames({ servers: [await nameServer(t, names)] });
  const send = outboundHttp({ isPrivateAllowed: false, resolve });
  for (const name of Object.keys(names)) {
    const wanted = { method: 'GET', url: `https://${name}:${port}/`, headers: {}, timeoutMs: 5_000 } as const;
    const { code, message } = await t.throwsAsync(send(wanted), { instanceOf: OutboundFault });
    t.is(code, 'ADDRESS_REFUSED', `${name}: ${message}`);
  }
  t.is(count(), 0);
});

test('a name that leads outside while it is checked, and inside a moment later, does not lead inside', async (t) => {
  const { port, count } = await inside(t);
  const name = 'changes.example.test';
  const servers = [await nameServer(t, { [name]: { four: [[public4], ['127.0.0.1']] } })];
  const send = outboundHttp({ isPrivateAllowed: false, resolve: resolvingNames({ servers }) });
  const ask = () => send({ method: 'GET', url: `https://${name}:${port}/`, headers: {}, timeoutMs: 700 });
  // Checked, and connected to as it was: nobody answers there on this port.
  const first = await t.throwsAsync(ask(), { instanceOf: OutboundFault });
  t.not(first.code, 'ADDRESS_REFUSED', first.message);
  const second = await t.throwsAsync(ask(), { instanceOf: OutboundFault });
  t.is(second.code, 'ADDRESS_REFUSED', 'it is asked for anew with each call, and checked anew');
  t.is(count(), 0);
});
