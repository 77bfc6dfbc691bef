/** Imports of several slices, and two of them at the same records at once: each line is done once, and told where it is. */
import test from 'ava';
import { importFile } from './import-file.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const numbered = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at));

test('a file of several slices is told line by line, and one that ends with a slice ends', async (t) => {
  const { client } = platform;
  // Line 2 is the first: a bad one in each slice, found as it is read, and another that only its check finds.
  const shelf = (at: number): string => {
    if (at % 2_000 === 5) return `W1,SL-${at},storage,ten`;
    return at % 2_000 === 7 ? `W1,SL-${at},attic,${at}` : `W1,SL-${at},storage,${at}`;
  };
  const csv = `warehouse,code,type,pick_sequence\n${numbered(4_100, shelf).join('\n')}\n`;
  const done = await importFile(client, 'locations', { csv, skip_bad_lines: true });
  t.like(done, {
    state: 'completed',
    lines_total: 4_100,
    lines_checked: 4_100,
    lines_applied: 4_094,
    created_count: 4_094,
    lines_bad: 6,
  });
  t.deepEqual(
    done.errors.map(({ line, problems: [{ path }] }: any) => [line, path]),
    [0, 2_000, 4_000].flatMap((first) => [
      [first + 7, 'pick_sequence'],
      [first + 9, 'type'],
    ]),
  );
  const even = numbered(4_000, (at) => `W1,SL-${at},pick,${at}`).join('\n');
  const again = await importFile(client, 'locations', {
    csv: `warehouse,code,type,pick_sequence\n${even}\n`,
  });
  t.like(again, { state: 'completed', lines_applied: 4_000, created_count: 4, updated_count: 3_996 });
});

test('two imports of the same SKUs at once make each item once, with the parts of one of them', async (t) => {
  const { client } = platform;
  const file = (factor: number, order: (lines: string[]) => string[]): object => {
    const lines = numbered(
      300,
      (at) => `RACE-${at},Item of ${factor},RB-${at}-${factor}|RB-${at},CS=${factor}`,
    );
    return { csv: `sku,name,barcodes,uoms\n${order(lines).join('\n')}\n` };
  };
  const [one, other] = await Promise.all([
    importFile(
      client,
      'items',
      file(12, (lines) => lines),
    ),
    importFile(
      client,
      'items',
      file(24, (lines) => lines.toReversed()),
    ),
  ]);
  for (const done of [one, other]) t.like(done, { state: 'completed', lines_bad: 0, lines_applied: 300 });
  t.is(one.created_count + other.created_count, 300);
  t.is(one.updated_count + other.updated_count, 300);
  const { data, meta } = (await client.get('/api/wms/items?q=RACE-&page_size=200')).body;
  t.is(meta.total, 300);
  for (const { sku, name, uoms, barcodes } of data) {
    const factor = Number(name.split(' ').pop());
    t.deepEqual(uoms, [{ uom: 'CS', factor }], sku);
    t.deepEqual(
      barcodes.map(({ barcode }: any) => barcode).toSorted(),
      [`RB-${sku.slice(5)}`, `RB-${sku.slice(5)}-${factor}`],
      sku,
    );
  }
});

test('the same stock sent twice at once lies there once, and each line of the other file is refused', async (t) => {
  const { client } = platform;
  const skus = numbered(40, (at) => `HEAP-${at}`);
  const items = await importFile(client, 'items', {
    csv: `sku,name\n${skus.map((sku) => `${sku},A heap`).join('\n')}\n`,
  });
  t.is(items.created_count, 40);
  const lines = skus.flatMap((sku) => ['A-01', 'A-02', 'A-03'].map((shelf) => `W1,${shelf},${sku},7`));
  const csv = (order: string[]) => ({
    csv: `warehouse,location,sku,qty\n${order.join('\n')}\n`,
    skip_bad_lines: true,
  });
  const both = await Promise.all([
    importFile(client, 'stock', csv(lines)),
    importFile(client, 'stock', csv(lines.toReversed())),
  ]);
  t.is(both[0].created_count + both[1].created_count, 120);
  t.is(both[0].lines_bad + both[1].lines_bad, 120);
  for (const { errors } of both)
    for (const { problems } of errors) t.deepEqual([problems[0].code, problems[0].path], ['CONFLICT', 'qty']);
  const stock = (await client.get('/api/wms/inventory?page_size=200')).body.data;
  const heaps = stock.filter(({ sku }: any) => sku.startsWith('HEAP-'));
  t.is(heaps.length, 120);
  t.true(heaps.every(({ qty }: any) => qty === 7));
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});

test('what a line says against one far above it is found before anything is applied', async (t) => {
  const { client } = platform;
  const far = 2_500;
  const items = numbered(far, (at) => `FAR-${at},Item ${at},FB-${at === far - 1 ? 0 : at}`);
  const refused = await importFile(client, 'items', { csv: `sku,name,barcodes\n${items.join('\n')}\n` });
  t.like(refused, { state: 'rejected', lines_bad: 1, lines_applied: 0 });
  t.like(refused.errors[0], { line: far + 1, problems: [{ path: 'barcodes', code: 'DUPLICATE' }] });
  t.is((await client.get('/api/wms/items?q=FAR-')).body.meta.total, 0);

  const shelves = numbered(1_100, (at) => `W1,FAR-${at},storage`);
  await importFile(client, 'locations', { csv: `warehouse,code,type\n${shelves.join('\n')}\n` });
  const line = (at: number, lot: string, dates: string, status = '') =>
    `W1,FAR-${at},LOT,1,${lot},${dates},${status}`;
  const lines = [
    line(0, 'L1', '2031-01-01,2030-01-01'),
    line(1, 'L2', ',2030-01-01'),
    ...numbered(1_090, (at) => line(at + 2, 'L3', ',')),
    line(1_092, 'L1', '2032-01-01,'),
    line(1_093, 'L2', ',2030-02-02'),
    line(2, 'L3', ',', 'available'),
    line(1_094, 'L1', ',2030-01-01'),
  ];
  const stock = await importFile(client, 'stock', {
    csv: `warehouse,location,sku,qty,lot_no,expiry_date,manufacture_date,status\n${lines.join('\n')}\n`,
  });
  t.like(stock, { state: 'rejected', lines_applied: 0 });
  t.deepEqual(
    stock.errors.map(({ line: no, problems: [{ path, code }] }: any) => [no, path, code]),
    [
      [1_094, 'expiry_date', 'LOT_EXPIRY_CONFLICT'],
      [1_095, 'manufacture_date', 'LOT_EXPIRY_CONFLICT'],
      [1_096, 'merchant, warehouse, location, sku, lot_no, status', 'repeated'],
    ],
  );
});

test('opening stock keeps to the dates on record, and its dates belong to a lot', async (t) => {
  const { client } = platform;
  const header = 'warehouse,location,sku,qty,lot_no,expiry_date,manufacture_date';
  const first = await importFile(client, 'stock', { csv: `${header}\nW1,A-04,LOT,5,DATED,,2030-01-01\n` });
  t.like(first, { state: 'completed' }, JSON.stringify(first.errors));
  const refused = await importFile(client, 'stock', {
    csv: [
      header,
      'W1,A-05,LOT,5,DATED,,2030-02-02',
      'W1,A-05,PLAIN,5,,,2030-02-02',
      'W1,A-01,LOT,5,DATED,2029-12-31,',
      'W1,A-05,LOT,5,NEWER,2030-01-01,2030-01-02',
    ].join('\n'),
    dry_run: true,
  });
  t.deepEqual(
    refused.errors.map(({ line, problems: [{ path, code }] }: any) => [line, path, code]),
    [
      [2, 'manufacture_date', 'LOT_EXPIRY_CONFLICT'],
      [3, 'lot_no', 'LOT_REQUIRED'],
      [4, 'expiry_date', 'EXPIRY_BEFORE_MANUFACTURE'],
      [5, 'expiry_date', 'EXPIRY_BEFORE_MANUFACTURE'],
    ],
  );
});

test('an item is checked with all of its packagings, and a part of it too far below is refused', async (t) => {
  const { client } = platform;
  const fillers = numbered(1_999, (at) => `FILL-${at}`);
  const skus = ['SPLIT', 'DISTANT', ...fillers];
  await importFile(client, 'items', { csv: `sku,name\n${skus.map((sku) => `${sku},Packed`).join('\n')}\n` });
  const header = 'merchant,sku,level,uom,factor';
  const filling = fillers.map((sku) => `,${sku},case,CS,10`);
  const parts = [',SPLIT,case,CS,12', 'OWN,SPLIT,pallet,PAL,6'];
  for (const [first, second] of [parts, parts.toReversed()]) {
    const done = await importFile(client, 'packagings', {
      csv: `${[header, ...filling, first, second].join('\n')}\n`,
    });
    t.like(done, { state: 'rejected', lines_applied: 0, lines_bad: 2 });
    t.deepEqual(
      done.errors.map(({ line, problems: [{ code }] }: any) => [line, code]),
      [
        [2_001, 'PACKAGING_DIFFERS'],
        [2_002, 'PACKAGING_DIFFERS'],
      ],
    );
  }
  const apart = [',DISTANT,case,CS,12', ...filling, ',SPLIT,case,CS,4', 'OWN,DISTANT,pallet,PAL,6'];
  const done = await importFile(client, 'packagings', { csv: `${[header, ...apart].join('\n')}\n` });
  t.like(done, { state: 'rejected', lines_applied: 0, lines_bad: 1 });
  t.like(done.errors[0], { line: 2_003, problems: [{ path: 'csv', code: 'apart' }] });
});

test('a record is the same with and without its merchant, however far apart its lines are', async (t) => {
  const { client } = platform;
  const shelves = numbered(1_100, (at) => `NAMED-${at}`);
  await importFile(client, 'locations', {
    csv: `warehouse,code,type\n${shelves.map((code) => `W1,${code},storage`).join('\n')}\n`,
  });
  const lines = [...shelves.map((code) => `OWN,W1,${code},PLAIN,1`), `,W1,${shelves[0]},PLAIN,1`];
  const done = await importFile(client, 'stock', {
    csv: `merchant,warehouse,location,sku,qty\n${lines.join('\n')}\n`,
  });
  t.like(done, { state: 'rejected', lines_applied: 0, lines_bad: 1 });
  t.like(done.errors[0], { line: 1_102, problems: [{ code: 'repeated' }] });
});
