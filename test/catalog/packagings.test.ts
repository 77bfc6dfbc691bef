import anyTest, { type TestFn } from 'ava';
import type { Answer } from '../helpers/client.ts';
import { importFile } from '../imports/import-file.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt } from '../helpers/receiving.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const inOrder = (one: string, two: string): number => one.localeCompare(two);

const each = { level: 'each', length_cm: 20, width_cm: 10.25, height_cm: 5, weight_kg: 0.5 };
const inCase = {
  level: 'case',
  uom: 'CS',
  factor: 12,
  length_cm: 41,
  width_cm: 31,
  height_cm: 11,
  weight_kg: 6.4,
};
const pallet = { level: 'pallet', uom: 'PAL', factor: 480, ti: 8, hi: 5 };

const code = ({ status, body }: Pick<Answer, 'status' | 'body'>): string =>
  `${status} ${body.error?.code} ${body.error?.details?.[0]?.path ?? body.error?.details?.path}`;

test('an item has packagings that are its units, and its measures follow from them', async (t) => {
  const { client } = t.context.platform;
  const made = await client.post('/api/wms/items', {
    sku: 'TEA',
    name: 'Tea',
    packagings: [pallet, each, { ...inCase, is_shippable: true, max_stack: 4 }],
  });
  t.is(made.status, 201, made.text);
  const { data } = made.body;
  t.deepEqual(
    data.packagings.map(({ level, uom, factor }: any) => `${level} ${factor} ${uom}`),
    ['each 1 EA', 'case 12 CS', 'pallet 480 PAL'],
  );
  t.like(data.packagings[1], {
    weight_kg: 6.4,
    is_shippable: true,
    must_stand: false,
    max_stack: 4,
    ti: null,
  });
  t.deepEqual(data.uoms, [
    { uom: 'CS', factor: 12 },
    { uom: 'PAL', factor: 480 },
  ]);
  t.like(data, { weight_kg: 0.5, volume_cbm: 0.001025, units_per_carton: 12, units_per_pallet: 480 });

  const path = `/api/wms/items/${data.id}`;
  const back = await client.patch(path, { packagings: data.packagings, uoms: data.uoms });
  t.is(back.status, 200, back.text);
  t.deepEqual(back.body.data.packagings, data.packagings, 'what is read can be sent back');
  const fewer = await client.patch(path, { packagings: [{ ...inCase, weight_kg: 7 }] });
  t.deepEqual(fewer.body.data.uoms, data.uoms, 'what is no packaging any more remains a unit');
  t.deepEqual(
    fewer.body.data.packagings.map(({ level, weight_kg: kg }: any) => `${level} ${kg}`),
    ['case 7'],
  );
  const none = await client.patch(path, { uoms: [{ uom: 'CS', factor: 10 }] });
  t.deepEqual([none.body.data.packagings, none.body.data.uoms], [[], [{ uom: 'CS', factor: 10 }]]);
});

test('packagings that contradict each other, or are absurd, are refused by field', async (t) => {
  const { client } = t.context.platform;
  let count = 0;
  const make = (packagings: object[], more: object = {}) => {
    count += 1;
    return client.post('/api/wms/items', { sku: `BAD-${count}`, name: 'Bad', packagings, ...more });
  };
  const invalid = async (path: string, packagings: object[], more?: object) => {
    const answer = await make(packagings, more);
    t.is(code(answer), `400 VALIDATION_FAILED ${path}`, answer.text);
  };
  await invalid('packagings', [each, each]);
  await invalid('packagings', [inCase, { ...pallet, uom: 'cs' }]);
  await invalid('packagings.0.uom', [{ level: 'case', factor: 12 }]);
  await invalid('packagings.0.factor', [{ level: 'case', uom: 'CS' }]);
  await invalid('packagings.0.uom', [{ ...inCase, uom: 'EA' }]);
  await invalid('packagings.0.uom', [{ ...each, uom: 'KG' }]);
  await invalid('packagings.0.factor', [{ ...each, factor: 2 }]);
  await invalid('packagings.0', [{ level: 'each', length_cm: 3 }]);
  await invalid('packagings.0.length_cm', [{ ...each, length_cm: 1_000 }]);
  await invalid('packagings.0.length_cm', [{ ...each, length_cm: 0.001 }]);
  await invalid('packagings.0.weight_kg', [{ ...each, weight_kg: 1e300 }]);
  await invalid('packagings.0.colour', [{ ...each, colour: 'red' }]);
  await invalid('barcodes', [each], { barcodes: [{ barcode: '1', uom: 'CS' }] });
  for (const [packagings, more] of [
    [[inCase, { level: 'inner', uom: 'IN', factor: 12 }], {}],
    [
      [
        { ...inCase, factor: 10 },
        { level: 'inner', uom: 'IN', factor: 4 },
      ],
      {},
    ],
    [[inCase, { ...pallet, hi: 6 }], {}],
    [[inCase], { uoms: [{ uom: 'CS', factor: 10 }] }],
  ] as const) {
    const answer = await make([...packagings], more);
    t.is(code(answer), '409 PACKAGING_DIFFERS packagings', answer.text);
  }
  const parts = await make([each, { ...inCase, factor: 2.5 }, { level: 'pallet', uom: 'PAL', factor: 100 }]);
  t.is(parts.status, 201, parts.text);
});

test('a packaging is filled with what it says, and its GTIN is scanned as a barcode of its unit', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const make = (sku: string, packagings: object[], more: object = {}) =>
    client.post('/api/wms/items', { sku, name: sku, packagings, ...more });
  const inner = { level: 'inner', uom: 'IN', factor: 4 };
  const ten = { ...inCase, factor: 10 };
  const wrong = await make('GTIN-0', [{ ...inCase, gtin: '4006381333932' }]);
  t.is(code(wrong), '400 VALIDATION_FAILED packagings.0.gtin', wrong.text);
  t.true(wrong.text.includes('wrong check digit'), wrong.text);
  const short = await make('GTIN-0', [{ ...inCase, gtin: '40063813339' }]);
  t.is(code(short), '400 VALIDATION_FAILED packagings.0.gtin');
  const gtin = '4006381333931';
  const twice = await make('GTIN-0', [
    { ...each, gtin },
    { ...inCase, gtin },
  ]);
  t.is(code(twice), '400 VALIDATION_FAILED packagings');
  t.is(code(await make('GTIN-0', [inner, ten])), '409 PACKAGING_DIFFERS packagings');
  const lacking = await make('GTIN-0', [each, { ...ten, contains_level: 'inner' }]);
  t.is(code(lacking), '409 PACKAGING_DIFFERS packagings', 'it has no inners');

  const made = await make('GTIN-1', [inner, { ...ten, contains_level: 'each', gtin }], {
    barcodes: [{ barcode: 'GTIN-1-ONE' }],
  });
  t.is(made.status, 201, made.text);
  const { id, packagings, barcodes } = made.body.data;
  t.like(packagings[1], { contains_level: 'each', gtin });
  t.deepEqual(barcodes, [{ barcode: 'GTIN-1-ONE', uom: null }]);
  t.is((await client.get(`/api/wms/items?barcode=${gtin}`)).body.data[0]?.id, id);
  const path = `/api/wms/items/${id}`;
  t.is((await client.patch(path, { barcodes })).status, 200, 'a list of barcodes leaves it');
  const other = await make('GTIN-2', [{ ...inCase, gtin }]);
  t.deepEqual([other.body.error.code, other.body.error.details.fields], ['DUPLICATE', ['barcodes']]);
  t.is((await make('GTIN-2', [], { barcodes: [{ barcode: gtin }] })).body.error.code, 'DUPLICATE');

  standard.items['GTIN-1'] = id;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'GTIN-1', qty: 60 }] });
  const scanned = await receipt.receive({ received_qty: 2, barcode: gtin });
  t.like(scanned.body.data?.line, { received_qty: 20 }, scanned.text);

  const csv = ['sku,level,uom,factor,contains_level,gtin', 'GTIN-1,case,CTN,12,,96385074'];
  const imported = await importFile(client, 'packagings', { csv: csv.join('\n') });
  t.like(imported, { state: 'completed', updated_count: 1 });
  t.is((await client.get(`/api/wms/items?barcode=${gtin}`)).body.data.length, 0, 'no packaging has it now');
  t.is((await receipt.receive({ received_qty: 2, barcode: '96385074' })).body.data.line.received_qty, 44);
  t.is((await make('GTIN-2', [{ ...inCase, gtin }])).status, 201, 'it is free');
  t.is((await client.patch(path, { uoms: [{ uom: 'IN', factor: 4 }] })).status, 200);
  t.is((await client.get('/api/wms/items?barcode=96385074')).body.data.length, 0, 'its unit is gone');
});

test('packagings come in by CSV, level by level, beside those an item has', async (t) => {
  const { client } = t.context.platform;
  await client.post('/api/wms/items', { sku: 'CSV-PACK', name: 'Cups', packagings: [inCase] });
  const csv = [
    'sku,level,uom,factor,length_cm,width_cm,height_cm,weight_kg,must_stand',
    'CSV-PACK,each,,,8,8,10,0.2,yes',
    'CSV-PACK,case,CTN,24,40,30,25,5,',
    'NOBODY,each,,,1,1,1,1,',
    'CSV-PACK,pallet,PAL,20,,,,,',
  ];
  const run = (lines: string[]): Promise<any> => importFile(client, 'packagings', { csv: lines.join('\n') });
  const bad = await run(csv);
  t.is(bad.state, 'rejected');
  t.true(bad.errors.some(({ problems }: any) => problems[0].code === 'UNKNOWN_REFERENCE'));
  t.true(bad.errors.some(({ problems }: any) => problems[0].code === 'PACKAGING_DIFFERS'));
  const good = await run(csv.slice(0, 3));
  t.like(good, { state: 'completed', created_count: 1, updated_count: 1 });
  const [item] = (await client.get('/api/wms/items?sku=CSV-PACK')).body.data;
  t.deepEqual(
    item.packagings.map(({ level, uom, factor }: any) => `${level} ${factor} ${uom}`),
    ['each 1 EA', 'case 24 CTN'],
  );
});

test('a case that is scanned is received and counted with what is in it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await client.post('/api/wms/items', {
    sku: 'SCAN',
    name: 'Scanned',
    packagings: [inCase],
    barcodes: [{ barcode: 'CASE-12', uom: 'cs' }, { barcode: 'ONE' }],
  });
  t.is(item.status, 201, item.text);
  standard.items['SCAN'] = item.body.data.id;
  const receipt = await makeReceipt(client, standard, {
    lines: [
      { sku: 'SCAN', qty: 60 },
      { sku: 'SCAN', qty: 5, uom: 'CS' },
    ],
  });
  const cases = await receipt.receive({ received_qty: 2, damaged_qty: 1, barcode: 'CASE-12' });
  t.like(cases.body.data?.line, { received_qty: 24, damaged_qty: 12 }, cases.text);
  t.like((await receipt.receive({ received_qty: 3, barcode: 'ONE' })).body.data.line, { received_qty: 27 });
  t.like((await receipt.receive({ received_qty: 24, barcode: 'ONE' }, 1)).body.data.line, {
    received_qty: 2,
  });
  const odd = await receipt.receive({ received_qty: 1, barcode: 'ONE' }, 1);
  t.is(code(odd), '400 VALIDATION_FAILED barcode', 'a twelfth of a case is no quantity');
  const other = await receipt.receive({ received_qty: 1, barcode: 'NOT-THIS' });
  t.is(code(other), '409 BARCODE_OF_OTHER barcode');

  const task = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    item_ids: [item.body.data.id],
    is_blind: false,
    lock: 'none',
  });
  t.is(task.status, 201, task.text);
  const path = `/api/wms/count-tasks/${task.body.data.id}`;
  const line = { location_id: standard.locations['DOCK-1'], item_id: item.body.data.id, counted_qty: 5 };
  const counted = await client.post(`${path}/lines`, { lines: [{ ...line, barcode: 'CASE-12' }] });
  t.is(counted.status, 200, counted.text);
  t.true(counted.text.includes('"counted_qty":60'), counted.text);
  const parts = [
    { ...line, barcode: 'CASE-12', counted_qty: 2 },
    { ...line, barcode: 'ONE', counted_qty: 3 },
  ];
  const both = await client.post(`${path}/lines`, { lines: parts });
  t.true(both.text.includes('"counted_qty":27'), 'two cases and three loose ones');
  const wrong = await client.post(`${path}/lines`, { lines: [{ ...line, barcode: 'NOT-THIS' }] });
  t.is(code(wrong), '409 BARCODE_OF_OTHER lines.0.barcode');
});

test('scans by barcode that run at once count what each of them is', async (t) => {
  const { client, standard } = t.context.platform;
  const item = await client.post('/api/wms/items', {
    sku: 'RACE',
    name: 'Raced',
    packagings: [inCase],
    barcodes: [{ barcode: 'RACE-12', uom: 'CS' }, { barcode: 'RACE-1' }],
  });
  standard.items['RACE'] = item.body.data.id;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'RACE', qty: 1_000 }] });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      receipt.receive({ received_qty: 1, barcode: ['RACE-12', 'RACE-1', 'OTHER'][at % 3] }),
    ),
  );
  t.deepEqual(answers.map(({ status }) => String(status)).toSorted(inOrder), [
    ...Array<string>(8).fill('200'),
    ...Array<string>(4).fill('409'),
  ]);
  const { data } = (await client.get(`/api/wms/inventory?item_id=${item.body.data.id}`)).body;
  t.is(
    data.reduce((sum: number, { qty }: any) => sum + qty, 0),
    4 * 13,
  );
});

test('another organization neither sees packagings nor carton types, and codes are once', async (t) => {
  const { client, threePl, clientWith } = t.context.platform;
  const sides = { inner_length_cm: 30, inner_width_cm: 20, inner_height_cm: 15 };
  const made = await client.post('/api/wms/carton-types', { code: 'S', ...sides, tare_kg: 0.2, cost: 0.85 });
  t.is(made.status, 201, made.text);
  t.like(made.body.data, { max_weight_kg: null, outer_length_cm: null, merchant_id: null, is_active: true });
  const path = `/api/wms/carton-types/${made.body.data.id}`;
  t.is((await client.post('/api/wms/carton-types', { code: 'S', ...sides })).body.error.code, 'DUPLICATE');
  for (const wrong of [
    { outer_length_cm: 31 },
    { outer_length_cm: 29, outer_width_cm: 20, outer_height_cm: 15 },
    { max_weight_kg: 0.2 },
    { inner_length_cm: 1_000 },
    { cost: -1 },
  ]) {
    const refused = await client.patch(path, wrong);
    t.is(refused.status, 400, refused.text);
  }
  const changed = await client.patch(path, { outer_length_cm: 31, outer_width_cm: 21, outer_height_cm: 16 });
  t.like(changed.body.data, { outer_height_cm: 16 });
  t.deepEqual((await client.get(path)).body.data, changed.body.data);
  t.deepEqual((await client.get('/api/wms/carton-types?q=S')).body.data, [changed.body.data]);
  const other = await clientWith(threePl, ['wms.master_data.view', 'wms.master_data.manage']);
  t.is((await other.get(path)).status, 404);
  t.deepEqual((await other.get('/api/wms/carton-types')).body.data, []);
});
