/** What a record is found by is one thing however it is scanned: no spaces at its ends, and no unit named twice. */
import test from 'ava';
import { adjust, freshItem } from '../helpers/shelf.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const badEnds = (answer: { status: number; body: any; text: string }, path: string, code: string) =>
  answer.status === 400 &&
  answer.body.error.code === 'VALIDATION_FAILED' &&
  answer.body.error.details.some((one: any) => one.path === path && one.code === code);

test.serial('a code, a SKU, a lot or a serial number neither begins nor ends with a space', async (t) => {
  const { client, standard } = platform;
  const refused = (answer: any, path: string, code: string) =>
    t.true(badEnds(answer, path, code), `${path}: ${answer.text}`);
  const location = { warehouse_id: standard.warehouseId, type: 'storage' };
  refused(await client.post('/api/wms/locations', { ...location, code: 'Q-01 ' }), 'code', 'format');
  refused(await client.post('/api/wms/warehouses', { code: 'EAST ', name: 'East' }), 'code', 'format');
  t.is(
    (await client.post('/api/wms/locations', { ...location, code: 'Q 01' })).status,
    201,
    'between is fine',
  );
  for (const sku of ['MUG ', ' MUG', ' ', 'MUG\u200b', '\u00a0MUG'])
    refused(await client.post('/api/wms/items', { sku, name: 'Mug' }), 'sku', 'text_ends');
  const barcodes = [{ barcode: '4006381333931 ' }];
  refused(
    await client.post('/api/wms/items', { sku: 'MUG', name: 'Mug', barcodes }),
    'barcodes.0.barcode',
    'text_ends',
  );
  t.is((await client.post('/api/wms/items', { sku: 'כד 😀', name: 'Any script' })).status, 201);

  const camera = await freshItem(platform, { serial_tracked: true });
  const serial_nos = ['S1', 'S1 '];
  refused(await adjust(client, camera, { qty_delta: 2, serial_nos }), 'serial_nos.1', 'text_ends');
  const tea = await freshItem(platform, { lot_tracked: true, expiry_tracked: true });
  refused(await adjust(client, tea, { qty_delta: 1, lot_no: 'L9 ' }), 'lot_no', 'text_ends');

  const made = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [camera, tea].map(({ item_id }) => ({ item_id, expected_qty: 9 })),
  });
  const receipt = made.body.data;
  const scan = (line: number, more: object) =>
    client.post(`/api/wms/inbound-receipts/${receipt.id}/receive-line`, {
      receipt_line_id: receipt.lines[line].id,
      received_qty: 1,
      location_id: camera.location_id,
      ...more,
    });
  t.is((await scan(0, { serial_nos: ['S1'] })).status, 200);
  refused(await scan(0, { serial_nos: [' S1'] }), 'serial_nos.0', 'text_ends');
  refused(await scan(0, { serial_nos: ['  '] }), 'serial_nos.0', 'text_ends');
  const expiry_date = '2099-05-05';
  t.is((await scan(1, { lot_no: 'L9', expiry_date })).status, 200);
  refused(await scan(1, { lot_no: 'L9 ', expiry_date: '2098-01-01' }), 'lot_no', 'format');
});

test.serial('an item names each of its units once, in whatever case, and its base unit never', async (t) => {
  const { client } = platform;
  const make = (uoms: object[], more: object = {}) =>
    client.post('/api/wms/items', { sku: `U-${Math.random()}`, name: 'Units', uoms, ...more });
  const twice = await make([
    { uom: 'CS', factor: 2 },
    { uom: 'cs', factor: 3 },
  ]);
  t.like(twice.body.error, { code: 'VALIDATION_FAILED', details: [{ path: 'uoms', code: 'repeated' }] });
  const base = { code: 'VALIDATION_FAILED', details: [{ path: 'uoms', code: 'base_unit' }] };
  t.like((await make([{ uom: 'ea', factor: 2 }])).body.error, base);
  t.like((await make([{ uom: 'KG', factor: 2 }], { uom: 'KG' })).body.error, base);
  const made = await make([{ uom: 'EA', factor: 2 }], { uom: 'KG' });
  t.is(made.status, 201, made.text);
  const changed = await client.patch(`/api/wms/items/${made.body.data.id}`, {
    uoms: [{ uom: 'kg', factor: 5 }],
  });
  t.like(changed.body.error, base);
});

test.serial(
  'a time zone is a name that means one thing here and in the database: no offset, and no abbreviation',
  async (t) => {
    const { client, standard } = platform;
    const abbreviated = ['AET', 'IST', 'EST5EDT', 'GMT'];
    // The runtime knows them, and Postgres does not.
    const notBoth = ['SystemV/PST8', 'US/Pacific-New'];
    const made = (body: object) =>
      client.post('/api/wms/warehouses', { code: 'ZONED', name: 'Zoned', ...body });
    for (const time_zone of ['+05:00', '-0800', '+05', ...abbreviated, ...notBoth])
      for (const answer of [
        await client.patch(`/api/wms/warehouses/${standard.warehouseId}`, { time_zone }),
        await client.patch('/api/tenancy/settings', { time_zone }),
        await made({ time_zone }),
      ]) {
        t.like(answer.body.error, { details: [{ path: 'time_zone', code: 'zone_unknown' }] }, answer.text);
      }
    for (const time_zone of ['UTC', 'america/argentina/ushuaia', 'Asia/Kolkata'])
      t.is((await client.patch('/api/tenancy/settings', { time_zone })).status, 200, time_zone);
    t.is((await made({ time_zone: 'Etc/GMT+5' })).status, 201);
  },
);
