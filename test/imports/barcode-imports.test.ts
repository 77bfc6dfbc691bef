/** The unit a barcode stands for comes through files, in and out. */
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
