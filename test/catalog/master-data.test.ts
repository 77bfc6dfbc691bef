import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const unknownId = '01890000-0000-7000-8000-000000000000';

interface Kind {
  path: string;
  view: 'wms.master_data.view' | 'oms.master_data.view';
  create(platform: Platform): object;
  change: object;
}

const kinds: Kind[] = [
  {
    path: '/api/wms/warehouses',
    view: 'wms.master_data.view',
    create: () => ({ code: 'W9', name: 'Ninth' }),
    change: { name: 'Renamed', priority: 3 },
  },
  {
    path: '/api/wms/locations',
    view: 'wms.master_data.view',
    create: ({ standard }) => ({
      warehouse_id: standard.warehouseId,
      code: 'B-01',
      type: 'storage',
      capacity: 12.5,
    }),
    change: { capacity: null, zone: 'B' },
  },
  {
    path: '/api/wms/items',
    view: 'wms.master_data.view',
    create: () => ({
      sku: 'NEW-1',
      name: 'New',
      weight_kg: 0.25,
      uoms: [{ uom: 'CS', factor: 12 }],
      barcodes: [{ barcode: '4006381333931' }],
    }),
    change: { name: 'Newer', uoms: [{ uom: 'PAL', factor: 480 }] },
  },
  {
    path: '/api/wms/merchants',
    view: 'wms.master_data.view',
    create: () => ({ code: 'M9', name: 'Ninth merchant' }),
    change: { over_receipt_tolerance_percent: 2.5 },
  },
  {
    path: '/api/wms/carriers',
    view: 'wms.master_data.view',
    create: () => ({ code: 'ABCD', name: 'Abc', scac: 'ABCD' }),
    change: { scac: null },
  },
  {
    path: '/api/wms/vendors',
    view: 'wms.master_data.view',
    create: () => ({ name: 'Ärmel & Söhne', contact: { email: 'a@example.test' }, payment_terms_days: 14 }),
    change: { payment_terms_days: 30 },
  },
  {
    path: '/api/oms/customers',
    view: 'oms.master_data.view',
    create: () => ({ code: 'C9', name: 'Ninth customer', address: { city: 'Oslo' } }),
    change: { email: 'c9@example.test' },
  },
  {
    path: '/api/oms/channels',
    view: 'oms.master_data.view',
    create: () => ({ code: 'EDI', name: 'Edi', type: 'edi' }),
    change: { is_active: false },
  },
  {
    path: '/api/oms/retailers',
    view: 'oms.master_data.view',
    create: () => ({ code: 'R9', name: 'Ninth retailer' }),
    change: { name: 'Tenth retailer' },
  },
];

for (const { path, view, create, change } of kinds) {
  test(`${path} is created, listed, found and changed, and closed to others`, async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const made = await client.post(path, create(platform));
    t.is(made.status, 201, made.text);
    const { id } = made.body.data;
    for (const [field, value] of Object.entries(create(platform))) {
      if (typeof value !== 'object') t.deepEqual(made.body.data[field], value, field);
    }

    const found = await client.get(`${path}/${id}`);
    t.deepEqual(found.body.data, made.body.data);
    const listed = await client.get(`${path}?page_size=200`);
    t.true(listed.body.data.some((row: { id: string }) => row.id === id));
    const changed = await client.patch(`${path}/${id}`, change);
    t.is(changed.status, 200, changed.text);
    for (const [field, value] of Object.entries(change)) t.deepEqual(changed.body.data[field], value);

    t.is((await client.post(path, create(platform))).status, 409, 'a second one of that code');
    const bad = await client.post(path, { ...create(platform), surprise: 1 });
    t.is(bad.status, 400);
    t.is(bad.body.error.details[0].code, 'unknown_field');
    t.is((await client.get(`${path}/${unknownId}`)).status, 404);
    t.is((await client.patch(`${path}/${unknownId}`, change)).status, 404);

    const stranger = await platform.clientWith(platform.threePl, [
      view,
      view.replace('view', 'manage') as typeof view,
    ]);
    t.is((await stranger.get(`${path}/${id}`)).status, 404, 'another organization');
    t.is((await stranger.patch(`${path}/${id}`, change)).status, 404);
    const viewer = await platform.clientWith(platform.standard, [view]);
    t.is((await viewer.get(`${path}/${id}`)).status, 200);
    t.is((await viewer.post(path, create(platform))).status, 403);
    const outsider = await platform.clientWith(platform.standard, ['tenancy.view']);
    t.is((await outsider.get(path)).status, 403);
    t.is((await fetch(platform.url + path)).status, 401);
  });
}

test('a warehouse comes with its staging, cross-dock and transit locations', async (t) => {
  const { client } = t.context.platform;
  const { id, time_zone: zone } = (await client.post('/api/wms/warehouses', { code: 'W2', name: 'Second' }))
    .body.data;
  t.is(zone, 'UTC');
  const { data } = (await client.get(`/api/wms/locations?warehouse_id=${id}`)).body;
  t.deepEqual(data.map((location: { type: string }) => location.type).sort(), [
    'cross_dock',
    'staging',
    'transit',
  ]);
});

test('a location of another organization is an unknown reference', async (t) => {
  const { client, threePl } = t.context.platform;
  const refused = await client.post('/api/wms/locations', {
    warehouse_id: threePl.warehouseId,
    code: 'X',
    type: 'pick',
  });
  t.is(refused.status, 400);
  t.is(refused.body.error.code, 'UNKNOWN_REFERENCE');
  t.is(refused.body.error.details.path, 'warehouse_id');
});

test('an item is found by a barcode, and a barcode names one item', async (t) => {
  const { client } = t.context.platform;
  const made = await client.post('/api/wms/items', {
    sku: 'BAR-1',
    name: 'Bar',
    barcodes: [{ barcode: '0001', uom: 'EA' }],
  });
  const { data } = (await client.get('/api/wms/items?barcode=0001')).body;
  t.deepEqual(
    data.map((item: { id: string }) => item.id),
    [made.body.data.id],
  );
  const second = await client.post('/api/wms/items', {
    sku: 'BAR-2',
    name: 'Bar',
    barcodes: [{ barcode: '0001' }],
  });
  t.is(second.status, 409);
  const twice = await client.post('/api/wms/items', {
    sku: 'BAR-3',
    name: 'Bar',
    uoms: [
      { uom: 'CS', factor: 1 },
      { uom: 'CS', factor: 2 },
    ],
  });
  t.is(twice.status, 400);
  t.is(
    (await client.patch(`/api/wms/items/${made.body.data.id}`, { uom: 'KG' })).status,
    400,
    'the base unit is fixed',
  );
});

test('in the 3PL edition an item needs its merchant, and a merchant sees only its own', async (t) => {
  const { platform } = t.context;
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, ['wms.master_data.view', 'wms.master_data.manage']);
  const refused = await house.post('/api/wms/items', { sku: 'A', name: 'A' });
  t.is(refused.body.error.code, 'MERCHANT_REQUIRED');
  const made = await house.post('/api/wms/items', {
    sku: 'A',
    name: 'A',
    merchant_id: threePl.secondMerchantId,
  });
  t.is(made.status, 201, made.text);
  const first = await platform.clientWith(threePl, ['wms.master_data.view', 'wms.master_data.manage'], {
    merchantId: threePl.merchantId,
  });
  t.is((await first.get(`/api/wms/items/${made.body.data.id}`)).status, 404);
  t.is((await first.patch(`/api/wms/items/${made.body.data.id}`, { name: 'B' })).status, 404);
  const own = await first.post('/api/wms/items', { sku: 'OWN', name: 'Own' });
  t.is(own.body.data.merchant_id, threePl.merchantId);
});

test('a vendor is its owner’s words; another organization’s are never shown, a match is proposed', async (t) => {
  const { platform } = t.context;
  const { client, threePl } = platform;
  const other = await platform.clientWith(threePl, ['wms.master_data.view', 'wms.master_data.manage']);
  const ours = await client.post('/api/wms/vendors', {
    name: 'Shared Ltd',
    identifiers: { duns: '111111111', website: 'ours.example.test' },
    contact: { phone: '555' },
    payment_terms_days: 7,
    code: 'OURS',
  });
  const theirs = await other.post('/api/wms/vendors', { name: 'SHARED LTD', identifiers: { gln: '1' } });
  const path = `/api/wms/vendors/${theirs.body.data?.id}`;
  t.is(theirs.status, 201, theirs.text);
  t.not(theirs.body.data.id, ours.body.data.id);
  t.is(theirs.body.data.name, 'SHARED LTD');
  t.deepEqual(theirs.body.data.identifiers, { gln: '1' });
  t.not(theirs.body.data.directory_id, ours.body.data.directory_id);
  const proposed = await other.get(`${path}/matches`);
  t.deepEqual(proposed.body.data.matches, [
    { directory_id: ours.body.data.directory_id, matched_by: ['name'] },
  ]);
  t.notRegex(proposed.text, /Shared Ltd|111111111|ours\.example/);
  const guessed = await other.patch(path, {
    name: 'Somebody else',
    directory_id: ours.body.data.directory_id,
  });
  t.like(guessed.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'directory_id' } });
  const taken = await other.patch(path, { directory_id: ours.body.data.directory_id });
  t.is(taken.body.data?.directory_id, ours.body.data.directory_id, taken.text);
  t.deepEqual(taken.body.data.identifiers, { gln: '1' });
  t.like((await client.get(`/api/wms/vendors/${ours.body.data.id}`)).body.data, {
    name: 'Shared Ltd',
    identifiers: { duns: '111111111', website: 'ours.example.test' },
  });
  t.deepEqual(theirs.body.data.contact, {});
  t.is(theirs.body.data.payment_terms_days, null);
  t.is(theirs.body.data.code, 'SHARED-LTD');
  t.deepEqual((await client.get(`/api/wms/vendors/${ours.body.data.id}`)).body.data.contact, {
    phone: '555',
  });
  t.is((await other.get('/api/wms/vendors?q=OURS')).body.meta.total, 0);
});

test('lists are searched, filtered and paged', async (t) => {
  const { client, standard } = t.context.platform;
  const page = (
    await client.get(
      `/api/wms/locations?warehouse_id=${standard.warehouseId}&type=storage&page=2&page_size=2`,
    )
  ).body;
  t.is(page.data.length, 2);
  t.is(page.data[0].code, 'A-03');
  t.true(page.meta.total >= 5);
  t.is((await client.get('/api/wms/items?q=%25')).body.meta.total, 0, 'a percent sign is a letter');
  t.is((await client.get('/api/wms/items?page=9999')).body.data.length, 0);
  t.is((await client.get('/api/wms/items?page_size=201')).status, 400);
  t.is((await client.get('/api/wms/items?color=red')).status, 400);
});

test('reason codes are seeded, added and taken out of use', async (t) => {
  const { client, platform } = { client: t.context.platform.client, platform: t.context.platform };
  const { data } = (await client.get('/api/wms/reason-codes')).body;
  t.true(
    ['damage', 'lost', 'found', 'count', 'expired', 'correction', 'sample', 'return'].every((code) =>
      data.some((one: { code: string }) => one.code === code),
    ),
  );
  t.is((await client.post('/api/wms/reason-codes', { code: 'theft' })).status, 201);
  t.is((await client.post('/api/wms/reason-codes', { code: 'theft' })).status, 409);
  t.false((await client.patch('/api/wms/reason-codes/theft', { is_active: false })).body.data.is_active);
  t.is((await client.patch('/api/wms/reason-codes/nothing', { is_active: false })).status, 404);
  const viewer = await platform.clientWith(platform.standard, ['wms.master_data.view']);
  t.is((await viewer.post('/api/wms/reason-codes', { code: 'x' })).status, 403);
});
