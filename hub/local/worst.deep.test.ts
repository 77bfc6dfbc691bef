/** The worst that a program or a web page on the workstation does to the hub's port, while an honest one prints. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ava, { type ExecutionContext as AnyContext, type TestFn } from 'ava';
import { until } from '../../test/helpers/wait.ts';
import { hubRig, pairedClient, printerRig, type HubRig } from '../../test/hub/rig/hub-rig.ts';
import { LocalClient } from '../../test/hub/rig/local-client.ts';

// One after another: each has this process, and the hub in it, to itself.
interface Attacked {
  sockets: Set<Socket>;
  isOver: boolean;
}
const test = (ava as TestFn<Attacked>).serial;
test.beforeEach((t) => {
  t.context = { sockets: new Set(), isOver: false };
});
test.afterEach.always(({ context }) => {
  context.isOver = true;
  for (const socket of context.sockets) socket.destroy();
});
type ExecutionContext = AnyContext<Attacked>;
const labelsMax = 10;
const secondsMax = 15;

/** Bare sockets on the hub's port that swallow what is told, and are destroyed at the end of the test. */
function bare({ port }: HubRig, t: ExecutionContext): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  const { sockets } = t.context;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

const closed = (socket: Socket): Promise<void> =>
  socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()));
const told = (socket: Socket, event: string): Promise<void> =>
  new Promise((resolve) => socket.once(event, () => resolve()));

const upgrade = ({ port }: HubRig, more = ''): string =>
  `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${more}\r\n`;

/** A masked frame as it goes over the wire; the mask is nought, so the payload is readable. */
function frame(firstByte: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(bytes.length < 126 ? 6 : bytes.length < 65_536 ? 8 : 14);
  head[0] = firstByte;
  if (bytes.length < 126) head[1] = 0x80 | bytes.length;
  else if (bytes.length < 65_536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(bytes.length, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(bytes.length), 2);
  }
  return Buffer.concat([head, bytes]);
}

async function upgraded(rig: HubRig, t: ExecutionContext, more = ''): Promise<Socket> {
  const socket = bare(rig, t);
  socket.write(upgrade(rig, more));
  await Promise.race([told(socket, 'data'), closed(socket)]);
  return socket;
}

/** Keeps sockets of a kind at their work: who is hung up on is followed by the next. */
function keepAt(t: ExecutionContext, count: number, everyMs: number, work: () => Promise<void>): void {
  const one = async (): Promise<void> => {
    while (!t.context.isOver) {
      await work();
      await pause(everyMs);
    }
  };
  for (let index = 0; index < count; index += 1) void one();
}

type Attack = (rig: HubRig, t: ExecutionContext) => Promise<void> | void;

const sendFrames =
  (count: number, bytes: Buffer | string, firstByte = 0x81): Attack =>
  (rig, t) => {
    const one = frame(firstByte, bytes);
    const all = Buffer.concat(Array.from({ length: count }, () => one));
    keepAt(t, 8, 20, async () => {
      const socket = await upgraded(rig, t);
      if (!socket.write(all)) await Promise.race([told(socket, 'drain'), closed(socket)]);
      await pause(200);
      socket.destroy();
    });
  };

const nonsense = `{"action":"${'x'.repeat(1024 * 1024)}`;
const attacks: [string, Attack][] = [
  ['raw bytes', (rig, t) => keepAt(t, 8, 5, async () => void bare(rig, t).write(randomBytes(65_536)))],
  ['a megabyte of nonsense in each frame', sendFrames(20, nonsense)],
  ['four megabytes of numbers in each frame', sendFrames(20, `{"x":[${'1,'.repeat(2_000_000)}1]}`)],
  ['deep JSON', sendFrames(20, `{"action":"hub.info","params":${'['.repeat(500_000)}`)],
  ['10,000 tiny frames', sendFrames(10_000, '{}')],
  ['pings without end', sendFrames(50_000, 'x'.repeat(125), 0x89)],
  ['pongs without end', sendFrames(50_000, 'x'.repeat(125), 0x8a)],
  ['a message in fragments without end', sendFrames(50_000, '', 0x00)],
  ['a compressed frame', sendFrames(10, randomBytes(1_000), 0xc1)],
  ['binary frames', sendFrames(10_000, 'x', 0x82)],
  [
    'a thousand connections that say nothing',
    (rig, t) =>
      keepAt(t, 200, 100, async () => {
        const many = Array.from({ length: 5 }, () => bare(rig, t));
        await Promise.all(many.map(closed));
      }),
  ],
  [
    'a thousand handshakes left halfway',
    (rig, t) =>
      keepAt(t, 200, 100, async () => {
        const many = Array.from({ length: 5 }, () => bare(rig, t));
        for (const socket of many) socket.write(upgrade(rig).slice(0, 60));
        await Promise.all(many.map(closed));
      }),
  ],
  [
    'a web page that is not paired, and one by another name',
    (rig, t) =>
      keepAt(t, 30, 5, async () => {
        await upgraded(rig, t, 'Origin: https://evil.example\r\n');
        const rebound = bare(rig, t);
        rebound.write(upgrade(rig).replace(/Host: [^\r]+/, `Host: evil.example:${rig.port}`));
        await closed(rebound);
      }),
  ],
];

for (const [what, attack] of attacks) {
  test(`labels come out once and soon beside ${what}`, async (t) => {
    const rig = await hubRig(t as AnyContext);
    const { token } = await pairedClient(t as AnyContext, rig);
    const { device_id, labels } = await printerRig(t as AnyContext, rig.hub);
    await attack(rig, t);
    await pause(500);
    const from = performance.now();
    for (let label = 0; label < labelsMax; label += 1) {
      // The packing page is opened anew in between.
      const client = await LocalClient.connect(rig.port, { authorization: `Bearer ${token}` });
      const params = {
        device_id,
        data: `^XA^FO50,50^FDLabel ${label}^FS^XZ`,
        client_job_id: `label-${label}`,
      };
      const { ok, error } = await client.request('printer.print', params);
      t.true(ok, JSON.stringify(error));
      await client.event('print.job_completed');
      client.close();
    }
    const seconds = (performance.now() - from) / 1000;
    t.log(`${seconds.toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
    t.true(seconds < secondsMax, `${seconds} s`);
    t.is(labels.length, labelsMax);
    t.is(new Set(labels).size, labelsMax);
  });
}

test('two programs at one printer, one of which reads nothing: each label comes out once', async (t) => {
  const rig = await hubRig(t as AnyContext);
  const deaf = await pairedClient(t as AnyContext, rig);
  const hearing = await pairedClient(t as AnyContext, rig);
  const { device_id, labels } = await printerRig(t as AnyContext, rig.hub);
  deaf.socket.pause();
  for (let label = 0; label < labelsMax; label += 1) {
    const data = (who: string): string => `^XA^FO50,50^FD${who} ${label}^FS^XZ`;
    deaf.socket.send(
      JSON.stringify({ action: 'printer.print', id: label, params: { device_id, data: data('deaf') } }),
    );
    const { ok } = await hearing.request('printer.print', { device_id, data: data('hearing') });
    t.true(ok);
  }
  await until('all are printed', () => labels.length >= 2 * labelsMax);
  await pause(300);
  t.is(new Set(labels).size, 2 * labelsMax);
  t.is(labels.length, 2 * labelsMax);
});
