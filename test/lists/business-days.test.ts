/** A date alone, where a moment is accepted too, is a day of the warehouse's or the organization's, never of UTC. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
  const { owner, standard } = platform;
  await owner.query("update organizations set time_zone = 'America/Los_Angeles' where id = $1", [
    standard.id,
  ]);
  await owner.query(
    "update warehouses set time_zone = 'Pacific/Auckland' where organization_id = $1 and id = $2",
    [standard.id, standard.warehouseId],
  );
});
test.after.always(() => platform?.stop());

test('the yard map of a day is the map at its beginning, at the warehouse', async (t) => {
  const { client, standard } = platform;
  const mapAt = async (query: string): Promise<string> =>
    (await client.get(`/v1/yms/yard-map?${query}`)).body.at;
  t.is(await mapAt(`warehouse_id=${standard.warehouseId}&at=2026-03-10`), '2026-03-09T11:00:00.000Z');
  t.is(await mapAt('at=2026-03-10'), '2026-03-10T07:00:00.000Z', 'of all warehouses: the organization’s day');
  t.is(
    await mapAt(`warehouse_id=${standard.warehouseId}&at=2026-03-10T00:00:00Z`),
    '2026-03-10T00:00:00.000Z',
    'a moment is what it says',
  );
});

test('orders of a day are those of the whole day, in the organization’s time zone or the warehouse’s', async (t) => {
  const { client, owner, standard } = platform;
  const made = await client.post('/api/oms/orders', {
    warehouse_id: standard.warehouseId,
    lines: [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }],
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  // The evening of the 9th in Los Angeles, the evening of the 10th in Auckland.
  await owner.query("update sales_orders set created_at = '2026-03-10 05:00Z' where id = $1", [id]);
  const isListed = async (query: string): Promise<boolean> =>
    (await client.get(`/api/oms/orders?${query}`)).body.data.some((order: { id: string }) => order.id === id);
  t.true(await isListed('created_from=2026-03-09&created_to=2026-03-09'));
  t.false(await isListed('created_from=2026-03-10&created_to=2026-03-10'));
  const there = `warehouse_id=${standard.warehouseId}`;
  t.true(await isListed(`${there}&created_from=2026-03-10&created_to=2026-03-10`));
  t.false(await isListed(`${there}&created_from=2026-03-09&created_to=2026-03-09`));
  t.true(await isListed('created_from=2026-03-10T05:00:00Z&created_to=2026-03-10T05:00:00Z'));
});

test('ledger entries of a day are those of the warehouse’s day', async (t) => {
  const { client, owner, standard } = platform;
  const connection = await owner.connect();
  await connection.query("set session_replication_role = 'replica'");
  // One in the morning of the 10th in Auckland.
  await connection.query(
    `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
       merchant_id, qty_delta, transaction_type, ref_type, actor, occurred_at)
     values ($1, uuid7(), uuid7(), 1, $2, $3, 'available', '', $4, $5, 12, 'receive', 'test', 'test', '2026-03-09 12:00Z')`,
    [
      standard.id,
      standard.items['PLAIN'],
      standard.locations['A-01'],
      standard.warehouseId,
      standard.merchantId,
    ],
  );
  await connection.query("set session_replication_role = 'origin'");
  connection.release();
  const listed = async (from: string, to: string): Promise<number> =>
    (await client.get(`/api/wms/inventory/ledger?warehouse_id=${standard.warehouseId}&from=${from}&to=${to}`))
      .body.data.length;
  t.is(await listed('2026-03-10', '2026-03-11'), 1);
  t.is(await listed('2026-03-09', '2026-03-10'), 0);
});

test('a delivery expected on a day is expected from the beginning of the warehouse’s day', async (t) => {
  const { client, standard } = platform;
  const asn = await client.post('/v1/purchase/asns', {
    warehouse_id: standard.warehouseId,
    eta: '2026-05-01',
    lines: [{ sku: 'PLAIN', qty: 1 }],
  });
  t.is(asn.body.eta, '2026-04-30T12:00:00.000Z', asn.text);
  const patient = { headers: { prefer: 'wait=30' } };
  const path = `/v1/purchase/asns/${asn.body.id}/eta`;
  const moved = await client.post(path, { eta: '2026-05-02', reason: 'port' }, patient);
  t.is(moved.body.eta, '2026-05-01T12:00:00.000Z', moved.text);
});
