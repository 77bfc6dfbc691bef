import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** Starts an import and reads it until it is over. */
async function finished(client: Client, kind: string, body: object): Promise<any> {
  const started = await client.post(`/api/wms/imports/${kind}`, body);
  if (started.status !== 201) throw new Error(started.text);
  return until(
    'the import is finished',
    async () => {
      const { data } = (await client.get(`/api/wms/imports/${started.body.data.id}`)).body;
      return data.finished_at && data;
    },
    150_000,
  );
}

test('items and locations come in by CSV, and again changes them', async (t) => {
  const { client } = t.context.platform;
  const items = await finished(client, 'items', {
    csv: 'sku,name,lot_tracked,weight_kg,barcodes,uoms\nCSV-1,"One, and only",yes,0.5,111|112,CS=12\nCSV-2,Two,,,,\n',
  });
  t.like(items, {
    state: 'completed',
    lines_total: 2,
    lines_checked: 2,
    lines_applied: 2,
    created_count: 2,
    lines_bad: 0,
  });
  const [one] = (await client.get('/api/wms/items?sku=CSV-1')).body.data;
  t.like(one, {
    name: 'One, and only',
    lot_tracked: true,
    weight_kg: 0.5,
    uoms: [{ uom: 'CS', factor: 12 }],
  });
  t.is(one.barcodes.length, 2);
  const again = await finished(client, 'items', { csv: 'sku,name\nCSV-1,Renamed\n' });
  t.like(again, { updated_count: 1, created_count: 0 });
  t.like((await client.get('/api/wms/items?sku=CSV-1')).body.data[0], { name: 'Renamed', lot_tracked: true });
  const locations = await finished(client, 'locations', {
    csv: 'warehouse,code,type,capacity\nW1,CSV-A,storage,10\nW1,CSV-B,pick,\n',
  });
  t.is(locations.created_count, 2);
  t.like((await client.get('/api/wms/locations?code=CSV-A')).body.data[0], { type: 'storage', capacity: 10 });
});

test('a dry run names every bad line by every rule and changes nothing', async (t) => {
  const { client } = t.context.platform;
  const csv = [
    'sku,name,weight_kg,merchant',
    'DRY-1,Good,1,',
    'DRY-2,,1,',
    'DRY-3,Heavy,ten,',
    'DRY-1,Again,1,',
    'DRY-4,Light,-1,',
    'DRY-5,Foreign,1,NOBODY',
  ].join('\n');
  const checked = await finished(client, 'items', { csv, dry_run: true });
  t.like(checked, { state: 'checked', lines_total: 6, lines_checked: 6, lines_applied: 0, lines_bad: 5 });
  t.deepEqual(
    checked.errors.map((error: any) => [error.line, error.problems[0].path, error.problems[0].code]),
    [
      [3, 'name', 'required'],
      [4, 'weight_kg', 'type'],
      [5, 'merchant, sku', 'repeated'],
      [6, 'weight_kg', 'number_min'],
      [7, 'merchant', 'UNKNOWN_REFERENCE'],
    ],
  );
  t.is((await client.get('/api/wms/items?q=DRY-')).body.meta.total, 0);
  const errors = (await client.get(`/api/wms/imports/${checked.id}/errors?page=2&page_size=2`)).body;
  t.deepEqual([errors.data.map((error: any) => error.line), errors.meta.total], [[5, 6], 5]);

  const refused = await finished(client, 'items', { csv });
  t.like(refused, { state: 'rejected', created_count: 0 });
  t.is((await client.get('/api/wms/items?q=DRY-')).body.meta.total, 0, 'one bad line and nothing is applied');
  const skipped = await finished(client, 'items', { csv, skip_bad_lines: true });
  t.like(skipped, { state: 'completed', created_count: 1, lines_bad: 5 });
});

test('opening stock is booked once: the same file again is refused line by line', async (t) => {
  const { client } = t.context.platform;
  const csv = [
    'warehouse,location,sku,qty,lot_no,expiry_date,status',
    'W1,A-05,PLAIN,120,,,',
    'W1,A-05,EXPIRY,30,L9,2031-05-01,hold',
  ].join('\n');
  const booked = await finished(client, 'stock', { csv });
  t.like(booked, { state: 'completed', created_count: 2 }, JSON.stringify(booked.errors));
  const rows = (await client.get('/api/wms/inventory?location=A-05')).body.data;
  t.deepEqual(
    rows.map((row: any) => [row.sku, row.qty, row.lot_no, row.expiry_date, row.status]),
    [
      ['EXPIRY', 30, 'L9', '2031-05-01', 'hold'],
      ['PLAIN', 120, null, null, 'available'],
    ],
  );
  const again = await finished(client, 'stock', { csv });
  t.like(again, { state: 'rejected', lines_bad: 2 });
  t.deepEqual(
    again.errors.map((error: any) => error.problems[0].code),
    ['CONFLICT', 'CONFLICT'],
  );
  const bad = await finished(client, 'stock', {
    dry_run: true,
    csv: 'warehouse,location,sku,qty,lot_no,expiry_date\nW1,A-04,LOT,1,,\nW1,NOWHERE,PLAIN,1,,\nW1,A-04,SERIAL,1,,\nW1,A-04,EXPIRY,1,L9,2032-01-01\nW1,A-04,PLAIN,0,,\nW1,A-04,EXPIRY,1,L8,2031-02-30\n',
  });
  t.deepEqual(
    bad.errors.map((error: any) => error.problems[0].code),
    [
      'LOT_REQUIRED',
      'UNKNOWN_REFERENCE',
      'SERIAL_REQUIRED',
      'LOT_EXPIRY_CONFLICT',
      'number_greater',
      'date_calendar',
    ],
  );
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});

test('a large file is worked off in chunks', async (t) => {
  const { client } = t.context.platform;
  const lines = Array.from({ length: 450 }, (_, index) => `BULK-${index},Bulk ${index}`);
  const done = await finished(client, 'items', { csv: `sku,name\n${lines.join('\n')}\n` });
  t.like(done, {
    state: 'completed',
    lines_total: 450,
    lines_checked: 450,
    lines_applied: 450,
    created_count: 450,
  });
  t.is((await client.get('/api/wms/items?q=BULK-')).body.meta.total, 450);
});

test('imports are closed to others, and opening stock takes the special permission', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const csv = 'sku,name\nMINE,Mine\n';
  const mine = await finished(client, 'items', { csv });
  const stranger = await platform.clientWith(threePl, ['wms.master_data.view']);
  t.is((await stranger.get(`/api/wms/imports/${mine.id}`)).status, 404);
  t.is((await stranger.get(`/api/wms/imports/${mine.id}/errors`)).status, 404);
  t.is((await stranger.get('/api/wms/imports')).body.meta.total, 0);
  t.is((await stranger.post('/api/wms/imports/items', { csv })).status, 403);
  const keeper = await platform.clientWith(standard, ['wms.master_data.manage']);
  t.is((await keeper.post('/api/wms/imports/stock', { csv })).status, 403);
  t.is((await fetch(`${platform.url}/api/wms/imports/items`, { method: 'POST' })).status, 401);
  for (const bad of [
    {},
    { csv: '' },
    { csv: 'sku\nA' },
    { csv: 'sku,name\n"A' },
    { csv: 'sku,name,shoe\nA,B,C' },
    { csv, kind: 'stock' },
  ]) {
    t.is((await client.post('/api/wms/imports/items', bad)).status, 400, JSON.stringify(bad));
  }
  const merchant = await platform.clientWith(threePl, ['wms.master_data.manage', 'wms.master_data.view'], {
    merchantId: threePl.merchantId,
  });
  const foreign = await finished(merchant, 'items', {
    csv: 'sku,name,merchant\nX,X,M2\nY,Y,\n',
    skip_bad_lines: true,
  });
  t.like(foreign, { created_count: 1, lines_bad: 1 }, "a merchant's token imports for its merchant only");
});
