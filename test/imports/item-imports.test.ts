/** What files say of items: the unit a barcode stands for, in and out, and what customs are told. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { importFile } from './import-file.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a barcode comes in with its unit, and keeps it where a file names none', async (t) => {
  const { client } = t.context.platform;
  const barcodesAfter = async (cell: string): Promise<[string, string | null][]> => {
    const csv = `sku,name,barcodes,uoms\nCASED,Cased,${cell},CS=12\n`;
    t.is((await importFile(client, 'items', { csv })).state, 'completed', cell);
    const [{ barcodes }] = (await client.get('/api/wms/items?sku=CASED')).body.data;
    return barcodes.map(({ barcode, uom }: any) => [barcode, uom]).sort();
  };
  const whole = [
    ['501', null],
    ['502', 'CS'],
    ['A=B', null],
  ];
  t.deepEqual(await barcodesAfter('501|502=CS|A=B='), whole);
  t.deepEqual(await barcodesAfter('501|502|A=B='), whole, 'nobody said that it is a piece now');
  const [exported] = (await client.get('/api/exports/items')).text
    .split('\n')
    .filter((line) => line.includes('CASED'));
  t.true(exported!.includes(',501|502=CS|A=B=,'), exported);
  t.deepEqual(await barcodesAfter('502='), [['502', null]]);

  const bad = 'sku,name,barcodes\nCASED,Cased,502=PAL\nOTHER-1,One,77=EA\nOTHER-2,Two,77\n';
  const checked = await importFile(client, 'items', { csv: bad, dry_run: true });
  t.deepEqual(
    checked.errors.map(({ line, problems }: any) => [line, problems[0].code]),
    [
      [2, 'unit_unknown'],
      [4, 'DUPLICATE'],
    ],
  );
  t.regex(checked.errors[0].problems[0].message, /the barcode 502=PAL is written 502=PAL=/);
});

test('one line that breaks a rule between its cells keeps all of them out', async (t) => {
  const { client } = t.context.platform;
  const csvOf = (...lines: string[]) =>
    ['sku,name,customs_value,customs_currency', 'TOLD-1,One,5,EUR', ...lines, 'TOLD-3,Three,,', ''].join(
      '\n',
    );
  for (const line of ['TOLD-2,Two,7,', 'TOLD-2,Two,,EUR'])
    for (const dry_run of [true, false]) {
      const { state, lines_applied, errors } = await importFile(client, 'items', {
        csv: csvOf(line),
        dry_run,
      });
      t.is(state, dry_run ? 'checked' : 'rejected', line);
      t.is(lines_applied, 0);
      t.deepEqual(
        errors.map((error: any) => [error.line, error.problems[0].path]),
        [[3, 'customs_currency']],
      );
    }
  t.deepEqual((await client.get('/api/wms/items?sku=TOLD-1')).body.data, []);

  t.is((await importFile(client, 'items', { csv: csvOf('TOLD-2,Two,7,USD') })).state, 'completed');
  const csv = 'sku,name,customs_value\nTOLD-2,Two,8\n';
  t.is((await importFile(client, 'items', { csv })).state, 'completed', 'its currency is on record');
});

test('items and places say in a file how they are kept', async (t) => {
  const { client, standard } = t.context.platform;
  const items = 'sku,name,temperature_class\nICE,Ice,frozen\n';
  t.is((await importFile(client, 'items', { csv: items })).state, 'completed');
  t.like((await client.get('/api/wms/items?sku=ICE')).body.data[0], { temperature_class: 'frozen' });
  const [head, ...lines] = (await client.get('/api/exports/items')).text.split('\n');
  const at = head!.split(',').indexOf('temperature_class');
  t.is(lines.find((line) => line.includes('ICE'))!.split(',')[at], 'frozen');

  const { code } = (await client.get(`/api/wms/warehouses/${standard.warehouseId}`)).body.data;
  const csv = `warehouse,code,type,temperature_class,max_lpn_height_cm,level\n${code},KEPT-1,storage,frozen,180.5,2\n`;
  t.is((await importFile(client, 'locations', { csv })).state, 'completed');
  const [place] = (await client.get('/api/wms/locations?code=KEPT-1')).body.data;
  t.like(place, { temperature_class: 'frozen', max_lpn_height_cm: 180.5, level: 2 });
});
