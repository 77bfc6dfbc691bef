/** Items that are dangerous goods: written, read, told in files, and refused when they are told wrongly. */
import anyTest, { type TestFn } from 'ava';
import { importFile } from '../imports/import-file.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('an item says what makes it dangerous goods, and is told all of it anew', async (t) => {
  const { client } = t.context.platform;
  const made = await client.post('/api/wms/items', {
    sku: 'PAINT',
    name: 'Paint',
    hazard: { un_no: '1263', class: '3', packing_group: 'II', limited_qty: true },
  });
  t.is(made.status, 201, made.text);
  t.deepEqual(made.body.data.hazard, { un_no: '1263', class: '3', packing_group: 'II', limited_qty: true });
  const path = `/api/wms/items/${made.body.data.id}`;
  const changed = await client.patch(path, { hazard: { un_no: '0336', class: '1.4' } });
  const whole = { un_no: '0336', class: '1.4', packing_group: null, limited_qty: false };
  t.deepEqual(changed.body.data.hazard, whole, changed.text);
  t.deepEqual((await client.get('/api/wms/items?sku=PAINT')).body.data[0].hazard, whole);
  t.deepEqual((await client.patch(path, { name: 'Fireworks' })).body.data.hazard, whole);
  t.is((await client.patch(path, { hazard: null })).body.data.hazard, null);
});

test('what is no UN number, class or packing group is refused by its name', async (t) => {
  const { client } = t.context.platform;
  const good = { un_no: '1263', class: '3' };
  for (const [hazard, path] of [
    [{ ...good, un_no: 'UN1263' }, 'hazard.un_no'],
    [{ ...good, un_no: '126' }, 'hazard.un_no'],
    [{ ...good, class: '2' }, 'hazard.class'],
    [{ ...good, class: '10' }, 'hazard.class'],
    [{ ...good, packing_group: 'IV' }, 'hazard.packing_group'],
    [{ ...good, limited_qty: 1 }, 'hazard.limited_qty'],
    [{ class: '3' }, 'hazard.un_no'],
    [{ un_no: '1263' }, 'hazard.class'],
    [{ ...good, flash_point: 23 }, 'hazard.flash_point'],
  ] as const) {
    const refused = await client.post('/api/wms/items', { sku: 'NEVER', name: 'Never', hazard });
    t.is(refused.status, 400, JSON.stringify(hazard));
    t.is(refused.body.error.details[0].path, path, refused.text);
  }
});

test('files bring it in and out in columns of their own', async (t) => {
  const { client } = t.context.platform;
  const columns = 'hazard_un_no,hazard_class,hazard_packing_group,hazard_limited_qty';
  const csv = `sku,name,${columns}\nACID,Acid,1830,8,II,no\nOIL,Oil,,,,\n`;
  t.is((await importFile(client, 'items', { csv })).state, 'completed');
  const hazardOf = async (sku: string) => (await client.get(`/api/wms/items?sku=${sku}`)).body.data[0].hazard;
  const acid = { un_no: '1830', class: '8', packing_group: 'II', limited_qty: false };
  t.deepEqual([await hazardOf('ACID'), await hazardOf('OIL')], [acid, null]);
  t.is((await importFile(client, 'items', { csv: 'sku,name\nACID,Sulphuric acid\n' })).state, 'completed');
  t.deepEqual(await hazardOf('ACID'), acid, 'a file without the columns leaves it');
  const [head, ...lines] = (await client.get('/api/exports/items')).text.trim().split(/\r?\n/);
  t.true(head!.endsWith(`,${columns}`), head);
  t.true(lines.find((line) => line.includes('ACID'))!.endsWith(',1830,8,II,false'));
  t.true(lines.find((line) => line.includes('OIL'))!.endsWith(',,,,'));

  const bad = `sku,name,${columns}\nACID,Acid,1830,,,\nACID-2,Acid,183,8,,\nACID-3,Acid,1830,8,X,\n`;
  const checked = await importFile(client, 'items', { csv: bad, dry_run: true });
  t.deepEqual(
    checked.errors.map(({ line, problems }: any) => [line, problems[0].path]),
    [
      [2, 'hazard_class'],
      [3, 'hazard_un_no'],
      [4, 'hazard_packing_group'],
    ],
  );
});
