/** A printer that comes back to a backlog asks first; labels whose time has passed are never printed. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { enrollHub, postToRelay, testDevice, TestLink, type TestDevice } from './relay-client.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform.stop());

const away = { reachable: false, status: 'offline' } as const;

/** A hub whose printer is away, with labels that have waited for that many minutes each. */
async function backTo(minutes: readonly number[], more: Partial<TestDevice> = {}) {
  const { client, owner, url } = platform;
  const hub = await enrollHub(url, client, { name: 'desk' });
  const device = testDevice({ is_default_label_printer: false, ...more, ...away });
  const link = await TestLink.greeted(url, hub, [device]);
  const ids: string[] = [];
  for (const age of minutes) {
    const id = await post(device);
    await owner.query(
      `update print_jobs set queued_at = now() - make_interval(mins => $2), created_at = now() - make_interval(mins => $2) where id = $1`,
      [id, age],
    );
    ids.push(id);
  }
  const device_id = device.device_id;
  const beat = async (seen: object = { reachable: true, status: 'ready' }) => {
    const told = await deviceRow(device_id);
    link.send({ type: 'heartbeat', devices: [{ device_id, ...seen }] });
    await until('the heartbeat is in', async () => (await deviceRow(device_id)).updated_at > told.updated_at);
  };
  return { hub, link, device, ids, beat };
}

async function post(device: TestDevice, more: object = {}): Promise<string> {
  const body = { label_kind: 'carton', zpl_content: '^XA^FDx^FS^XZ', device_id: device.device_id, ...more };
  const answer = await platform.client.post('/api/wms/print-jobs', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
}

async function deviceRow(id: string): Promise<any> {
  return (await platform.owner.query('select * from print_devices where id = $1', [id])).rows[0];
}

const statusOf = async (id: string) =>
  (await platform.client.get(`/api/wms/print-jobs/${id}`)).body.data.status;
const backlogOf = async (hubId: string) =>
  (await platform.client.get(`/api/wms/print-devices?hub_id=${hubId}`)).body.data[0].backlog;
const decide = (id: string, body: object) =>
  platform.client.post(`/api/wms/print-devices/${id}/backlog`, body);

test('a printer back after long prints nothing until somebody has chosen, and then everything', async (t) => {
  const { hub, link, device, ids, beat } = await backTo([180, 90, 10]);
  t.teardown(() => link.close());
  // Not even before the heartbeat that says it is back.
  t.is((await link.claim(ids[2]!)).type, 'not_claimed');
  t.is(await backlogOf(hub.hubId), null, 'it is not back yet');
  await beat();
  const backlog = await backlogOf(hub.hubId);
  t.like(backlog, { labels: 3, old_labels: 2 });
  const fresh = await post(device);
  for (const id of [...ids, fresh]) t.is((await link.claim(id)).type, 'not_claimed');
  const listed = (await platform.client.get(`/api/wms/print-jobs?status=queued&q=${ids[0]}`)).body.data[0];
  t.is(listed.waiting_reason, 'BACKLOG_UNDECIDED');
  // It asks for as long as nobody answers, however often it is heard.
  await beat();
  t.is((await backlogOf(hub.hubId)).labels, 4);
  link.frames.length = 0;
  const answer = await decide(device.device_id, { action: 'print' });
  t.deepEqual(answer.body.data, { is_decided: true, cancelled: 0, remaining: 0 });
  t.is((await link.next('offer')).print_job_id, ids[0], 'it is told at once, the oldest first');
  for (const id of [...ids, fresh]) t.is((await link.claim(id)).type, 'claimed');
  t.is(await backlogOf(hub.hubId), null);
  await beat();
  t.is(await backlogOf(hub.hubId), null, 'what was decided is not asked again');
  const again = await decide(device.device_id, { action: 'cancel_old' });
  t.is(again.status, 409);
  t.is(again.body.error.code, 'NO_BACKLOG');
});

test('those older than an hour are cancelled, and the others print', async (t) => {
  const { link, device, ids, beat } = await backTo([180, 61, 59, 1]);
  t.teardown(() => link.close());
  await beat();
  const { body } = await decide(device.device_id, { action: 'cancel_old' });
  t.deepEqual(body.data, { is_decided: true, cancelled: 2, remaining: 0 });
  t.deepEqual(await Promise.all(ids.map(statusOf)), ['cancelled', 'cancelled', 'queued', 'queued']);
  t.is((await link.claim(ids[2]!)).type, 'claimed');
  const { rows } = await platform.owner.query(
    "select data from events where subject_id = $1 and type = 'print_device.backlog_decided'",
    [device.device_id],
  );
  t.deepEqual(rows, [{ data: { action: 'cancel_old', cancelled: 2 } }]);
});

test('of two people who choose at once, one chooses', async (t) => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { link, device, ids, beat } = await backTo([180, 90, 5]);
    await beat();
    const answers = await Promise.all([
      decide(device.device_id, { action: 'print' }),
      decide(device.device_id, { action: 'cancel_old' }),
      decide(device.device_id, { action: 'cancel_old' }),
    ]);
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    );
    const cancelled = answers[0]!.status === 200 ? 0 : 2;
    const states = await Promise.all(ids.map(statusOf));
    t.is(states.filter((status) => status === 'cancelled').length, cancelled);
    link.close();
  }
});

test('a printer that works through a long queue, or was out of paper for a moment, asks nothing', async (t) => {
  const { link, device, beat } = await backTo([]);
  t.teardown(() => link.close());
  await beat();
  const long = await post(device);
  await platform.owner.query(`update print_jobs set queued_at = now() - interval '3 hours' where id = $1`, [
    long,
  ]);
  await beat({ reachable: true, status: 'busy' });
  await platform.owner.query(
    `update print_devices set last_ready_at = now() - interval '20 minutes' where id = $1`,
    [device.device_id],
  );
  await beat({ reachable: true, status: 'out_of_paper' });
  await beat();
  t.is((await link.claim(long)).type, 'claimed');
});

test('a printer and a warehouse may have a limit of their own', async (t) => {
  const { client } = platform;
  const code = `W${randomUUID().slice(0, 8)}`;
  const made = await client.post('/api/wms/warehouses', { code, name: code, time_zone: 'UTC' });
  const warehouse_id = made.body.data.id;
  const told = await client.patch('/api/wms/print-settings', {
    warehouses: [{ warehouse_id, backlog_minutes: 15 }],
  });
  t.deepEqual(told.body.data.warehouses, [{ warehouse_id, backlog_minutes: 15 }]);
  t.deepEqual((await client.get('/api/wms/print-settings')).body.data.warehouses, told.body.data.warehouses);
  const hub = await enrollHub(platform.url, client, { warehouse_id });
  const device = testDevice({ is_default_label_printer: false, ...away });
  const link = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => link.close());
  const id = await post(device);
  await platform.owner.query(
    `update print_jobs set queued_at = now() - interval '20 minutes' where id = $1`,
    [id],
  );
  const changed = await client.patch(`/api/wms/print-devices/${device.device_id}`, { backlog_minutes: 30 });
  t.is(changed.body.data.backlog_minutes, 30);
  link.send({ type: 'devices', id: 'd1', devices: [{ ...device, reachable: true, status: 'ready' }] });
  await link.next('devices_ack');
  t.is(await backlogOf(hub.hubId), null, "20 minutes are within the printer's own 30");
  await platform.owner.query('update print_devices set last_ready_at = null where id = $1', [
    device.device_id,
  ]);
  await client.patch(`/api/wms/print-devices/${device.device_id}`, { backlog_minutes: null });
  link.send({ type: 'devices', id: 'd2', devices: [{ ...device, reachable: true, status: 'ready' }] });
  await link.next('devices_ack');
  t.is((await backlogOf(hub.hubId)).labels, 1, 'the 15 of its warehouse hold');
  // A label a person sends to the printer by hand is no part of what it found.
  const elsewhere = await post(device);
  t.is((await client.post(`/api/wms/print-jobs/${id}/move`, { device_id: device.device_id })).status, 200);
  t.is((await link.claim(id)).type, 'claimed');
  t.is((await link.claim(elsewhere)).type, 'claimed');
  const refused = await client.patch('/api/wms/print-settings', {
    warehouses: [{ warehouse_id: randomUUID(), backlog_minutes: 15 }],
  });
  t.is(refused.body.error.code, 'UNKNOWN_REFERENCE');
  const twice = { label_kind: 'pallet', expires_after_minutes: 5 };
  t.is((await client.patch('/api/wms/print-settings', { kinds: [twice, twice] })).status, 400);
});

test('labels that waited for a default printer are asked about when there is one', async (t) => {
  const { client, owner } = platform;
  const code = `W${randomUUID().slice(0, 8)}`;
  const warehouse_id = (await client.post('/api/wms/warehouses', { code, name: code, time_zone: 'UTC' })).body
    .data.id;
  const label = { label_kind: 'carton', zpl_content: '^XA^FDx^FS^XZ', warehouse_id };
  const id = (await client.post('/api/wms/print-jobs', label)).body.data.id;
  await owner.query(`update print_jobs set queued_at = now() - interval '2 hours' where id = $1`, [id]);
  const hub = await enrollHub(platform.url, client, { warehouse_id });
  const link = await TestLink.greeted(platform.url, hub, [testDevice()]);
  t.teardown(() => link.close());
  await until('the new printer asks', async () => (await backlogOf(hub.hubId))?.labels === 1);
  t.is((await link.claim(id)).type, 'not_claimed');
});

test("the hub's page asks too, and only about its own printers", async (t) => {
  const { hub, link, device, ids, beat } = await backTo([120, 3]);
  t.teardown(() => link.close());
  await beat();
  const token = await hub.token();
  const relay = (path: string, body: object, by = token) => postToRelay(platform.url, path, body, by);
  const desk = await relay('desk', { print_job_ids: [] });
  t.like(desk.body.data.backlogs[0], { device_id: device.device_id, labels: 2, old_labels: 1 });
  t.deepEqual(
    desk.body.data.waiting.map((label: any) => label.print_job_id),
    ids,
  );
  const stranger = await (await enrollHub(platform.url, platform.client)).token();
  const choice = { device_id: device.device_id, action: 'cancel_old' };
  t.is((await relay('backlog', choice, stranger)).status, 404);
  t.deepEqual((await relay('backlog', choice)).body.data, { is_decided: true, cancelled: 1, remaining: 0 });
  t.is((await relay('backlog', choice)).status, 409);
  t.is((await link.claim(ids[1]!)).type, 'claimed');
});

test('a label whose time has passed is not printed and ends as expired', async (t) => {
  const { client, owner } = platform;
  const { link, device, beat } = await backTo([]);
  t.teardown(() => link.close());
  await beat();
  await client.patch('/api/wms/print-settings', {
    kinds: [{ label_kind: 'pick_ticket', expires_after_minutes: 30 }],
  });
  const minutesOf = async (more: object) => {
    const id = await post(device, more);
    const { expires_at: at } = (await client.get(`/api/wms/print-jobs/${id}`)).body.data;
    return at === null ? null : Math.round((Date.parse(at) - Date.now()) / 60_000);
  };
  t.is(await minutesOf({}), null);
  t.is(await minutesOf({ label_kind: 'pick_ticket' }), 30);
  t.is(await minutesOf({ label_kind: 'pick_ticket', expires_after_minutes: 5 }), 5);
  t.is(await minutesOf({ expires_at: new Date(Date.now() + 600_000).toISOString() }), 10);
  const refused = async (more: object) =>
    (
      await client.post('/api/wms/print-jobs', {
        label_kind: 'carton',
        zpl_content: '^XA^FDx^FS^XZ',
        device_id: device.device_id,
        ...more,
      })
    ).body.error;
  const past = { expires_at: '2020-01-01T00:00:00Z' };
  t.is((await refused(past)).details[0].path, 'expires_at');
  t.is((await refused({ ...past, expires_after_minutes: 4 })).code, 'VALIDATION_FAILED');

  const end = (id: string) =>
    owner.query(`update print_jobs set expires_at = now() - interval '1 second' where id = $1`, [id]);
  const claimed = await post(device, { expires_after_minutes: 5 });
  await end(claimed);
  t.like(await link.claim(claimed), { type: 'not_claimed', reason: 'EXPIRED' });
  t.is(await statusOf(claimed), 'expired');
  const failed = await post(device, { expires_after_minutes: 5 });
  const claim = await link.claim(failed);
  await link.result(failed, claim['claim_id'], { status: 'failed', error: 'PRINTER_ERROR: x' });
  await end(failed);
  const retried = await client.patch(`/api/wms/print-jobs/${failed}`, { action: 'retry' });
  t.is(retried.body.error.code, 'LABEL_EXPIRED');
  const events = await owner.query('select type from events where subject_id = $1 order by position', [
    claimed,
  ]);
  t.is(events.rows.at(-1).type, 'print_job.expired');
  const found = await client.get('/api/wms/print-jobs?status=expired');
  t.true(found.body.data.some(({ id }: { id: string }) => id === claimed));
});
