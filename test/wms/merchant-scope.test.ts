/** A token bound to one merchant sees and touches that merchant's goods and papers, in every list and detail of WMS and OMS. */
import test from 'ava';
import { everyPermission, startPlatform, type Platform } from '../helpers/platform.ts';
import type { Client } from '../helpers/client.ts';
import { bodySchemaOf, everyEndpoint, headersOf, isWrite, nameOf, pathOf } from '../http/endpoints.ts';
import { fitting } from '../http/generate.ts';
import { createRandom } from '../http/random.ts';
import { inLanes, openWire } from '../http/wire.ts';
import { act, newItem, putStock, settled } from '../oms/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

/** One of everything that hangs on a merchant's goods, made by the house. Answers the ids by what they name. */
async function plant(house: Client, merchantId: string, place: string): Promise<Record<string, string>> {
  const { threePl } = platform;
  const at = { warehouse_id: threePl.warehouseId };
  const made = async (path: string, body: object): Promise<any> => {
    const answer = await settled(house, await house.post(path, body), path);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const item = await newItem(platform, threePl, { merchant_id: merchantId });
  await putStock(platform, threePl, [{ item, qty: 50, location: place }]);
  const receipt = await made('/api/wms/inbound-receipts', {
    ...at,
    source_type: 'manual',
    merchant_id: merchantId,
    lines: [{ item_id: item, expected_qty: 9 }],
  });
  const task = await made('/api/wms/receiving-tasks', { receipt_id: receipt.id });
  const lpn = `LPN-${place}`;
  await made(`/api/wms/inbound-receipts/${receipt.id}/receive-line`, {
    receipt_line_id: receipt.lines[0].id,
    received_qty: 3,
    location_id: threePl.locations['DOCK-1'],
    pallet_lpn: lpn,
    task_id: task.id,
  });
  const pallet = (await house.get(`/api/wms/pallets?lpn=${lpn}`)).body.data[0].id;
  const carton = await made('/api/wms/pallets', {
    ...at,
    type: 'carton',
    parent_id: pallet,
    location_id: threePl.locations['DOCK-1'],
  });
  const ship = () =>
    made('/api/wms/shipments', { ...at, merchant_id: merchantId, lines: [{ item_id: item, qty: 2 }] });
  const waved = await ship();
  const wave = await made('/api/wms/waves', { ...at, ship_mode: 'parcel', shipment_ids: [waved.id] });
  await house.patch(`/api/wms/waves/${wave.id}`, { action: 'release' });
  const pick = (await house.get(`/api/wms/pick-tasks?wave_id=${wave.id}`)).body.data[0].id;
  const picked = await ship();
  await house.patch(`/api/wms/shipments/${picked.id}`, { action: 'pick' });
  const packed = await made(`/api/wms/shipments/${picked.id}/cartons`, {
    lines: [{ item_id: item, qty: 2 }],
  });
  const load = await made('/api/wms/loads', { ...at, shipment_ids: [picked.id] });
  const back = await ship();
  await house.patch(`/api/wms/shipments/${back.id}`, { action: 'pick' });
  await house.patch(`/api/wms/shipments/${back.id}`, { action: 'cancel' });
  const putBack = (await house.get(`/api/wms/put-back-tasks?shipment_id=${back.id}`)).body.data[0].id;
  const sent = await ship();
  await house.patch(`/api/wms/shipments/${sent.id}`, { action: 'ship' });
  const document = await made(`/api/wms/shipments/${sent.id}/packing-list`, {});
  const order = await made('/api/oms/orders', {
    merchant_id: merchantId,
    channel_order_no: `SHOP-${place}`,
    lines: [{ product_id: item, qty: 1, price: 2 }],
  });
  for (const action of ['submit', 'approve']) await act(house, order.id, action);
  const hold = await made(`/api/oms/orders/${order.id}/holds`, { reason: 'MANUAL' });
  const count = await made('/api/wms/count-tasks', { ...at, location_ids: [threePl.locations[place]] });
  await house.post(`/api/wms/count-tasks/${count.id}/lines`, {
    lines: [{ location_id: threePl.locations[place], item_id: item, counted_qty: 1 }],
  });
  const stock = (await house.get(`/api/wms/inventory?item_id=${item}`)).body.data[0].id;
  return {
    merchant: merchantId,
    item,
    receipt: receipt.id,
    receipt_line: receipt.lines[0].id,
    task: task.id,
    pallet,
    carton: carton.id,
    shipment: waved.id,
    wave: wave.id,
    pick,
    packed: packed.id,
    load: load.id,
    put_back: putBack,
    document: document.id,
    order: order.id,
    hold: hold.holds[0].id,
    count: count.id,
    count_line: count.lines[0].id,
    stock,
  };
}

test('every list and detail of WMS and OMS shows a merchant its own and nothing of another', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const own = await plant(house, threePl.merchantId, 'A-01');
  const foreign = await plant(house, threePl.secondMerchantId!, 'A-02');
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const mine = everyEndpoint.filter(({ path }) => /^\/api\/(wms|oms)\//.test(path));
  const wire = openWire(platform.url);
  t.teardown(() => wire.close());
  const identity = { accessToken: merchant.accessToken, organizationId: threePl.id };
  const send = (endpoint: (typeof mine)[number], path: string, body?: object) =>
    wire.send(endpoint.method, path, {
      headers: headersOf(endpoint, identity),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const problems: string[] = [];

  for (const endpoint of mine.filter((one) => one.kind === 'query' && !one.path.includes('{'))) {
    for (const query of [
      '',
      `?merchant_id=${foreign['merchant']}`,
      `?item_id=${foreign['item']}`,
      '?page_size=200&group_by=lpn',
    ]) {
      const { status, text } = await send(endpoint, `${endpoint.path}${query}`);
      const leaked = Object.entries(foreign).filter(([, id]) => text.includes(id));
      if (status === 200 && leaked.length > 0)
        problems.push(`${nameOf(endpoint)}${query} shows ${leaked.map(([name]) => name).join()}`);
    }
  }
  await inLanes(
    mine.filter(({ path }) => path.includes('{')),
    8,
    async (endpoint) => {
      for (const [name, id] of Object.entries(foreign)) {
        const path = pathOf(endpoint, (parameter) => (parameter === 'holdId' ? foreign['hold'] : id));
        if (!isWrite(endpoint)) {
          const { status } = await send(endpoint, path);
          if (status !== 404) problems.push(`${nameOf(endpoint)} of a foreign ${name}: ${status}`);
          continue;
        }
        const bodies =
          endpoint.kind === 'actions'
            ? Object.keys(endpoint.actions).map((action) => ({ action }))
            : [fitting(bodySchemaOf(endpoint), createRandom(7), () => id) as object];
        for (const body of bodies) {
          const { status } = await send(endpoint, path, body);
          if (status < 400)
            problems.push(`${nameOf(endpoint)} ${JSON.stringify(body)} of a foreign ${name}: ${status}`);
        }
      }
    },
  );
  t.deepEqual(problems, []);

  const details: Record<string, string> = {
    receipt: '/api/wms/inbound-receipts/',
    task: '/api/wms/tasks/',
    pallet: '/api/wms/pallets/',
    carton: '/api/wms/pallets/',
    shipment: '/api/wms/shipments/',
    wave: '/api/wms/waves/',
    pick: '/api/wms/pick-tasks/',
    packed: '/api/wms/cartons/',
    load: '/api/wms/loads/',
    order: '/api/oms/orders/',
    count: '/api/wms/count-tasks/',
    item: '/api/wms/items/',
  };
  for (const [name, path] of Object.entries(details))
    t.is((await merchant.get(path + own[name]!)).status, 200, `its own ${name}`);
});

test('a merchant counts nothing, and moves no pallet that carries goods of another', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const at = { warehouse_id: threePl.warehouseId };
  const counting = await merchant.post('/api/wms/count-tasks', {
    ...at,
    location_ids: [threePl.locations['A-05']],
  });
  t.is(counting.status, 403);

  const items = [
    await newItem(platform, threePl),
    await newItem(platform, threePl, { merchant_id: threePl.secondMerchantId }),
  ];
  const pallet = (await house.post('/api/wms/pallets', { ...at, location_id: threePl.locations['A-03'] }))
    .body.data;
  t.is((await merchant.get(`/api/wms/pallets/${pallet.id}`)).status, 200, 'an empty plate is nobody’s');
  await putStock(
    platform,
    threePl,
    items.map((item) => ({ item, qty: 5, location: 'A-03', lpnId: pallet.id })),
  );
  t.is((await merchant.get(`/api/wms/pallets/${pallet.id}`)).status, 404);
  const move = { ...at, pallet_lpn: pallet.lpn, to_location_id: threePl.locations['A-04'] };
  t.is((await merchant.post('/api/wms/inventory/move', move)).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await house.post('/api/wms/inventory/move', move)).status, 200);
});
