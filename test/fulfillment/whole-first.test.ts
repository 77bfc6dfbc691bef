import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { newShelf, newShipment, read, type Running } from './outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
  await t.context.platform.client.patch('/api/tenancy/settings', { pick_from: 'whole_first' });
});
test.after.always((t) => t.context.platform?.stop());

const packagings = [
  { level: 'case', uom: 'CS', factor: 12 },
  { level: 'pallet', uom: 'PAL', factor: 48 },
];

const allocationsOf = async ({ client }: Running, id: string): Promise<any[]> =>
  (await read(client, `/api/wms/shipments/${id}`)).allocations;

test('a line is filled with wholes from reserve and the rest from a face, and says so', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const made = await client.post('/api/wms/items', { sku: 'WHOLE', name: 'Whole', packagings });
  const item = made.body.data.id;
  const face = await newShelf(platform);
  const reserve = await newShelf(platform, { type: 'storage' });
  await putStock(platform, standard, [{ item, qty: 30, location: face }]);
  await putStock(platform, standard, [{ item, qty: 100, location: reserve }]);
  const { id } = await newShipment(platform, [{ item_id: item, qty: 65 }]);
  const given = await allocationsOf(platform, id);
  const told = given.map(({ location_id: at, qty, why }) => [
    at === face ? 'face' : 'reserve',
    qty,
    why.split,
  ]);
  t.deepEqual(
    told.toSorted(([one], [two]) => one.localeCompare(two)),
    [
      ['face', 5, [{ unit: 'each', qty: 5 }]],
      [
        'reserve',
        60,
        [
          { unit: 'pallet', qty: 48 },
          { unit: 'case', qty: 12 },
        ],
      ],
    ],
  );
  const few = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  t.deepEqual(
    (await allocationsOf(platform, few.id)).map(({ location_id: at }) => at),
    [face],
  );
});

// Alone: the merchant is that of every item here.
test.serial("a merchant's goods are taken from where the merchant says, if it does", async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const made = await client.post('/api/wms/items', { sku: 'WHOLE-M', name: 'Whole', packagings });
  const { id: item, merchant_id: merchant } = made.body.data;
  const face = await newShelf(platform);
  const reserve = await newShelf(platform, { type: 'storage' });
  await putStock(platform, standard, [{ item, qty: 100, location: reserve }]);
  await putStock(platform, standard, [{ item, qty: 60, location: face }]);
  const takenFrom = async (): Promise<string[]> => {
    const { id } = await newShipment(platform, [{ item_id: item, qty: 12 }]);
    return (await allocationsOf(platform, id)).map(({ location_id: at }) =>
      at === face ? 'face' : 'reserve',
    );
  };
  t.deepEqual(await takenFrom(), ['reserve'], 'a whole case');
  const path = `/api/wms/merchants/${merchant}`;
  const patched = await client.patch(path, { pick_from: 'face_first' });
  t.is(patched.body.data?.pick_from, 'face_first', patched.text);
  t.deepEqual(await takenFrom(), ['face']);
  t.is((await client.patch(path, { pick_from: 'near' })).status, 400);
  await client.patch(path, { pick_from: null });
  t.deepEqual(await takenFrom(), ['reserve']);
});

test('orders that race for wholes never get a unit twice, and the last one is told what is missing', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { units_per_carton: 12, units_per_pallet: 48 });
  const reserve = await newShelf(platform, { type: 'storage' });
  const face = await newShelf(platform);
  await putStock(platform, standard, [{ item, qty: 96, location: reserve }]);
  await putStock(platform, standard, [{ item, qty: 20, location: face }]);
  const body = {
    warehouse_id: standard.warehouseId,
    lines: [{ item_id: item, qty: 15 }],
    ship_to: { name: 'A' },
  };
  const answers = await Promise.all(Array.from({ length: 9 }, () => client.post('/api/wms/shipments', body)));
  const done = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 409);
  t.is(done.length, 7, answers.map(({ text }) => text).join('\n'));
  t.true(refused.every(({ body: { error } }) => /INSUFFICIENT/.test(error.code)));
  const stock = await read(client, `/api/wms/inventory?item_id=${item}&page_size=50`);
  const total = (status: string) =>
    stock.filter((row: any) => row.status === status).reduce((sum: number, { qty }: any) => sum + qty, 0);
  t.deepEqual([total('allocated'), total('available')], [105, 11]);
});
