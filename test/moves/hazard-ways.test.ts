/** Every way in which goods come to lie at a place keeps dangerous goods apart there (`ledger-writers.test.ts` knows them all). */
import anyTest, { type TestFn } from 'ava';
import type { Answer } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { until } from '../helpers/wait.ts';
import { newShelf, newShipment, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { importFile } from '../imports/import-file.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import {
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  post,
  receiveUnits,
  returnsPath,
  soldOrder,
} from '../returns/returns-rig.ts';
import { act, receive, secondWarehouse, shippedTransfer, type Second } from '../transfers/transfers-rig.ts';
import { dangerous, keepClassesApart } from './hazard-rig.ts';

const test = anyTest as TestFn<{ platform: Running; second: Second }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  await keepClassesApart(platform);
  t.context = { platform, second: await secondWarehouse(platform.client, 'HAZ') };
});
test.after.always((t) => t.context.platform?.stop());

interface Scene {
  platform: Running;
  second: Second;
  /** Where goods of class 3 are kept. */
  place: string;
}

interface Told {
  code: string;
  details: any;
}

const refusalOf = ({ body, status, text }: Answer): Told =>
  body.error ?? { code: `${status}`, details: text };
const oxidizer = dangerous('5.1');

const adjustTo = async ({ platform, place }: Scene, more: object): Promise<Told> =>
  refusalOf(
    await platform.client.post('/api/wms/inventory/adjust', {
      warehouse_id: platform.standard.warehouseId,
      location_id: place,
      item_id: await newItem(platform, platform.standard, oxidizer),
      reason_code: 'found',
      ...more,
    }),
  );

async function receiptOf({ client, standard }: Running, item_id: string, more: object = {}): Promise<Answer> {
  return post(client, receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id, expected_qty: 5 }],
    ...more,
  });
}

/** A license plate with goods at a place. */
async function plateAt(
  { client, standard, owner }: Running,
  platform: Running,
  at: string,
  more: object = {},
): Promise<{ id: string; lpn: string }> {
  const { warehouseId: warehouse_id } = standard;
  const plate = (await client.post('/api/wms/pallets', { warehouse_id, location_id: at })).body.data;
  const item = await newItem(platform, standard, more);
  await putStock(platform, standard, [{ item, qty: 3, location: at, lpnId: plate.id }]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [plate.id]);
  return plate;
}

/** Each tries to bring goods of class 5.1 there, and returns why it was refused. */
const ways: Record<string, (scene: Scene) => Promise<Told>> = {
  'a movement of loose goods': async ({ platform, place }) => {
    const { client, standard } = platform;
    const item_id = await stocked(platform, { 'A-01': 2 }, oxidizer);
    return refusalOf(
      await client.post('/api/wms/inventory/move', {
        warehouse_id: standard.warehouseId,
        from_location_id: standard.locations['A-01'],
        to_location_id: place,
        item_id,
        qty: 1,
      }),
    );
  },
  'a movement of a license plate': async ({ platform, place }) => {
    const { client, standard } = platform;
    const { lpn } = await plateAt(platform, platform, await newShelf(platform), oxidizer);
    const body = { warehouse_id: standard.warehouseId, pallet_lpn: lpn, to_location_id: place };
    return refusalOf(await client.post('/api/wms/inventory/move', body));
  },
  'a planned move that was made before the goods were there': async ({ platform, place }) => {
    const { client, standard } = platform;
    const to = await newShelf(platform);
    const item_id = await stocked(platform, { 'A-01': 2 }, oxidizer);
    const made = await post(client, '/api/wms/moves', {
      kind: 'reslot',
      warehouse_id: standard.warehouseId,
      from_location_id: standard.locations['A-01'],
      to_location_id: to,
      item_id,
      qty: 1,
    });
    const elsewhere = { action: 'confirm', to_location_id: place, reason: 'nearer' };
    const path = `/api/wms/moves/${made.body.data.id}`;
    return refusalOf(await settled(client, await client.patch(path, elsewhere), path));
  },
  'goods that are put onto a license plate there': async ({ platform, place }) => {
    const onto = await plateAt(platform, platform, place);
    const from = await plateAt(platform, platform, await newShelf(platform), oxidizer);
    const body = { pallet_lpn: onto.lpn, from_lpns: [from.lpn] };
    return refusalOf(await platform.client.post('/api/wms/pallets/consolidate', body));
  },
  'a receipt, line by line': async ({ platform, place }) => {
    const receipt = (await receiptOf(platform, await newItem(platform, platform.standard, oxidizer))).body
      .data;
    const line = { receipt_line_id: receipt.lines[0].id, location_id: place, received_qty: 1 };
    return refusalOf(await post(platform.client, `${receiptsPath}/${receipt.id}/receive-line`, line));
  },
  'a receipt, at once': async ({ platform, place }) => {
    const item_id = await newItem(platform, platform.standard, oxidizer);
    const lines = [{ item_id, expected_qty: 1, location_id: place }];
    return refusalOf(await receiptOf(platform, item_id, { receive: true, lines }));
  },
  'the receipt of a transfer': async ({ platform, second }) => {
    const paint = await newItem(platform, platform.standard, dangerous('3'));
    await putStock(platform, platform.standard, [{ item: paint, qty: 1, location: second.shelf }]);
    const sent = await shippedTransfer(platform, second, 2, oxidizer);
    return refusalOf(await receive(platform.client, sent, second, 1));
  },
  'what a transfer lost and is back': async ({ platform, second, place }) => {
    const sent = await shippedTransfer(platform, second, 2, oxidizer);
    const back = { missing: 'back', reason_code: 'found', location_id: place };
    return refusalOf(await act(platform.client, sent, 'close', back));
  },
  'the receipt of a return': async ({ platform, place }) => {
    const sold = await soldOrder(platform, 1, oxidizer);
    const found = await authorizedReturn(platform.client, sold, 1);
    return refusalOf(await receiveUnits(platform, found, 1, { location_id: place }));
  },
  'returned units that become another item': async ({ platform, place }) => {
    const { client, standard } = platform;
    const found = await authorizedReturn(client, await soldOrder(platform, 1), 1);
    await receiveUnits(platform, found, 1, { location_id: place });
    await completeReceipt(client, found);
    await inspect(client, found, 1, { grade: 'C' });
    const [{ id }] = (await read(client, `${returnsPath}/${found.id}`)).inspections;
    const to_item_id = await newItem(platform, standard, oxidizer);
    return refusalOf(await dispose(client, found, id, 'downgrade', { location_id: place, to_item_id }));
  },
  'an adjustment by a difference': (scene) => adjustTo(scene, { qty_delta: 1 }),
  'an adjustment to a quantity': (scene) => adjustTo(scene, { qty_after: 4, status: 'hold' }),
  'a batch of adjustments': async ({ platform, place }) => {
    const { client, standard } = platform;
    const at = { warehouse_id: standard.warehouseId, location_id: place, reason_code: 'found', qty_delta: 1 };
    const items = [await newItem(platform, standard), await newItem(platform, standard, oxidizer)];
    const path = '/api/wms/inventory/adjust-batch';
    const body = { items: items.map((item_id) => ({ ...at, item_id })) };
    const { body: answer } = await client.post(path, body, { headers: { prefer: 'wait=60' } });
    return answer.data.items[1].error;
  },
  'opening stock of an import': async ({ platform, place }) => {
    const { client, standard } = platform;
    const { sku } = await read(client, `/api/wms/items/${await newItem(platform, standard, oxidizer)}`);
    const { code, warehouse_id } = await read(client, `/api/wms/locations/${place}`);
    const { code: warehouse } = await read(client, `/api/wms/warehouses/${warehouse_id}`);
    const csv = `warehouse,location,sku,qty\n${warehouse},${code},${sku},2\n`;
    const { errors } = await importFile(client, 'stock', { csv });
    return errors[0]?.problems[0];
  },
  'goods of a cancelled shipment that are put back': async ({ platform, place }) => {
    const { client } = platform;
    const item_id = await stocked(platform, { 'A-01': 2 }, oxidizer);
    const { id } = await newShipment(platform, [{ item_id, qty: 2 }]);
    for (const action of ['pick', 'cancel'])
      await settled(client, await patch(client, `/api/wms/shipments/${id}`, { action }), 'shipment');
    const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${id}`);
    const path = `/api/wms/put-back-tasks/${task.id}`;
    return refusalOf(await patch(client, path, { action: 'complete', location_id: place }));
  },
};

for (const [way, bring] of Object.entries(ways))
  test(`kept apart: ${way}`, async (t) => {
    const { platform, second } = t.context;
    const place = await newShelf(platform);
    const paint = await newItem(platform, platform.standard, dangerous('3'));
    await putStock(platform, platform.standard, [{ item: paint, qty: 1, location: place }]);
    const told = await bring({ platform, second, place });
    t.is(told?.code, 'HAZARD_SEGREGATION', JSON.stringify(told));
    const { rows } = await platform.owner.query(
      `select count(*)::int as n from inventory_balances b join items i on i.id = b.item_id
        where b.location_id = any ($1) and b.qty > 0 and i.hazard->>'class' = '5.1'`,
      [[place, second.shelf]],
    );
    t.is(rows[0].n, 0, 'none came');
  });

test('a count says what lies there, and tells that it may not lie together', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const place = await newShelf(platform);
  const [paint, found, plain] = [
    await newItem(platform, standard, dangerous('3')),
    await newItem(platform, standard, oxidizer),
    await newItem(platform, standard),
  ];
  await putStock(platform, standard, [{ item: paint, qty: 1, location: place }]);
  const counted = async (items: readonly string[], gone: string | null = null): Promise<any> => {
    const body = { warehouse_id: standard.warehouseId, location_ids: [place] };
    const { id } = (await client.post('/api/wms/count-tasks', body)).body.data;
    const all = [...items, ...(gone === null ? [] : [gone])];
    const lines = all.map((item_id) => ({
      location_id: place,
      item_id,
      counted_qty: item_id === gone ? 0 : 1,
    }));
    t.is((await client.post(`/api/wms/count-tasks/${id}/lines`, { lines })).status, 200);
    const done = await client.patch(`/api/wms/count-tasks/${id}`, { action: 'complete' });
    t.is(done.body.data?.state, 'completed', done.text);
    return done.body.data;
  };
  const clashesShown = async (): Promise<unknown> => {
    const body = new URLSearchParams({ access_token: client.accessToken });
    const login = await fetch(`${platform.url}/ops/login`, { method: 'POST', redirect: 'manual', body });
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
    const path = `/ops/shelves/api/figures?warehouse_id=${standard.warehouseId}`;
    const figures: any = await (await fetch(`${platform.url}${path}`, { headers: { cookie } })).json();
    return figures.places.find(({ id }: any) => id === place)?.clash;
  };
  t.is((await counted([paint, plain])).warnings, undefined, 'what is no danger is not told of');
  t.is(await clashesShown(), null);
  const { id, warnings } = await counted([paint, plain, found]);
  t.like(warnings[0], {
    code: 'HAZARD_SEGREGATION',
    details: { location_id: place, held: '3', class: '5.1' },
  });
  const [told] = await until('it is told', async () => {
    const { rows } = await owner.query(
      `select data from events where type = 'inventory.hazards_together' and subject_id = $1`,
      [id],
    );
    return rows.length > 0 && rows;
  });
  t.like(told.data, { location_id: place, class: '5.1', held: '3', warehouse_id: standard.warehouseId });
  t.deepEqual(await clashesShown(), ['3', '5.1']);
  t.is((await counted([paint, plain, found])).warnings, undefined, 'told once: nothing new was found');
  t.is((await counted([plain, found], paint)).warnings, undefined);
  t.is(await clashesShown(), null, 'and it is over when one of them is gone');
});

test('where they lie together already, a correction of what lies there is taken: it brings nothing new to the place', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const place = await newShelf(platform);
  const [paint, bleach] = [
    await newItem(platform, standard, dangerous('3')),
    await newItem(platform, standard, oxidizer),
  ];
  // From before there was a rule.
  await putStock(platform, standard, [
    { item: paint, qty: 2, location: place },
    { item: bleach, qty: 2, location: place },
  ]);
  const adjusted = (item_id: string, qty_delta: number): Promise<Answer> =>
    client.post('/api/wms/inventory/adjust', {
      warehouse_id: standard.warehouseId,
      location_id: place,
      item_id,
      qty_delta,
      reason_code: 'found',
    });
  t.is((await adjusted(bleach, -1)).status, 200);
  const back = await adjusted(bleach, 1);
  t.is(back.status, 200, back.text);
  t.is((await adjusted(bleach, -2)).status, 200);
  t.is(refusalOf(await adjusted(bleach, 2)).code, 'HAZARD_SEGREGATION', 'it is gone, and would come anew');
});
