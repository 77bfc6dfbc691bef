import test from 'ava';
import { pino } from 'pino';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { hubLostError } from '../../domain/printing/print-job-states.ts';
import { until } from '../helpers/wait.ts';
import { closeBackend, openBackend } from '../../queues/engine/backend.ts';
import { openProducer } from '../../queues/engine/producer.ts';
import { testSecrets } from '../helpers/servers.ts';
import { startApi } from '../../server/run-api.ts';
import { sweepExpiredLabels } from '../../workers/printing/expire-jobs.ts';
import { sweepLostHubs } from '../../workers/printing/sweep-lost-hubs.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { desk, post, state } from './desk.ts';
import { enrollHub, postToRelay, testDevice, TestLink } from './relay-client.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

test('a heartbeat moves last_seen_at of those printers only that answered', async (t) => {
  const { hub, device, link } = await desk(platform, t);
  const off = testDevice({ name: 'Off', is_default_label_printer: false });
  link.send({ type: 'devices', id: 'both', devices: [device, off] });
  await link.next('devices_ack');
  await platform.owner.query(
    "update print_devices set last_seen_at = now() - interval '3 minutes' where hub_id = $1",
    [hub.hubId],
  );
  const token = await hub.token();
  const devices = [
    { device_id: device.device_id, reachable: true, status: 'out_of_paper' },
    { device_id: off.device_id, reachable: false, status: 'offline' },
    { device_id: 'odd', reachable: 'yes' },
  ];
  const commands = async () =>
    (await platform.owner.query("select 1 from commands where input ->> 'hub_id' = $1", [hub.hubId]))
      .rowCount;
  const asked = await commands();
  t.is((await postToRelay(platform.url, 'heartbeat', { devices }, token)).status, 200);
  t.is(await commands(), asked, 'it is no command');
  const { data } = (await platform.client.get(`/api/wms/print-devices?hub_id=${hub.hubId}`)).body;
  const facts = Object.fromEntries(data.map((row: any) => [row.name, [row.online, row.status]]));
  t.deepEqual(facts, { [device.name]: [true, 'out_of_paper'], Off: [false, 'offline'] });
  // A printer that left the list leaves the ledger too.
  link.send({ type: 'devices', id: 'one', devices: [device] });
  await link.next('devices_ack', (frame) => frame['id'] === 'one');
  t.is((await platform.client.get(`/api/wms/print-devices?hub_id=${hub.hubId}`)).body.data.length, 1);
});

test('a hub silent for a quarter of an hour has lost its jobs: failed, never requeued', async (t) => {
  const gone = await desk(platform, t);
  const alive = await desk(platform, t);
  const lost = await post(platform, gone.device);
  const kept = await post(platform, alive.device);
  const claimId = randomUUID();
  await gone.link.claim(lost, claimId);
  await alive.link.claim(kept);
  await platform.owner.query("update hubs set last_seen_at = now() - interval '16 minutes' where id = $1", [
    gone.hub.hubId,
  ]);
  await sweep(platform);
  await until('the lost job is no longer printing', async () => {
    return (await state(platform, lost)).status !== 'printing';
  });
  t.like(await state(platform, lost), { status: 'failed', error: hubLostError });
  t.is((await state(platform, kept)).status, 'printing');
  await gone.link.result(lost, claimId);
  t.is((await state(platform, lost)).status, 'failed');
});

test('a label that a hub in sight has held for hours is one it no longer knows: failed, and a person may retry it', async (t) => {
  const { hub, link, device } = await desk(platform, t);
  const forgotten = await post(platform, device);
  const claimId = randomUUID();
  await link.claim(forgotten, claimId);
  const kept = await post(platform, device);
  await link.claim(kept);
  await platform.owner.query(
    "update print_jobs set printing_at = now() - interval '181 minutes' where id = $1",
    [forgotten],
  );
  await sweep(platform);
  await until('it is no longer printing', async () => {
    return (await state(platform, forgotten)).status !== 'printing';
  });
  t.like(await state(platform, forgotten), { status: 'failed', error: hubLostError });
  t.is((await state(platform, kept)).status, 'printing');
  const { status } = await platform.client.patch(`/api/wms/print-jobs/${forgotten}`, { action: 'retry' });
  t.is(status, 200);
  t.is((await platform.client.get(`/api/wms/hubs/${hub.hubId}`)).status, 200);
});

test('a newer link of a hub replaces the older one', async (t) => {
  const { hub, device, link } = await desk(platform, t);
  const newer = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => newer.close());
  t.is(await link.closed(), 4409);
  const id = await post(platform, device);
  t.is((await newer.next('offer'))['print_job_id'], id);
});

test('two API processes: a wake that lands on the wrong one reaches the hub all the same', async (t) => {
  const { appUrl, systemUrl, redisUrl, prefix } = platform;
  const other = await startApi({
    appUrl,
    systemUrl,
    redisUrl,
    prefix,
    secrets: testSecrets,
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
    log: pino({ level: 'silent' }),
  });
  t.teardown(() => other.stop());
  const here = await desk(platform, t);
  const hub = await enrollHub(platform.url, platform.client);
  const device = testDevice({ is_default_label_printer: false });
  const there = await TestLink.greeted(other.url, hub, [device]);
  t.teardown(() => there.close());
  for (let round = 0; round < 6; round += 1) {
    const [a, b] = [await post(platform, here.device), await post(platform, device)];
    t.is((await here.link.next('offer', (frame) => frame['print_job_id'] === a))['attempt'], 1);
    t.is((await there.next('offer', (frame) => frame['print_job_id'] === b))['attempt'], 1);
  }
  // When the same hub links here, its link to the other process ends.
  const moved = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => moved.close());
  t.is(await there.closed(), 4409);
});

test('a link without a token, with a hello that comes late, or with broken frames is closed', async (t) => {
  await t.throwsAsync(TestLink.open(platform.url, 'nonsense'), { message: /401/ });
  const { hub, device } = await desk(platform, t);
  const rude = await TestLink.open(platform.url, await hub.token());
  rude.send({ type: 'ready', device_ids: [device.device_id], capacity: 1 });
  t.is(await rude.closed(), 1002);
  const repeating = await TestLink.open(platform.url, await hub.token());
  const hello = { type: 'hello', protocol: 1, version: '1', platform: 'linux', name: 'Twice', devices: [] };
  repeating.send(hello);
  repeating.send(hello);
  t.is(await repeating.closed(), 1002);
  const broken = await TestLink.open(platform.url, await hub.token());
  broken.socket.send('{');
  t.is(await broken.closed(), 1007);
  const large = await TestLink.open(platform.url, await hub.token());
  large.socket.send('x'.repeat(5 * 1024 * 1024));
  t.is(await large.closed(), 1009);
});

test('a hub has few links that wait for their welcome', async (t) => {
  const { hub, link } = await desk(platform, t);
  const token = await hub.token();
  const silent = [];
  for (let opened = 0; opened < 4; opened += 1) silent.push(await TestLink.open(platform.url, token));
  await t.throwsAsync(TestLink.open(platform.url, token), { message: /429/ });
  t.is(link.closeCode, undefined, 'the welcomed one is not among them');
  for (const one of silent) one.close();
  await until('their places are free', () =>
    TestLink.greeted(platform.url, hub, []).then(
      (greeted) => (greeted.close(), true),
      () => false,
    ),
  );
});

test('a link that holds many bytes unanswered is closed, and so is one whose frame has too many parts', async (t) => {
  const { hub } = await desk(platform, t);
  const parts = await TestLink.open(platform.url, await hub.token());
  parts.socket.send(`{"type":"hello","of":[${'[],'.repeat(60_000)}[]]}`);
  t.is(await parts.closed(), 1007);
  const link = await TestLink.greeted(platform.url, hub, []);
  const lock = await platform.owner.connect();
  try {
    await lock.query('begin');
    // Its heartbeats wait meanwhile.
    await lock.query('select 1 from hubs where id = $1 for update', [hub.hubId]);
    for (let sent = 0; sent < 3; sent += 1)
      link.send({ type: 'heartbeat', devices: [], more: 'x'.repeat(1_900_000) });
    t.is(await link.closed(), 1008);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  const again = await TestLink.greeted(platform.url, hub, []);
  again.close();
});

test('a link that sends faster than a hub may is slowed down, and far faster, closed', async (t) => {
  const { link, device } = await desk(platform, t);
  // Nothing is done about a decline: the relay has them in hand no longer than it lets them wait.
  const sendMany = async (hundreds: number): Promise<void> => {
    for (let round = 0; round < hundreds && link.closeCode === undefined; round += 1) {
      for (let sent = 0; sent < 100; sent += 1) link.send({ type: 'decline', print_job_id: randomUUID() });
      link.socket.ping();
      await Promise.race([once(link.socket, 'pong'), link.closed()]);
    }
  };
  await sendMany(5);
  const id = await post(platform, device);
  await link.next('offer', (frame) => frame['print_job_id'] === id);
  t.is((await link.claim(id)).type, 'claimed', 'in its turn');
  await sendMany(30);
  t.is(link.closeCode, 1008);
});

/** What the schedule does every minute. */
async function sweep(
  { database, redisUrl, systemUrl, prefix }: OwnPlatform,
  run = sweepLostHubs,
): Promise<void> {
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, prefix });
  const producer = openProducer(backend);
  await run({ database, producer });
  await producer.close();
  await closeBackend(backend);
}

test('a label that expires while it waits is ended by the clock', async (t) => {
  const { device } = await desk(platform, t);
  const id = await post(platform, device, { expires_after_minutes: 5 });
  const kept = await post(platform, device, { expires_after_minutes: 5 });
  await platform.owner.query(`update print_jobs set expires_at = now() where id = $1`, [id]);
  await sweep(platform, sweepExpiredLabels);
  await until('it is ended', async () => (await state(platform, id)).status === 'expired');
  t.is((await state(platform, kept)).status, 'queued');
});
