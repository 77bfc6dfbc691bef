/** The order that replaces returned goods ends with its return, and grows with it; and who may make a return grow. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, putStock } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  dispose,
  inspect,
  patch,
  post,
  receivedReturn,
  returnsPath,
  soldOrder,
  type Sold,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const orders = '/api/oms/orders';
const at = ({ id }: { id: string }): string => `${returnsPath}/${id}`;

/** A return of one unit that is replaced by another, of an item there is still some of. */
async function replaced(): Promise<{ sold: Sold; found: any; order: any }> {
  const sold = await soldOrder(platform, 3);
  await putStock(platform, platform.standard, [{ item: sold.itemId, qty: 5, location: 'A-01' }]);
  const found = await authorizedReturn(client, sold, 1, { wanted: 'replace' });
  return { sold, found, order: await read(client, `${orders}/${found.replacement_order_id}`) };
}

const end = (found: { id: string }, action: string, more: object = {}) =>
  patch(client, at(found), { action, ...more });

test('what would replace goods that do not come is cancelled with their return, and promises nothing any more', async (t) => {
  for (const [action, steps] of [
    ['cancel', []],
    ['reject', ['submit', 'approve']],
  ] as const) {
    const { sold, found, order } = await replaced();
    t.is(order.status, 'draft');
    await drive(client, order.id, ...steps);
    t.is((await end(found, action)).status, 200);
    t.is((await read(client, `${orders}/${order.id}`)).status, 'cancelled');
    const { rows } = await platform.owner.query('select 1 from reservations where order_id = $1', [order.id]);
    t.is(rows.length, 0);
    t.is((await end(found, action)).status, 200, 'repeating it changes nothing');
    t.is((await askReturn(client, sold, 3)).status, 201, 'its unit may be returned again');
  }
});

test('once it is released the return does not end, until a person stops it or gives it away', async (t) => {
  const { found, order } = await replaced();
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const refused = await end(found, 'cancel');
  t.is(refused.status, 409, refused.text);
  t.like(refused.body.error, {
    code: 'REPLACEMENT_UNDER_WAY',
    details: { order_id: order.id, order_no: order.order_no, status: 'released' },
  });
  t.is((await read(client, at(found))).status, 'authorized');
  t.is((await read(client, `/api/wms/inbound-receipts/${found.receipt_id}`)).status, 'new');
  await drive(client, order.id, 'cancel-request');
  t.is((await end(found, 'cancel')).body.data.status, 'cancelled');

  const gone = await replaced();
  await drive(client, gone.order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  t.is((await end(gone.found, 'reject')).body.error.code, 'REPLACEMENT_UNDER_WAY');
  t.is((await end(gone.found, 'reject', { keep_replacement: true })).body.data.status, 'rejected');
  t.is((await read(client, `${orders}/${gone.order.id}`)).status, 'fulfilled');
});

test('lines a return gains reach its replacement: the draft grows, and one under way is followed by another', async (t) => {
  const { sold, found, order } = await replaced();
  const more = (wanted: string) =>
    post(client, `${at(found)}/lines`, {
      lines: [{ order_line_id: sold.orderLineId, qty: 1, reason_code: 'too_small', wanted }],
    });
  const qtys = async (id: string) =>
    (await read(client, `${orders}/${id}`)).lines.map(({ qty, price }: any) => [qty, price]);
  t.is((await more('replace')).body.data.replacement_order_id, order.id);
  t.deepEqual(await qtys(order.id), [
    [1, 0],
    [1, 0],
  ]);
  await drive(client, order.id, 'submit');
  const second = (await more('replace')).body.data.replacement_order_id;
  t.not(second, order.id);
  t.deepEqual(await qtys(second), [[1, 0]]);
  t.is((await end(found, 'cancel')).status, 200);
  for (const id of [order.id, second]) t.is((await read(client, `${orders}/${id}`)).status, 'cancelled');

  t.is((await more('replace')).body.error.code, 'ILLEGAL_TRANSITION');
});

test('a draft that somebody put into cases grows by what they are in base units', async (t) => {
  const { sold, found, order } = await replaced();
  const item = sold.itemId;
  await patch(client, `/api/wms/items/${item}`, { uoms: [{ uom: 'CS', factor: 12 }] });
  const cased = { lines: [{ product_id: item, qty: 1, uom: 'CS', price: 10 }] };
  t.is((await patch(client, `${orders}/${order.id}`, cased)).status, 200);
  // No unit of the item any more: what it was is known.
  await patch(client, `/api/wms/items/${item}`, { uoms: [] });
  const line = { order_line_id: sold.orderLineId, qty: 1, reason_code: 'too_small', wanted: 'replace' };
  t.is((await post(client, `${at(found)}/lines`, { lines: [line] })).status, 201);
  const { lines, total } = await read(client, `${orders}/${order.id}`);
  t.deepEqual(
    lines.map(({ qty, price }: any) => [qty, price]),
    [
      [12, 0.833333],
      [1, 0],
    ],
  );
  t.is(total, 10);
});

test('by its rule a unit is replaced once it is decided what becomes of it, and in one draft with the others', async (t) => {
  const item_class = `REPLACED-${Date.now()}`;
  const rules = '/api/oms/return-rules';
  const rule = { name: item_class, priority: 1, item_class, replace_at: 'disposal' };
  t.like((await client.post(rules, { ...rule, inspect: 'never' })).body.error.details[0], {
    path: 'replace_at',
  });
  t.is((await client.post(rules, rule)).status, 201);
  const back = await receivedReturn(platform, 3, { item_class }, { wanted: 'replace' });
  t.is(back.replacement_order_id, null);
  const { inspections } = (await inspect(client, back, 3)).body.data;
  for (const qty of [1, 2])
    t.is((await dispose(client, back, inspections[0].id, 'quarantine', { qty })).status, 201);
  const { replacement_order_id: id } = await read(client, at(back));
  t.deepEqual(
    (await read(client, `${orders}/${id}`)).lines.map(({ qty, price }: any) => [qty, price]),
    [
      [1, 0],
      [2, 0],
    ],
  );
});

test('a return is cancelled while its replacement is pushed: it ends with it, or stays with it', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const { found, order } = await replaced();
    await drive(client, order.id, 'submit', 'approve');
    const [pushed, cancelled] = await Promise.all([
      post(client, `${orders}/${order.id}/push-to-wms`, {}),
      end(found, 'cancel'),
    ]);
    t.not(pushed.status === 200, cancelled.status === 200, `${pushed.text} ${cancelled.text}`);
    const { status } = await read(client, `${orders}/${order.id}`);
    t.is(status, cancelled.status === 200 ? 'cancelled' : 'released');
  }
});

test('lines that no rule authorizes join an authorized return only by who may authorize it', async (t) => {
  const { standard } = platform;
  const shop = await platform.clientWith(standard, ['oms.returns.view', 'oms.returns.create']);
  const item_class = `joins-${standard.id.slice(-8)}`;
  const sold = await soldOrder(platform, 4, { item_class });
  const lines = [{ order_line_id: sold.orderLineId, qty: 1, reason_code: 'too_small' }];
  const add = (id: string) => post(shop, `${at({ id })}/lines`, { lines });
  const { id } = (await askReturn(client, sold, 1)).body.data;
  t.is((await add(id)).status, 201, 'it is yet to be authorized');
  t.is((await patch(client, at({ id }), { action: 'authorize' })).status, 200);
  t.like((await add(id)).body.error, {
    code: 'FORBIDDEN',
    details: { permission: 'oms.returns.authorize' },
  });
  t.is((await read(client, at({ id }))).lines.length, 2);
  const rule = { name: item_class, priority: 1, item_class, auto_authorize: true };
  t.is((await client.post('/api/oms/return-rules', rule)).status, 201);
  t.is((await add(id)).status, 201, 'its rule authorizes it');
});
