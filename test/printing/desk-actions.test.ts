/**
 * What people can do with labels beyond cancel and retry: reprint, move, cancel waiting ones; and what is refused at
 * once.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { readConnectionCode } from '../../domain/printing/connection-code.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { desk, post, state } from './desk.ts';
import { postToRelay, enrollBody, makeHubKeys, testDevice } from './relay-client.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const label = '^XA^FDhello^FS^XZ';

test('a done label is printed again as a job of its own, which names the old one', async (t) => {
  const { client } = platform;
  const { device, link } = await desk(platform, t);
  const id = await post(platform, device, { copies: 3, ref_type: 'pallet', ref_id: randomUUID() });
  const early = await client.post(`/api/wms/print-jobs/${id}/reprint`, {});
  t.is(early.status, 409);
  t.like(early.body.error, { code: 'STATE_CHANGED', details: { status: 'queued', action: 'reprint' } });
  const claimId = randomUUID();
  await link.claim(id, claimId);
  await link.result(id, claimId);
  const again = await client.post(`/api/wms/print-jobs/${id}/reprint`, {});
  t.is(again.status, 201, again.text);
  const made = again.body.data;
  t.like(made, { status: 'queued', copies: 3, device_id: device.device_id, reprint_of: id });
  t.not(made.id, id);
  t.is((await state(platform, id)).status, 'done', 'what was printed stays to be read');
  await link.next('offer', (frame) => frame['print_job_id'] === made.id);
  const claimed = await link.claim(made.id);
  t.is(claimed['zpl_content'], label);
  const one = await client.post(`/api/wms/print-jobs/${id}/reprint`, { copies: 1 });
  t.is(one.body.data.copies, 1);
  const { data } = (await client.get('/api/wms/print-jobs?page_size=200')).body;
  t.is(data.find((job: any) => job.id === made.id).reprint_of, id);
  t.is((await client.post(`/api/wms/print-jobs/${randomUUID()}/reprint`, {})).status, 404);
  const elsewhere = await client.post(`/api/wms/print-jobs/${id}/reprint`, { device_id: randomUUID() });
  t.is(elsewhere.body.error.code, 'UNKNOWN_REFERENCE');
});

test('a label is not printed again on a printer that does not take it', async (t) => {
  const { client } = platform;
  const { device, link } = await desk(platform, t);
  const laser = testDevice({ name: 'Laser', is_default_label_printer: false, takes: ['pdf'] });
  link.send({ type: 'devices', id: 'd1', devices: [device, laser] });
  await link.next('devices_ack');
  const id = await post(platform, device);
  const claimId = randomUUID();
  await link.claim(id, claimId);
  await link.result(id, claimId);
  const again = await client.post(`/api/wms/print-jobs/${id}/reprint`, { device_id: laser.device_id });
  t.is(again.status, 422, again.text);
  t.like(again.body.error, { code: 'LABEL_NOT_TAKEN', details: { device_id: laser.device_id } });
});

test('a label that waits moves to another printer, and the old one cannot claim it any more', async (t) => {
  const { client } = platform;
  const [first, second] = [await desk(platform, t), await desk(platform, t)];
  const id = await post(platform, first.device);
  await first.link.next('offer', (frame) => frame['print_job_id'] === id);
  const moved = await client.post(`/api/wms/print-jobs/${id}/move`, { device_id: second.device.device_id });
  t.is(moved.status, 200, moved.text);
  t.is(moved.body.data.device_id, second.device.device_id);
  await second.link.next('offer', (frame) => frame['print_job_id'] === id);
  t.is((await first.link.claim(id)).type, 'not_claimed');
  t.is((await second.link.claim(id)).type, 'claimed');
  const late = await client.post(`/api/wms/print-jobs/${id}/move`, { device_id: first.device.device_id });
  t.like(late.body.error, { code: 'STATE_CHANGED', details: { status: 'printing', action: 'move' } });
});

test('a claim for the printer a label was moved away from, on the same hub, gets nothing', async (t) => {
  const { device, link } = await desk(platform, t);
  const other = { ...device, device_id: randomUUID(), name: 'Beside it' };
  link.send({ type: 'devices', id: 'more', devices: [device, other] });
  await link.next('devices_ack', (frame) => frame['id'] === 'more');
  const id = await post(platform, device);
  await platform.client.post(`/api/wms/print-jobs/${id}/move`, { device_id: other.device_id });
  const claim = (deviceId: string) => {
    const asked = {
      type: 'claim',
      id: deviceId,
      print_job_id: id,
      claim_id: randomUUID(),
      device_id: deviceId,
    };
    link.send(asked);
    return Promise.race(
      ['claimed', 'not_claimed'].map((type) => link.next(type, (frame) => frame['id'] === deviceId)),
    );
  };
  t.like(await claim(device.device_id), { type: 'not_claimed' });
  t.like(await claim(other.device_id), { type: 'claimed', device_id: other.device_id });
});

test('moving and claiming at once: one of them happens, and the label goes to one printer', async (t) => {
  const { client } = platform;
  const [first, second] = [await desk(platform, t), await desk(platform, t)];
  for (let round = 0; round < 10; round += 1) {
    const id = await post(platform, first.device);
    const [moved, claimed] = await Promise.all([
      client.post(`/api/wms/print-jobs/${id}/move`, { device_id: second.device.device_id }),
      first.link.claim(id),
    ]);
    t.is(moved.status === 200, claimed.type === 'not_claimed', `${moved.status} ${claimed.type}`);
  }
});

test('all that wait under a filter are cancelled, and nothing else', async (t) => {
  const { client } = platform;
  const { device, link } = await desk(platform, t);
  const other = await desk(platform, t);
  const mine = [];
  for (let count = 0; count < 5; count += 1) mine.push(await post(platform, device, { label_kind: 'wrong' }));
  const kept = await post(platform, device, { label_kind: 'right' });
  const elsewhere = await post(platform, other.device, { label_kind: 'wrong' });
  await link.claim(mine[0]!);
  const cancelled = await client.post('/api/wms/print-jobs/cancel', {
    q: 'wrong',
    device_id: device.device_id,
  });
  t.deepEqual(cancelled.body.data, { cancelled: 4, remaining: 0 }, cancelled.text);
  t.is((await state(platform, mine[0]!)).status, 'printing');
  for (const id of mine.slice(1)) t.is((await state(platform, id)).status, 'cancelled');
  t.is((await state(platform, kept)).status, 'queued');
  t.is((await state(platform, elsewhere)).status, 'queued');
  t.is(
    (await client.post('/api/wms/print-jobs/cancel', { status: 'queued' })).status,
    400,
    'an unknown field',
  );
  const events = await platform.owner.query(
    "select count(*)::int as told from events where type = 'print_job.cancelled' and subject_id = any($1)",
    [mine],
  );
  t.is(events.rows[0].told, 4);
});

test('a malformed label is refused where it is posted, with the place', async (t) => {
  const { client } = platform;
  const refused = async (zpl: string) =>
    (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: zpl })) as any;
  const broken = await refused('^XA\n^FDa caret ^% here^FS\n^XZ');
  t.is(broken.status, 422, broken.text);
  t.like(broken.body.error, { code: 'ZPL_INVALID', details: { path: 'zpl_content', line: 2, column: 12 } });
  t.regex(broken.body.error.message, /line 2, column 12/);
  t.is((await refused('hello')).body.error.code, 'ZPL_INVALID');
  t.is((await refused('^XA^JUS^XZ')).body.error.code, 'ZPL_FORBIDDEN');
  const bulk = await client.post('/api/wms/print-jobs/bulk', {
    jobs: [
      { label_kind: 'carton', zpl_content: label },
      { label_kind: 'carton', zpl_content: '^XA' },
    ],
  });
  t.like(bulk.body.error, {
    code: 'ZPL_INVALID',
    details: { path: 'jobs.1.zpl_content', line: 1, column: 1 },
  });
});

test.serial(
  'a label that names nobody is refused where there are several warehouses, with their names',
  async (t) => {
    const client = await platform.clientWith(platform.threePl, everyPermission);
    const body = { label_kind: 'carton', zpl_content: label };
    t.is((await client.post('/api/wms/print-jobs', body)).status, 201, 'with one warehouse it is meant');
    const west = await client.post('/api/wms/warehouses', { code: 'WEST', name: 'West warehouse' });
    t.is(west.status, 201, west.text);
    const { device, link } = await desk(platform, t, client);
    for (const refused of [
      await client.post('/api/wms/print-jobs', body),
      await client.post('/api/wms/print-jobs/bulk', { jobs: [body, body] }),
    ]) {
      t.is(refused.status, 422, refused.text);
      t.is(refused.body.error.code, 'PRINTER_NOT_NAMED');
      t.regex(refused.body.error.message, /2 warehouses: .*WEST/);
      t.is(refused.body.error.details.warehouses.length, 2);
      t.true(refused.body.error.details.printers.some(({ id }: any) => id === device.device_id));
    }
    const left = await client.get('/api/wms/print-jobs?status=queued');
    t.is(left.body.meta.total, 1, 'nothing is left behind by a refusal');
    t.is(
      (await client.post('/api/wms/print-jobs', { ...body, warehouse_id: west.body.data.id })).status,
      201,
    );
    t.is((await client.post('/api/wms/print-jobs', { ...body, device_id: device.device_id })).status, 201);
    // A default printer without a warehouse takes labels that name none.
    const set = await client.patch(`/api/wms/print-devices/${device.device_id}`, {
      is_default_label_printer: true,
    });
    t.is(set.status, 200, set.text);
    const taken = await client.post('/api/wms/print-jobs', body);
    t.is(taken.status, 201, taken.text);
    await until('it has its printer', async () => {
      const { data } = (await client.get(`/api/wms/print-jobs/${taken.body.data.id}`)).body;
      return data.device_id === device.device_id;
    });
    link.close();
  },
);

test('a connection code holds what a hub needs to enroll, and is made for an address only', async (t) => {
  const { client, standard } = platform;
  const made = await client.post('/api/wms/hubs/enrollment-keys', {
    name: 'packing 7',
    warehouse_id: standard.warehouseId,
    backend_url: 'https://warehouse.example.com/',
  });
  t.is(made.status, 201, made.text);
  const code = readConnectionCode(made.body.data.connection_code)!;
  t.like(code, {
    backend_url: 'https://warehouse.example.com',
    organization_id: client.organizationId,
    warehouse_id: standard.warehouseId,
    enrollment_key: made.body.data.enrollment_key,
  });
  const enrolled = await postToRelay(
    platform.url,
    'enroll',
    enrollBody(code.organization_id, code.enrollment_key, makeHubKeys()),
  );
  t.is(enrolled.status, 201, JSON.stringify(enrolled.body));
  for (const bad of ['warehouse', 'ftp://x', 'https://user:secret@host', 'https://host/?a=b']) {
    const answer = await client.post('/api/wms/hubs/enrollment-keys', { name: 'x', backend_url: bad });
    t.is(answer.status, 400, bad);
  }
  const plain = await client.post('/api/wms/hubs/enrollment-keys', { name: 'x' });
  t.is(plain.body.data.connection_code, undefined);
});
