import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

const label = readFileSync(
  new URL('../../../test/printing/labels/Example1-102x152.zpl', import.meta.url),
  'utf8',
);

async function jobStatus(id: string): Promise<any> {
  return (await platform.client.get(`/api/wms/print-jobs/${id}`)).body.data;
}

test('a job is created queued, in the envelope, with the fields of the contract', async (t) => {
  const { client, standard } = platform;
  const ref = randomUUID();
  const created = await client.post('/api/wms/print-jobs', {
    label_kind: 'pallet',
    zpl_content: label,
    warehouse_id: standard.warehouseId,
    ref_type: 'receipt',
    ref_id: ref,
    copies: 2,
  });
  t.is(created.status, 201);
  t.deepEqual(Object.keys(created.body).sort(), ['data', 'ok']);
  const { id, created_at, ...rest } = created.body.data;
  t.regex(id, /^[0-9a-f-]{36}$/);
  t.regex(created_at, /^\d{4}-\d\d-\d\dT.*Z$/);
  t.deepEqual(rest, {
    device_id: null,
    warehouse_id: standard.warehouseId,
    label_kind: 'pallet',
    ref_type: 'receipt',
    ref_id: ref,
    copies: 2,
    status: 'queued',
    error: null,
    content_type: 'application/zpl',
    expires_at: null,
  });
  const got = await client.get(`/api/wms/print-jobs/${id}`);
  t.deepEqual(got.body, created.body);
});

test('copies is 1 unless given, and at least 1, at most 1000', async (t) => {
  const { client } = platform;
  const post = (copies?: unknown) =>
    client.post('/api/wms/print-jobs', {
      label_kind: 'ucc',
      zpl_content: '^XA^XZ',
      ...(copies === undefined ? {} : { copies }),
    });
  t.is((await post()).body.data.copies, 1);
  t.is((await post(1000)).status, 201);
  for (const bad of [0, 1001, -1, 1.5, '2', null]) t.is((await post(bad)).status, 400, String(bad));
});

test('what is required is required, what is unknown is refused, all problems at once', async (t) => {
  const { client } = platform;
  const answer = await client.post('/api/wms/print-jobs', { zpl: '^XA^XZ' });
  t.is(answer.status, 400);
  t.is(answer.body.error.code, 'VALIDATION_FAILED');
  t.deepEqual(answer.body.error.details.map(({ path }: any) => path).sort(), [
    'label_kind',
    'zpl',
    'zpl_content',
  ]);
  t.is((await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '' })).status, 400);
  t.is(
    (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: 'a\u0000b' })).status,
    400,
  );
});

test('a device or a warehouse of somebody else is as unknown as a random one', async (t) => {
  const { client, threePl } = platform;
  for (const words of [
    { device_id: randomUUID() },
    { warehouse_id: randomUUID() },
    { warehouse_id: threePl.warehouseId },
  ]) {
    const answer = await client.post('/api/wms/print-jobs', {
      label_kind: 'carton',
      zpl_content: '^XA^XZ',
      ...words,
    });
    t.is(answer.status, 400);
    t.is(answer.body.error.code, 'UNKNOWN_REFERENCE');
  }
});

test('zpl_content of exactly 1 MiB is taken, one byte more is 413', async (t) => {
  const { client } = platform;
  const zpl = (bytes: number) => `^XA${'A'.repeat(bytes - 6)}^XZ`;
  const taken = await client.post('/api/wms/print-jobs', {
    label_kind: 'carton',
    zpl_content: zpl(1024 * 1024),
  });
  t.is(taken.status, 201);
  for (const bytes of [1024 * 1024 + 1, 3 * 1024 * 1024]) {
    const refused = await client.post('/api/wms/print-jobs', {
      label_kind: 'carton',
      zpl_content: zpl(bytes),
    });
    t.is(refused.status, 413, String(bytes));
    t.is(refused.body.error.code, 'PAYLOAD_TOO_LARGE');
  }
  // Two bytes per letter: the limit is in bytes, as a printer counts.
  const wide = await client.post('/api/wms/print-jobs', {
    label_kind: 'carton',
    zpl_content: 'ä'.repeat(600 * 1024),
  });
  t.is(wide.status, 413);
});

test('up to a hundred jobs at once, in their order, all or none', async (t) => {
  const { client } = platform;
  const jobs = Array.from({ length: 100 }, (_, index) => ({
    label_kind: `k${index}`,
    zpl_content: '^XA^XZ',
  }));
  const created = await client.post('/api/wms/print-jobs/bulk', { jobs });
  t.is(created.status, 201);
  t.deepEqual(
    created.body.data.jobs.map((job: any) => job.label_kind),
    jobs.map((job) => job.label_kind),
  );
  t.is((await client.post('/api/wms/print-jobs/bulk', { jobs: [...jobs, jobs[0]] })).status, 400);
  t.is((await client.post('/api/wms/print-jobs/bulk', { jobs: [] })).status, 400);
  const half = [
    { label_kind: 'half', zpl_content: '^XA^XZ' },
    { label_kind: 'half', zpl_content: '^XA^XZ', warehouse_id: randomUUID() },
  ];
  t.is((await client.post('/api/wms/print-jobs/bulk', { jobs: half })).status, 400);
  const kept = await platform.owner.query(
    "select count(*)::int as count from print_jobs where label_kind = 'half' and organization_id = $1",
    [platform.standard.id],
  );
  t.is(kept.rows[0].count, 0);
});

test('the queue is listed by status and warehouse, in pages of 50 up to 200', async (t) => {
  const { client, standard } = platform;
  const created = await client.post('/api/wms/print-jobs', {
    label_kind: 'carton',
    zpl_content: '^XA^XZ',
    warehouse_id: standard.warehouseId,
  });
  const listed = await client.get(
    `/api/wms/print-jobs?status=queued&warehouse_id=${standard.warehouseId}&page_size=200`,
  );
  t.is(listed.status, 200);
  const found = listed.body.data.find((job: any) => job.id === created.body.data.id);
  t.is(found.waiting_reason, 'NO_DEFAULT_PRINTER');
  t.is((await client.get('/api/wms/print-jobs')).body.meta.page_size, 50);
  t.is((await client.get('/api/wms/print-jobs?page_size=201')).status, 400);
  t.is((await client.get('/api/wms/print-jobs?status=lost')).status, 400);
  t.deepEqual((await client.get('/api/wms/print-jobs?page=9999')).body.data, []);
});

test('cancel only from queued, retry only from failed, else 409 with the present status', async (t) => {
  const { client } = platform;
  const { id } = (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '^XA^XZ' }))
    .body.data;
  const patch = (body: object) => client.patch(`/api/wms/print-jobs/${id}`, body);
  const tooEarly = await patch({ action: 'retry' });
  t.is(tooEarly.status, 409);
  t.is(tooEarly.body.error.code, 'STATE_CHANGED');
  t.deepEqual(tooEarly.body.error.details, { status: 'queued', action: 'retry', allowed: ['cancel'] });
  const cancelled = await patch({ action: 'cancel' });
  t.is(cancelled.status, 200);
  t.is(cancelled.body.data.status, 'cancelled');
  t.is((await patch({ action: 'cancel' })).status, 409);
  t.is((await patch({ action: 'burn' })).status, 400);
  t.is((await patch({})).status, 400);
  t.is((await client.patch(`/api/wms/print-jobs/${randomUUID()}`, { action: 'cancel' })).status, 404);
});

test('permissions: seeing, creating and hubs are three things', async (t) => {
  const viewer = await platform.clientWith(platform.standard, ['wms.print.view']);
  t.is((await viewer.get('/api/wms/print-jobs')).status, 200);
  t.is(
    (await viewer.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '^XA^XZ' })).status,
    403,
  );
  t.is((await viewer.get('/api/wms/hubs/enrollment-keys')).status, 403);
  t.is(
    (await viewer.patch(`/api/wms/print-devices/${randomUUID()}`, { is_default_label_printer: true })).status,
    403,
  );
  const creator = await platform.clientWith(platform.standard, ['wms.print.create']);
  t.is(
    (await creator.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '^XA^XZ' })).status,
    201,
  );
  t.is((await creator.get('/api/wms/print-jobs')).status, 403);
});

test('every change leaves a command with its actor, and the events of a job are numbered', async (t) => {
  const { client, owner } = platform;
  const { id } = (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '^XA^XZ' }))
    .body.data;
  await client.patch(`/api/wms/print-jobs/${id}`, { action: 'cancel' });
  t.is((await jobStatus(id)).status, 'cancelled');
  const events = await owner.query(
    'select type, subject_seq from events where subject_id = $1 order by subject_seq',
    [id],
  );
  t.deepEqual(events.rows, [
    { type: 'print_job.queued', subject_seq: 1 },
    { type: 'print_job.cancelled', subject_seq: 2 },
  ]);
  const commands = await owner.query(
    "select name, actor ->> 'name' as actor from commands where input ->> 'print_job_id' = $1",
    [id],
  );
  t.deepEqual(commands.rows, [{ name: 'printing.cancel_job', actor: 'all' }]);
});
