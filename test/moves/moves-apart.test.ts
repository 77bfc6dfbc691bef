/** Planned moves of one merchant and one organization, kept from the others; and what a plan does not take. */
import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, read, type Running } from '../fulfillment/outbound-rig.ts';
import type { Client } from '../helpers/client.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const path = '/api/wms/moves';

/** An item with stock on a shelf of its own, and an empty shelf. */
async function shelves(platform: Running, qty: number, more: object = {}) {
  const [from, to] = [await newShelf(platform, more), await newShelf(platform)];
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty, location: from }]);
  return { item, from, to };
}

type Shelves = Awaited<ReturnType<typeof shelves>>;

const plan = ({ client, standard }: Running, { item, from, to }: Shelves, qty: number, more: object = {}) =>
  client.post(path, {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    from_location_id: from,
    to_location_id: to,
    item_id: item,
    qty,
    ...more,
  });

async function planned(platform: Running, goods: Shelves, qty: number, more: object = {}): Promise<any> {
  const answer = await plan(platform, goods, qty, more);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data;
}

const act = async (client: Client, id: string, action: string, more: object = {}) =>
  settled(client, await client.patch(`${path}/${id}`, { action, ...more }), path);

test('another merchant sees and works nothing of a move, and fields nobody knows are refused', async (t) => {
  const { threePl, clientWith, client: stranger } = t.context.platform;
  const client = await clientWith(threePl, everyPermission);
  const platform = { ...t.context.platform, standard: threePl, client };
  const goods = await shelves(platform, 10);
  const { id, move_no } = await planned(platform, goods, 5);
  const everything = ['wms.putaway.view', 'wms.moves.work', 'wms.moves.plan', 'wms.moves.override'] as const;
  const rival = await clientWith(threePl, everything, { merchantId: threePl.secondMerchantId! });
  t.is((await rival.get(`${path}/${id}`)).status, 404);
  for (const list of [`${path}?page_size=200`, `/v1/wms/moves?page_size=200`]) {
    const answer = await rival.get(list);
    t.is(answer.status, 200, answer.text);
    t.false(answer.text.includes(move_no));
  }
  for (const [action, more] of [
    ['claim', {}],
    ['start', {}],
    ['unclaim', {}],
    ['confirm', {}],
    ['cancel', { reason: 'not mine' }],
  ] as const)
    t.is((await act(rival, id, action, more)).body.error?.code, 'FORBIDDEN', action);
  const place = { warehouse_id: threePl.warehouseId };
  t.is((await rival.post(`${path}/claim`, place)).body.error?.code, 'FORBIDDEN');
  t.is((await plan({ ...platform, client: rival }, goods, 1)).body.error?.code, 'FORBIDDEN');

  t.is((await stranger.get(`${path}/${id}`)).status, 404);
  t.is((await act(stranger, id, 'confirm')).status, 404);
  t.is((await read(client, `${path}/${id}`)).status, 'open', 'nobody has touched it');

  for (const [fields, named] of [
    [{ done_qty: 1 }, 'done_qty'],
    [{ qty: 0 }, 'qty'],
    [{ qty: -1 }, 'qty'],
    [{ qty: 0.0000001 }, 'qty'],
    [{ merchant_id: threePl.merchantId }, 'merchant_id'],
    [{ to_location_id: goods.from }, 'to_location_id'],
  ] as const) {
    const refused = await plan(platform, goods, 1, fields);
    t.is(refused.status, 400, refused.text);
    t.true(refused.text.includes(named), refused.text);
  }
  t.is((await act(client, id, 'confirm', { done_qty: 5 })).body.error?.code, 'VALIDATION_FAILED');
});
