import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { importFile } from './import-file.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { until } from '../helpers/wait.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('items and locations come in by CSV, and again changes them', async (t) => {
  const { client } = t.context.platform;
  const items = await importFile(client, 'items', {
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
  const again = await importFile(client, 'items', { csv: 'sku,name\nCSV-1,Renamed\n' });
  t.like(again, { updated_count: 1, created_count: 0 });
  t.like((await client.get('/api/wms/items?sku=CSV-1')).body.data[0], { name: 'Renamed', lot_tracked: true });
  const locations = await importFile(client, 'locations', {
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
  const checked = await importFile(client, 'items', { csv, dry_run: true });
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

  const refused = await importFile(client, 'items', { csv });
  t.like(refused, { state: 'rejected', created_count: 0 });
  t.is((await client.get('/api/wms/items?q=DRY-')).body.meta.total, 0, 'one bad line and nothing is applied');
  const skipped = await importFile(client, 'items', { csv, skip_bad_lines: true });
  t.like(skipped, { state: 'completed', created_count: 1, lines_bad: 5 });
});

// Alone: it looks at all stock there is.
test.serial('opening stock is booked once: the same file again is refused line by line', async (t) => {
  const { client } = t.context.platform;
  const csv = [
    'warehouse,location,sku,qty,lot_no,expiry_date,status',
    'W1,A-05,PLAIN,120,,,',
    'W1,A-05,EXPIRY,30,L9,2031-05-01,hold',
  ].join('\n');
  const booked = await importFile(client, 'stock', { csv });
  t.like(booked, { state: 'completed', created_count: 2 }, JSON.stringify(booked.errors));
  const rows = (await client.get('/api/wms/inventory?location=A-05')).body.data;
  t.deepEqual(
    rows.map((row: any) => [row.sku, row.qty, row.lot_no, row.expiry_date, row.status]),
    [
      ['EXPIRY', 30, 'L9', '2031-05-01', 'hold'],
      ['PLAIN', 120, null, null, 'available'],
    ],
  );
  const again = await importFile(client, 'stock', { csv });
  t.like(again, { state: 'rejected', lines_bad: 2 });
  t.deepEqual(
    again.errors.map((error: any) => error.problems[0].code),
    ['CONFLICT', 'CONFLICT'],
  );
  const bad = await importFile(client, 'stock', {
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

test('opening stock that orders hold is there all the same, and is not booked again', async (t) => {
  const { client } = t.context.platform;
  const item = (await client.post('/api/wms/items', { sku: 'PROMISED', name: 'Promised' })).body.data.id;
  const csv = 'warehouse,location,sku,qty\nW1,A-05,PROMISED,5\n';
  t.is((await importFile(client, 'stock', { csv })).state, 'completed');
  const order = await newOrder(client, [{ item, qty: 5 }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const again = await importFile(client, 'stock', { csv });
  t.deepEqual([again.state, again.errors[0]?.problems[0].code], ['rejected', 'CONFLICT']);
});

test('a large file is worked off in chunks', async (t) => {
  const { client } = t.context.platform;
  const lines = Array.from({ length: 450 }, (_, index) => `BULK-${index},Bulk ${index}`);
  const done = await importFile(client, 'items', { csv: `sku,name\n${lines.join('\n')}\n` });
  t.like(done, {
    state: 'completed',
    lines_total: 450,
    lines_checked: 450,
    lines_applied: 450,
    created_count: 450,
  });
  t.is((await client.get('/api/wms/items?q=BULK-')).body.meta.total, 450);
});

/** Sends a file unchanged, and reads its import until it has finished. */
async function finishedFile(
  platform: Platform,
  path: string,
  body: string | Uint8Array<ArrayBuffer> | FormData,
  type?: string,
): Promise<{ status: number; data: any }> {
  const { client, standard, url } = platform;
  const answer = await fetch(`${url}/api/wms/imports/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${standard.accessToken}`,
      'x-organization-id': standard.id,
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  });
  const started: any = await answer.json();
  if (!answer.ok) return { status: answer.status, data: started.error };
  const data = await until(
    'the import is finished',
    async () => {
      const { data: now } = (await client.get(`/api/wms/imports/${started.data.id}`)).body;
      return now.finished_at && now;
    },
    150_000,
  );
  return { status: answer.status, data };
}

test('a file comes as the body itself or in a form, as Excel saves it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const text = '\uFEFFsku;name;weight_kg\r\nFILE-1;Stuhl, grün;1,5\r\n';
  const first = await finishedFile(platform, 'items', text, 'text/csv; charset=utf-8');
  t.like(first, { status: 201, data: { state: 'completed', created_count: 1, dry_run: false } });
  t.like((await client.get('/api/wms/items?sku=FILE-1')).body.data[0], {
    name: 'Stuhl, grün',
    weight_kg: 1.5,
  });

  const dry = await finishedFile(platform, 'items?dry_run=true', 'sku\tname\nFILE-2\tB\n', 'text/csv');
  t.like(dry.data, { state: 'checked', dry_run: true, created_count: 0 });
  t.is((await client.get('/api/wms/items?sku=FILE-2')).body.meta.total, 0);

  const form = new FormData();
  form.set('csv', new File([Buffer.from('\uFEFFsku\tname\nFILE-3\tC\nFILE-3\tD\n', 'utf16le')], 'items.txt'));
  form.set('skip_bad_lines', 'true');
  const formed = await finishedFile(platform, 'items', form);
  t.like(formed.data, { state: 'completed', skip_bad_lines: true, created_count: 1, lines_bad: 1 });

  const refused: [string, string, string | FormData, string | undefined][] = [
    ['unknown_field', 'items?dryrun=true', text, 'text/csv'],
    ['type', 'items?dry_run=perhaps', text, 'text/csv'],
    ['unknown_field', 'items?dry_run=true', JSON.stringify({ csv: text }), 'application/json'],
    ['unknown_field', 'items?dry_run=true', form, undefined],
    ['required', 'items', new URLSearchParams({}).toString(), 'multipart/form-data; boundary=x'],
    ['charset', 'items', text, 'text/csv; charset=klingon'],
  ];
  for (const [code, path, body, type] of refused) {
    const { status, data } = await finishedFile(platform, path, body, type);
    t.is(status, 400, JSON.stringify(data));
    if (code !== 'required') t.is(data.details[0].code, code, JSON.stringify(data));
  }
  t.is((await finishedFile(platform, 'items', text, 'application/xml')).status, 415);
});

test('lines done together are told apart: what only the database refuses costs nobody else a place', async (t) => {
  const { client } = t.context.platform;
  const line = (index: number): string => {
    // Every 97th line has the barcode of the line before.
    if (index % 97 === 5) return `TOG-${index},Bad,BAR-${index - 1}`;
    return `TOG-${index},Item ${index},BAR-${index}`;
  };
  const csv = `sku,name,barcodes\n${Array.from({ length: 300 }, (_, index) => line(index)).join('\n')}\n`;
  const checked = await importFile(client, 'items', { csv, dry_run: true });
  const bad = Array.from({ length: 300 }, (_, index) => index).filter((index) => index % 97 === 5);
  t.deepEqual(
    checked.errors.map((error: any) => [error.line, error.problems[0].code]),
    bad.map((index) => [index + 2, 'DUPLICATE']),
  );
  const applied = await importFile(client, 'items', { csv, skip_bad_lines: true });
  t.like(applied, { state: 'completed', created_count: 300 - bad.length, lines_bad: bad.length });
  t.is((await client.get('/api/wms/items?q=TOG-')).body.meta.total, 300 - bad.length);
});

test('one record said with and without its merchant stands twice: the second line is refused', async (t) => {
  const { client, standard } = t.context.platform;
  const merchants = (await client.get('/api/wms/merchants')).body.data;
  const own = merchants.find((merchant: any) => merchant.id === standard.merchantId);
  const csv = `sku,name,merchant\nTWICE,First,\nOTHER,Other,\nTWICE,Second,${own.code}\n`;
  const refused = await importFile(client, 'items', { csv });
  t.like(refused, { state: 'rejected', created_count: 0, lines_bad: 1 });
  t.is(refused.errors[0].line, 4);
  t.is((await client.get('/api/wms/items?sku=TWICE')).body.meta.total, 0);
});

test('tracking by serial does not change under stock, by a file either', async (t) => {
  const { client } = t.context.platform;
  const made = await importFile(client, 'items', { csv: 'sku,name\nSERIALS,Later counted one by one\n' });
  t.is(made.created_count, 1);
  const stock = 'warehouse,location,sku,qty\nW1,A-03,SERIALS,4\n';
  t.is((await importFile(client, 'stock', { csv: stock })).created_count, 1);
  const csv = 'sku,name,serial_tracked\nSERIALS,Later counted one by one,yes\n';
  const refused = await importFile(client, 'items', { csv });
  t.deepEqual([refused.state, refused.errors[0].problems[0].code], ['rejected', 'IN_USE']);
});

test('imports are closed to others, and opening stock takes the special permission', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const csv = 'sku,name\nMINE,Mine\n';
  const mine = await importFile(client, 'items', { csv });
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
  const foreign = await importFile(merchant, 'items', {
    csv: 'sku,name,merchant\nX,X,M2\nY,Y,\n',
    skip_bad_lines: true,
  });
  t.like(foreign, { created_count: 1, lines_bad: 1 }, "a merchant's token imports for its merchant only");
});
