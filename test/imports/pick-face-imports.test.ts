/** Pick faces from a file: made or changed by place and item, and told line by line what is wrong. */
import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { importFile } from './import-file.ts';
import { newShelf, read, type Running } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const imported = ({ client }: Running, csv: string): Promise<any> =>
  importFile(client, 'pick-faces', { csv });

test('lines make faces, and change those that are there', async (t) => {
  const { platform } = t.context;
  const { client, standard, clientWith } = platform;
  const shelf = await newShelf(platform);
  const { code } = await read(client, `/api/wms/locations/${shelf}`);
  const { code: other } = await read(client, `/api/wms/locations/${await newShelf(platform)}`);
  const item = await newItem(platform, standard);
  const { sku } = await read(client, `/api/wms/items/${item}`);
  const warehouse = (await read(client, `/api/wms/warehouses/${standard.warehouseId}`)).code;
  const header = 'warehouse,location,sku,min_qty,max_qty,priority';
  const first = await imported(platform, `${header}\n${warehouse},${code},${sku},5,20,7`);
  t.like(first, { state: 'completed', created_count: 1 });
  const [face] = await read(client, `/api/wms/pick-faces?item_id=${item}`);
  t.like(face, { location_id: shelf, min_qty: 5, max_qty: 20, priority: 7, refill_uom: null });
  const again = await imported(platform, `${header}\n${warehouse},${code},${sku},6,30,7`);
  t.like(again, { created_count: 0, updated_count: 1 });
  t.like(await read(client, `/api/wms/pick-faces/${face.id}`), { min_qty: 6, max_qty: 30 });

  const bad = await imported(
    platform,
    [
      'warehouse,location,sku,min_qty,max_qty,refill_uom',
      `NOWHERE,${code},${sku},1,2,`,
      `${warehouse},NOWHERE,${sku},1,2,`,
      `${warehouse},${code},NOTHING,1,2,`,
      `${warehouse},${code},${sku},3,2,`,
      `${warehouse},${other},${sku},1,2,XX`,
    ].join('\n'),
  );
  t.is(bad.state, 'rejected');
  t.deepEqual(
    bad.errors.map(({ line, problems }: any) => [line, problems[0].path]),
    [
      [2, 'warehouse'],
      [3, 'location'],
      [4, 'sku'],
      [5, 'max_qty'],
      [6, 'refill_uom'],
    ],
  );
  const viewer = await clientWith(standard, ['wms.putaway.view']);
  t.is((await viewer.post('/api/wms/imports/pick-faces', { csv: header })).status, 403);
});

test("places and pick faces are the operator's, whatever a merchant's token may do", async (t) => {
  const { threePl, clientWith } = t.context.platform;
  const bound = await clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  for (const [kind, csv] of [
    ['locations', 'warehouse,code,type\nW1,MINE,storage\n'],
    ['pick-faces', 'warehouse,location,sku,min_qty,max_qty\nW1,A-01,PLAIN,1,2\n'],
  ]) {
    const answer = await bound.post(`/api/wms/imports/${kind}`, { csv });
    t.is(answer.status, 403, answer.text);
  }
});
