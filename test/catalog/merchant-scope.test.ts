/**
 * A token bound to one merchant sees and changes only that merchant's goods and documents, in every list and detail of
 * WMS and OMS.
 */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { bodySchemaOf, everyEndpoint, headersOf, isWrite, nameOf, pathOf } from '../http/endpoints.ts';
import { fitting } from '../http/generate.ts';
import { createRandom } from '../http/random.ts';
import { inLanes, openWire } from '../http/wire.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { plant, subjects } from '../inventory/planted.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('every list and detail of WMS and OMS shows a merchant its own and nothing of another', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const own = await plant(platform, house, threePl.merchantId, 'A-01');
  const foreign = await plant(platform, house, threePl.secondMerchantId!, 'A-02');
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const mine = everyEndpoint.filter(({ path }) => /^\/api\/(wms|oms)\//.test(path));
  const wire = openWire(platform.url);
  t.teardown(() => wire.close());
  const send = (endpoint: (typeof mine)[number], path: string, body?: object) =>
    wire.send(endpoint.method, path, {
      headers: headersOf(endpoint, { ...threePl, accessToken: merchant.accessToken }),
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
        if (name !== subjects[endpoint.path.split('/')[3]!]) continue;
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

  const rival = await platform.clientWith(threePl, everyPermission, {
    merchantId: threePl.secondMerchantId!,
  });
  const seenBy = async () =>
    Promise.all(
      [merchant, rival].map(async (one) => (await one.get(`/api/wms/pallets/${pallet.id}`)).status),
    );
  const takeAll = (item: string, merchantId: string) =>
    house.post('/api/wms/inventory/adjust', {
      ...at,
      location_id: threePl.locations['A-04'],
      item_id: item,
      merchant_id: merchantId,
      qty_delta: -5,
      reason_code: 'lost',
    });
  t.is((await takeAll(items[1]!, threePl.secondMerchantId!)).status, 200);
  t.deepEqual(await seenBy(), [200, 404], 'what is on it now is the one merchant’s alone');
  const back = { ...at, pallet_lpn: pallet.lpn, to_location_id: threePl.locations['A-03'] };
  t.is((await merchant.post('/api/wms/inventory/move', back)).status, 200);
});

test('a license plate that a merchant has prepared is seen, filled and changed by no other', async (t) => {
  const { threePl } = platform;
  const of = (merchantId: string) => platform.clientWith(threePl, everyPermission, { merchantId });
  const [merchant, rival] = await Promise.all([of(threePl.merchantId), of(threePl.secondMerchantId!)]);
  const house = await platform.clientWith(threePl, everyPermission);
  const at = { warehouse_id: threePl.warehouseId };
  const made = await rival.post('/api/wms/pallets', { ...at, lpn: 'THEIR-ASN-77', type: 'carton' });
  t.is(made.status, 201, made.text);
  const path = `/api/wms/pallets/${made.body.data.id}`;
  t.deepEqual((await merchant.get('/api/wms/pallets?lpn=THEIR-ASN-77')).body.data, []);
  t.is((await merchant.get(path)).status, 404);
  t.is((await merchant.patch(path, { sscc: '106141411234567897' })).status, 404);

  const receive = async (client: typeof house, merchantId: string) => {
    const item = await newItem(platform, threePl, { merchant_id: merchantId });
    const { body } = await house.post('/api/wms/inbound-receipts', {
      ...at,
      source_type: 'manual',
      merchant_id: merchantId,
      lines: [{ item_id: item, expected_qty: 2 }],
    });
    return client.post(`/api/wms/inbound-receipts/${body.data.id}/receive-line`, {
      receipt_line_id: body.data.lines[0].id,
      received_qty: 1,
      location_id: threePl.locations['DOCK-1'],
      pallet_lpn: 'THEIR-ASN-77',
    });
  };
  t.is((await receive(merchant, threePl.merchantId)).body.error?.code, 'LPN_IN_USE');
  t.deepEqual([(await rival.get(path)).status, (await house.get(path)).status], [200, 200]);
  const own = await receive(rival, threePl.secondMerchantId!);
  t.is(own.status, 200, own.text);
});

test('what its goods measure is the operator’s word once they have moved, and until then the merchant’s', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const item = await newItem(platform, threePl, { merchant_id: threePl.merchantId, weight_kg: 2 });
  const change = (client: typeof house, words: object) => client.patch(`/api/wms/items/${item}`, words);
  t.is((await change(merchant, { weight_kg: 1 })).status, 200, 'nothing of it came yet');
  const stocked = await house.post('/api/wms/inventory/adjust', {
    item_id: item,
    location_id: threePl.locations['A-01'],
    merchant_id: threePl.merchantId,
    warehouse_id: threePl.warehouseId,
    qty_delta: 5,
    reason_code: 'found',
  });
  t.is(stocked.status, 200, stocked.text);
  t.is((await change(merchant, { weight_kg: 0.5 })).body.error?.code, 'FORBIDDEN');
  t.is((await change(merchant, { weight_kg: 1, name: 'The same', units_per_pallet: 40 })).status, 200);
  t.is((await change(house, { weight_kg: 0.5 })).status, 200);
});
