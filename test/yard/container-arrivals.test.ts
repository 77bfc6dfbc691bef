/** Which goods a truck at the gate brings, by the number of its container, however it is written. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeOrder, ordersPath } from '../helpers/purchase.ts';
import { announced, book, newYard, ok, type Yard } from './yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const patient = { headers: { prefer: 'wait=60' } };

const notice = (yard: Yard, container_no: string) =>
  ok(
    client.post('/v1/purchase/asns', {
      warehouse_id: yard.warehouseId,
      container_no,
      lines: [{ sku: 'PLAIN', qty: 5 }],
    }),
  );
const asn = (id: string) => ok(client.get(`/v1/purchase/asns/${id}`));

async function checkedIn(yard: Yard, container_no: string, plate: string): Promise<any> {
  const { id } = await ok(book(client, yard, { container_no, plate }));
  return ok(client.post(`/v1/yms/appointments/${id}/check-in`));
}

test('a container is the same one however its number is written', async (t) => {
  const yard = await newYard(client, { doors: 2 });
  const { id } = await notice(yard, 'SPEL 123456-7');
  const truck = await checkedIn(yard, 'spel-1234567', 'SPELL 1');
  const arrived = await asn(id);
  t.is(arrived.status, 'arrived');
  t.is(truck.receipt_id, arrived.receipt_id);
  const listed = await ok(client.get('/v1/purchase/asns?filter[container_no]=SPEL 123456-7'));
  t.deepEqual(
    listed.data.map((one: { id: string }) => one.id),
    [id],
  );
  const receipt = await announced(client, platform.standard, yard, 'SPEL 765432-1');
  t.is((await checkedIn(yard, 'SPEL7654321', 'SPELL 2')).receipt_id, receipt.id);
});

test('a container that comes again brings what is announced now, not what it brought before', async (t) => {
  const yard = await newYard(client, { doors: 2 });
  const before = await notice(yard, 'AGAN1234567');
  const first = await checkedIn(yard, 'AGAN1234567', 'AGAIN 1');
  const [task] = await ok(client.get(`/api/wms/tasks?warehouse_id=${yard.warehouseId}`));
  await ok(client.patch(`/api/wms/tasks/${task.id}`, { action: 'complete' }));
  for (const [step, body] of [
    ['complete-receive', { confirm_zero: true }],
    ['close', {}],
  ] as const)
    await ok(client.post(`/api/wms/inbound-receipts/${first.receipt_id}/${step}`, body, patient));
  t.is((await asn(before.id)).status, 'closed');
  const now = await notice(yard, 'AGAN1234567');
  const second = await checkedIn(yard, 'AGAN1234567', 'AGAIN 2');
  const arrived = await asn(now.id);
  t.is(arrived.status, 'arrived');
  t.not(second.receipt_id, first.receipt_id);
  t.is(second.receipt_id, arrived.receipt_id);
});

test('a truck known by its container stands for the merchant of the goods, and for nobody when they are several’s', async (t) => {
  const { threePl, owner } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const yard = await newYard(house, { doors: 2 });
  const sku = 'PLAIN';
  const notice = (container_no: string, merchant_id: string) =>
    ok(
      house.post('/v1/purchase/asns', {
        warehouse_id: yard.warehouseId,
        merchant_id,
        container_no,
        lines: [{ sku, qty: 5 }],
      }),
    );
  await notice('WHOS1234567', threePl.merchantId!);
  const { id } = await ok(book(house, yard, { container_no: 'WHOS1234567', plate: 'WHOSE 1' }));
  const truck = await ok(house.post(`/v1/yms/appointments/${id}/check-in`));
  t.is(truck.merchant_id, threePl.merchantId);
  const standsFor = async (appointment: string) =>
    (
      await owner.query(
        `select v.merchant_id, g.merchant_id as at_gate from yard_visits v join gate_entries g on g.visit_id = v.id
          where v.appointment_id = $1`,
        [appointment],
      )
    ).rows;
  t.deepEqual(await standsFor(id), [{ merchant_id: threePl.merchantId, at_gate: threePl.merchantId }]);
  for (const merchant of [threePl.merchantId!, threePl.secondMerchantId!])
    await ok(
      house.post('/api/wms/inbound-receipts', {
        warehouse_id: yard.warehouseId,
        source_type: 'manual',
        merchant_id: merchant,
        container_no: 'WHOS7654321',
      }),
    );
  const both = await ok(book(house, yard, { container_no: 'WHOS7654321', plate: 'WHOSE 2' }));
  t.is((await ok(house.post(`/v1/yms/appointments/${both.id}/check-in`))).merchant_id, null);
  t.deepEqual(await standsFor(both.id), [{ merchant_id: null, at_gate: null }]);
});

test('everything announced in a container arrives with it, each on its receipt with its task', async (t) => {
  const yard = await newYard(client);
  const notices = [await notice(yard, 'BOTH1234567'), await notice(yard, 'BOTH1234567')];
  const truck = await checkedIn(yard, 'BOTH1234567', 'BOTH 1');
  const arrived = [await asn(notices[0].id), await asn(notices[1].id)];
  t.deepEqual(
    arrived.map(({ status }) => status),
    ['arrived', 'arrived'],
  );
  t.is(truck.receipt_id, arrived[0].receipt_id);
  const tasks = await ok(client.get(`/api/wms/tasks?task_type=receive&warehouse_id=${yard.warehouseId}`));
  t.deepEqual(
    tasks.map((task: { ref_id: string }) => task.ref_id).toSorted(),
    arrived.map((one): string => one.receipt_id).toSorted(),
  );
});

test('a truck with the goods of a draft order is checked in; its receipt comes with the release of the order', async (t) => {
  const { standard, owner } = platform;
  const yard = await newYard(client);
  const order = await makeOrder(client, standard);
  const asn = await ok(
    client.post('/v1/purchase/asns', {
      po_id: order,
      warehouse_id: yard.warehouseId,
      container_no: 'TGHU7654342',
    }),
  );
  const booked = await ok(book(client, yard, { container_no: 'TGHU7654342', plate: 'ASN 2' }));
  const checked = await ok(client.post(`/v1/yms/appointments/${booked.id}/check-in`));
  t.is(checked.receipt_id, null);
  const goods = async () =>
    (await owner.query('select status, receipt_id from asns where id = $1', [asn.id])).rows;
  t.deepEqual(await goods(), [{ status: 'arrived', receipt_id: null }]);
  const receipts = await owner.query('select 1 from inbound_receipts where source_id = $1', [order]);
  t.is(receipts.rowCount, 0);
  const released = await ok(client.post(`${ordersPath}/${order}/release`));
  t.deepEqual(await goods(), [{ status: 'arrived', receipt_id: released.receipt_id }]);
});
