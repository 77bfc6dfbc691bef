/**
 * What warehouse staff read and change, each requested once with realistic data, where other tests only check refusals
 * or take it for granted.
 */
import test from 'ava';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { connect, publish, sampleOrder, send } from '../integration/storefront-rig.ts';
import { enrollHub } from '../printing/relay-client.ts';
import { newYard, ok } from '../yard/yard-rig.ts';
import { recordExchange } from './exchange.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('members and tokens are listed and shown, a token never with its secret', async (t) => {
  const { client } = platform;
  const member = await ok(
    client.post('/api/tenancy/members', {
      name: 'Ida Clerk',
      email: 'ida@warehouse.example',
      roles: ['operator'],
    }),
  );
  const token = await ok(client.post('/api/tenancy/tokens', { name: 'dock scanner', member_id: member.id }));
  const members = await ok(client.get('/api/tenancy/members'));
  t.true(members.some(({ id }: any) => id === member.id));
  t.like(await ok(client.get(`/api/tenancy/members/${member.id}`)), { name: 'Ida Clerk', is_active: true });
  const tokens = await client.get('/api/tenancy/tokens');
  t.true(tokens.body.data.some(({ id }: any) => id === token.id));
  t.false(tokens.text.includes(token.access_token));
  t.like(await ok(client.get(`/api/tenancy/tokens/${token.id}`)), { name: 'dock scanner' });
});

test('a carton goes onto a pallet, and off it again', async (t) => {
  const { client, standard } = platform;
  const at = { warehouse_id: standard.warehouseId };
  const pallet = await ok(client.post('/api/wms/pallets', { ...at, lpn: 'PAL-WALK' }));
  const carton = await ok(client.post('/api/wms/pallets', { ...at, type: 'carton' }));
  const on = await ok(client.patch(`/api/wms/pallets/${carton.id}`, { parent_id: pallet.id }));
  t.is(on.parent_id, pallet.id);
  const off = await ok(client.patch(`/api/wms/pallets/${carton.id}`, { parent_id: null }));
  t.is(off.parent_id, null);
});

test('a carton and the papers of its shipment are shown', async (t) => {
  const { client } = platform;
  const { id, item_id } = await pickedShipment(platform, 2);
  const made = await ok(
    client.post(`/api/wms/shipments/${id}/cartons`, { lines: [{ item_id, qty: 2 }], weight_kg: 3 }),
  );
  t.like(await ok(client.get(`/api/wms/cartons/${made.id}`)), { sscc: made.sscc, weight_kg: 3 });
  const patient = { headers: { prefer: 'wait=30' } };
  await ok(client.patch(`/api/wms/shipments/${id}`, { action: 'pack' }, patient));
  await ok(client.patch(`/api/wms/shipments/${id}`, { action: 'ship' }, patient));
  const paper = await ok(client.post(`/api/wms/shipments/${id}/packing-list`, {}, patient));
  const asFacts = { headers: { accept: 'application/json' } };
  const facts = await ok(client.get(`/api/wms/documents/${paper.id}`, asFacts));
  t.like(facts, { kind: 'packing_list', content_type: 'application/pdf', subject_id: id });
});

test('a hub gets another name and stands in another warehouse', async (t) => {
  const { client, standard } = platform;
  const { hubId } = await enrollHub(platform.url, client, { name: 'packing-3' });
  const changed = await ok(
    client.patch(`/api/wms/hubs/${hubId}`, { name: 'Packing desk 3', warehouse_id: standard.warehouseId }),
  );
  t.like(changed, { name: 'Packing desk 3', warehouse_id: standard.warehouseId });
});

test('the spots, rules, slots and moves of a yard are shown, and a spot is changed', async (t) => {
  const { client, standard } = platform;
  const yard = await newYard(client, { doors: 1, spots: 2 });
  const listed = await ok(client.get(`/api/yms/spots?warehouse_id=${yard.warehouseId}`));
  t.is(listed.length, 3);
  const path = `/api/yms/spots/${yard.doors[0]}`;
  t.like(await ok(client.patch(path, { direction: 'inbound', sequence: 10 })), { direction: 'inbound' });
  t.like(await ok(client.get(path)), { code: 'D1', direction: 'inbound', sequence: 10 });
  await ok(
    client.patch(`/api/yms/dock-rules/${yard.warehouseId}`, { capacity_per_hour: 4, free_minutes: 90 }),
  );
  t.like(await ok(client.get(`/api/yms/dock-rules/${yard.warehouseId}`)), {
    capacity_per_hour: 4,
    free_minutes: 90,
  });
  await ok(
    client.post('/api/yms/recurring-slots', {
      warehouse_id: yard.warehouseId,
      door_id: yard.doors[0],
      carrier_id: standard.carrierId,
      weekdays: [2, 4],
      start_time: '08:30',
      minutes: 45,
    }),
  );
  const slots = await ok(client.get(`/api/yms/recurring-slots?warehouse_id=${yard.warehouseId}`));
  t.like(slots[0], { start_time: '08:30', weekdays: [2, 4] });
  const moves = await client.get('/v1/yms/movements');
  t.is(moves.status, 200);
});

test('a store is connected, its order comes in by webhook, its mapping and the versions of its flow are shown', async (t) => {
  const { client, standard, url } = platform;
  const domain = `store-${standard.id}.example.test`;
  const connection = await connect(client, { store_domain: domain });
  t.true((await ok(client.get('/api/integration/connections'))).some(({ id }: any) => id === connection.id));
  t.like(await ok(client.get(`/api/integration/connections/${connection.id}`)), { connector: 'storefront' });
  await ok(
    client.post('/api/integration/product-mappings', {
      connection_id: connection.id,
      channel_sku: 'IPOD2008PINK',
      item_id: standard.items['PLAIN'],
    }),
  );
  const mappings = await ok(client.get(`/api/integration/product-mappings?connection_id=${connection.id}`));
  t.like(mappings[0], { channel_sku: 'IPOD2008PINK' });
  const flow = await publish(client, [{ action: 'map_order' }, { action: 'create_order' }]);
  const { versions } = await ok(client.get(`/api/integration/flows/${flow.id}/versions`));
  t.is(versions.length, 1);
  const sent = await send(url, { body: sampleOrder, domain });
  t.is(sent.status, 200);
  // A store sends it, not our client, and its ids are larger than JSON.parse can hold: this is the sample as it reads.
  recordExchange({
    method: 'POST',
    path: '/api/integration/webhooks/storefront',
    status: sent.status,
    request: JSON.parse(sampleOrder),
    answer: sent.body,
  });
  for (const list of ['/v1/oms/channels/connections', '/v1/oms/product-mappings']) {
    const { status, body } = await client.get(list);
    t.is(status, 200);
    t.true(body.total >= 1, list);
  }
});

test('who is told of events, who is bought from, who carries and what is fetched from the port are listed', async (t) => {
  const { client } = platform;
  await ok(
    client.post('/api/tenancy/webhook-endpoints', {
      url: 'https://merchant.example/hooks',
      event_types: ['wms_shipment.shipped'],
    }),
  );
  t.is((await ok(client.get('/api/tenancy/webhook-endpoints'))).length, 1);
  await ok(
    client.post('/v1/drayage/orders', {
      container_no: 'CSQU3054383',
      pickup: 'Pier 400, Los Angeles',
      delivery: { name: 'Main', city: 'New York' },
    }),
  );
  for (const path of ['/v1/drayage/orders', '/v1/purchase/vendors', '/v1/tms/carriers']) {
    const { status, body } = await client.get(path);
    t.is(status, 200);
    t.true(body.total >= 1, path);
  }
});
