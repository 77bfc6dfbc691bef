/** Who floods the hub's local port costs it nothing but the counting. */
import test from 'ava';
import { until, within } from '../../test/helpers/wait.ts';
import { hubRig } from '../../test/hub/rig/hub-rig.ts';
import { LocalClient } from '../../test/hub/rig/local-client.ts';

test('frames that are no text count as others do', async (t) => {
  const rig = await hubRig(t);
  const noisy = await LocalClient.connect(rig.port);
  const codes: (string | undefined)[] = [];
  noisy.socket.on('message', (data) => codes.push((JSON.parse(String(data)) as any).error?.code));
  const closed = new Promise<number>((resolve) => noisy.socket.once('close', resolve));
  for (let frame = 0; frame < 60; frame += 1) noisy.socket.send(Buffer.from([1, 2, 3]));
  await until('all are answered', () => codes.length === 60);
  t.deepEqual(new Set(codes), new Set(['BAD_REQUEST', 'RATE_LIMITED']));
  for (let frame = 0; frame < 1_000; frame += 1) noisy.socket.send(Buffer.from([1, 2, 3]));
  await within('the link is closed', closed);
});

test('a frame is counted before it is parsed, is not parsed if it is too deep, and who goes on is hung up', async (t) => {
  const rig = await hubRig(t);
  const deep = await LocalClient.connect(rig.port);
  const answer = await deep.raw(`{"action":"hub.info","params":{"x":${'['.repeat(20_000)}`);
  t.deepEqual(
    [answer.error?.code, answer.error?.message],
    ['BAD_REQUEST', 'The frame is nested deeper than 32 levels'],
  );
  deep.close();
  const noisy = await LocalClient.connect(rig.port);
  const codes: (string | undefined)[] = [];
  noisy.socket.on('message', (data) => codes.push((JSON.parse(String(data)) as any).error?.code));
  const closed = new Promise<number>((resolve) => noisy.socket.once('close', resolve));
  const send = (frames: number): void => {
    for (let frame = 0; frame < frames; frame += 1) noisy.socket.send('{nonsense');
  };
  send(60);
  await until('all are answered', () => codes.length === 60);
  t.deepEqual(new Set(codes), new Set(['BAD_REQUEST', 'RATE_LIMITED']), 'what is no JSON counts as well');
  send(1_000);
  await within('the link is closed', closed);
  const other = await LocalClient.connect(rig.port);
  t.true((await other.request('hub.info')).ok);
  other.close();
});
