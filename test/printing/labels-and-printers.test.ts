import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { recordingFetch } from '../examples/exchange.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { enrollHub, testDevice, TestLink } from './relay-client.ts';
import { saysInstead } from './says-instead.ts';
import { inTenant } from '../../db/database.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

const label = readFileSync(
  new URL('../../../test/printing/labels/Example1-102x152.zpl', import.meta.url),
  'utf8',
);

test('the label is shown as a PNG, and what is no label says so', async (t) => {
  const { client } = platform;
  const { id } = (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: label })).body
    .data;
  for (let time = 0; time < 2; time += 1) {
    const headers = {
      authorization: `Bearer ${client.accessToken}`,
      'x-organization-id': client.organizationId,
    };
    const preview = `${platform.url}/api/wms/print-jobs/${id}/preview`;
    const response = await recordingFetch(new Request(preview, { headers }));
    t.is(response.status, 200);
    t.is(response.headers.get('content-type'), 'image/png');
    const png = Buffer.from(await response.arrayBuffer());
    t.is(png.subarray(1, 4).toString(), 'PNG');
    t.true(png.length > 5_000);
  }
  // From before there was a check: text that is not a label is refused when it is sent.
  await saysInstead(platform.owner, id, 'no label at all');
  const refused = await client.get(`/api/wms/print-jobs/${id}/preview`);
  t.is(refused.status, 409);
  t.is(refused.body.error.code, 'LABEL_NOT_DRAWABLE');
  t.is((await client.get(`/api/wms/print-jobs/${randomUUID()}/preview`)).status, 404);
});

// By itself: it uses up the organization's share, and others ask for previews too.
test.serial(
  'a label too large to draw is refused before it is drawn, and labels wait within a share',
  async (t) => {
    const { client } = platform;
    const previewOf = async (zpl: string) => {
      const made = await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: zpl });
      return client.get(`/api/wms/print-jobs/${made.body.data.id}/preview`, { headers: { accept: '*/*' } });
    };
    const refused = await previewOf('^XA^PW8000^LL8000^FO1,1^FDx^FS^XZ');
    t.is(refused.status, 400);
    t.is(refused.body.error.code, 'LABEL_TOO_LARGE');
    t.like(refused.body.error.details, { width: 8_000, height: 8_000 });

    await setQuotas(platform.database, platform.threePl.id, { previews: 1 });
    const other = await platform.clientWith(platform.threePl, ['wms.print.view', 'wms.print.create']);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        other.post('/api/wms/print-jobs', {
          label_kind: 'carton',
          zpl_content: `^XA^FO1,1^FDlabel ${index}^FS^XZ`,
        }),
      ),
    );
    const many = await Promise.all(
      made.map(({ body }) =>
        other.get(`/api/wms/print-jobs/${body.data.id}/preview`, { headers: { accept: '*/*' } }),
      ),
    );
    const drawn = many.filter(({ status }) => status === 200).length;
    t.true(drawn >= 1 && drawn < 12, `${drawn} of 12 at once`);
    t.is(many.filter(({ status }) => status === 429).length, 12 - drawn);
    t.is((await previewOf('^XA^FO1,1^FDours^FS^XZ')).status, 200);
  },
);

test('a job goes to the default printer of its warehouse the moment one appears', async (t) => {
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, [
    'wms.print.view',
    'wms.print.create',
    'wms.print.devices',
  ]);
  const { id } = (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '^XA^XZ' }))
    .body.data;
  const hub = await enrollHub(platform.url, client);
  const plain = testDevice({ is_default_label_printer: false });
  const link = await TestLink.greeted(platform.url, hub, [plain]);
  t.teardown(() => link.close());
  t.is((await client.get(`/api/wms/print-jobs/${id}`)).body.data.device_id, null);

  const chosen = await client.patch(`/api/wms/print-devices/${plain.device_id}`, {
    is_default_label_printer: true,
  });
  t.is(chosen.status, 200);
  t.true(chosen.body.data.is_default_label_printer);
  await link.next('offer', (frame) => frame['print_job_id'] === id);
  t.is((await client.get(`/api/wms/print-jobs/${id}`)).body.data.device_id, plain.device_id);

  // If the hub repeats what it said before, that does not undo the choice.
  link.send({ type: 'devices', id: 'd1', devices: [plain] });
  await link.next('devices_ack');
  const { data } = (await client.get('/api/wms/print-devices')).body;
  t.deepEqual(
    data.map((row: any) => [row.id, row.is_default_label_printer, row.online]),
    [[plain.device_id, true, true]],
  );
  t.deepEqual(Object.keys(data[0]).sort(), [
    'address',
    'backlog',
    'backlog_minutes',
    'connection',
    'created_at',
    'device_type',
    'hub_id',
    'hub_name',
    'id',
    'is_default_label_printer',
    'last_seen_at',
    'model',
    'name',
    'online',
    'status',
    'takes',
    'warehouse_id',
    'warehouse_name',
  ]);
  t.is(data[0].warehouse_id, threePl.warehouseId);
});

test("a merchant's token makes and sees its own labels only", async (t) => {
  const { threePl } = platform;
  const granted = ['wms.print.view', 'wms.print.create'] as const;
  const first = await platform.clientWith(threePl, granted, { merchantId: threePl.merchantId });
  const second = await platform.clientWith(threePl, granted, { merchantId: threePl.secondMerchantId! });
  // A text of its own: other files print for the second merchant too, and equal texts stand once.
  const zpl = `^XA^FD${Date.now()}^FS^XZ`;
  const { id } = (await first.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: zpl })).body
    .data;
  t.is((await first.get(`/api/wms/print-jobs/${id}`)).status, 200);
  t.is((await second.get(`/api/wms/print-jobs/${id}`)).status, 404);
  t.is((await second.get(`/api/wms/print-jobs/${id}/preview`)).status, 404);
  t.is((await second.patch(`/api/wms/print-jobs/${id}`, { action: 'cancel' })).status, 404);
  t.false(
    (await second.get('/api/wms/print-jobs?page_size=200')).body.data.some((job: any) => job.id === id),
  );
  const textsOf = (merchantId: string) =>
    inTenant(platform.database, { organizationId: threePl.id, merchantId }, async (tx) => {
      const { rows } = await tx.raw<{ rows: object[] }>('select 1 from label_texts where zpl_content = ?', [
        zpl,
      ]);
      return rows.length;
    });
  t.is(await textsOf(threePl.merchantId), 1);
  t.is(await textsOf(threePl.secondMerchantId!), 0);
});

test('a printer that leaves its hub gives its waiting labels to the next default', async (t) => {
  const { standard, client } = platform;
  const hub = await enrollHub(platform.url, client);
  const old = testDevice({ name: 'Old' });
  const next = testDevice({ name: 'Next', is_default_label_printer: false });
  const link = await TestLink.greeted(platform.url, hub, [old, next]);
  t.teardown(() => link.close());
  const body = { label_kind: 'carton', zpl_content: '^XA^XZ', warehouse_id: standard.warehouseId };
  const { id } = (await client.post('/api/wms/print-jobs', body)).body.data;
  const isOurs = (frame: any) => frame.print_job_id === id;
  t.is((await link.next('offer', isOurs))['device_id'], old.device_id);
  // The hub now reports its own default: a person at the desk chose it.
  link.send({ type: 'devices', id: 'd1', devices: [{ ...next, is_default_label_printer: true }] });
  await link.next('devices_ack');
  await link.next('offer', (frame) => isOurs(frame) && frame['device_id'] === next.device_id);
  const given = await client.post('/api/wms/print-jobs', { ...body, device_id: old.device_id });
  t.is(given.body.error.code, 'UNKNOWN_REFERENCE');
});

test('a repeated POST with one Idempotency-Key is one label', async (t) => {
  const { client } = platform;
  const headers = { 'idempotency-key': randomUUID() };
  const send = () =>
    client.post('/api/wms/print-jobs', { label_kind: 'once', zpl_content: '^XA^XZ' }, { headers });
  const [first, again] = [await send(), await send()];
  t.is(again.status, 201);
  t.is(again.body.data.id, first.body.data.id);
  t.is(again.headers.get('idempotent-replayed'), 'true');
});

// By itself: the other tests rely on there being one warehouse.
test.serial(
  'labels that wait in a warehouse without a printer keep none from the printer of another',
  async (t) => {
    const { client, owner } = platform;
    const [bare, equipped] = await Promise.all(
      ['BARE', 'EQUIPPED'].map(async (code) => {
        const made = await client.post('/api/wms/warehouses', { code, name: code });
        return made.body.data.id as string;
      }),
    );
    const body = { label_kind: 'carton', zpl_content: '^XA^XZ' };
    const older = (await client.post('/api/wms/print-jobs', { ...body, warehouse_id: bare })).body.data.id;
    // As many as are dispatched at a time, as if the warehouse had gone on without its printer.
    await owner.query(
      `insert into print_jobs (organization_id, id, warehouse_id, is_device_given, label_kind, copies, labels_per_copy, zpl_sha256, content_type)
     select organization_id, uuid7(), warehouse_id, false, label_kind, 1, 1, zpl_sha256, content_type
       from print_jobs, generate_series(1, 500) where id = $1`,
      [older],
    );
    const { id } = (await client.post('/api/wms/print-jobs', { ...body, warehouse_id: equipped })).body.data;
    const hub = await enrollHub(platform.url, client, { warehouse_id: equipped });
    const printer = testDevice({ name: 'Theirs' });
    const link = await TestLink.greeted(platform.url, hub, [printer]);
    t.teardown(() => link.close());
    await link.next('offer', (frame) => frame['print_job_id'] === id);
    t.is((await client.get(`/api/wms/print-jobs/${id}`)).body.data.device_id, printer.device_id);
    t.is((await client.get(`/api/wms/print-jobs/${older}`)).body.data.device_id, null);
    await client.post('/api/wms/print-jobs/cancel', { warehouse_id: bare });
    await owner.query('update warehouses set is_active = false where id = any ($1)', [[bare, equipped]]);
  },
);
