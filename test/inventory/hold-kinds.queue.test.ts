/** Holds of a kind: what one keeps is lifted by its kind alone, wherever in its warehouse the goods stand by then. */
import test from 'ava';
import type { Answer } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { read } from '../fulfillment/outbound-rig.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import { post, stockByStatus } from '../returns/returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inventory = '/api/wms/inventory';

async function itemIn(shelves: Record<string, number>): Promise<string> {
  const item = await newItem(platform, platform.standard);
  const stock = Object.entries(shelves).map(([location, qty]) => ({ item, qty, location }));
  await putStock(platform, platform.standard, stock);
  return item;
}

function act(what: 'hold' | 'release-hold', item: string, shelf: string, more: object): Promise<Answer> {
  const { standard, client } = platform;
  return post(client, `${inventory}/${what}`, {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations[shelf],
    item_id: item,
    reason_code: 'damage',
    ...more,
  });
}

const holdsOf = (item: string) => read(platform.client, `${inventory}/holds?item_id=${item}`);

test('what a kind keeps is lifted by naming it, wherever it was moved to, and shown meanwhile', async (t) => {
  const { client, standard } = platform;
  const item = await itemIn({ 'A-01': 5, 'A-02': 4 });
  t.like((await act('hold', item, 'A-01', { qty: 3, kind: 'customs' })).body.data, {
    qty: 3,
    kind: 'customs',
  });
  t.is((await act('hold', item, 'A-02', { qty: 2, kind: 'quality' })).status, 200);
  t.like((await act('hold', item, 'A-02', { qty: 1 })).body.data, { qty: 1, kind: null });
  const listed = await holdsOf(item);
  t.deepEqual(
    listed.map(({ kind, qty, held_qty: held }: any) => [kind, qty, held]),
    [
      ['customs', 3, 6],
      ['quality', 2, 6],
    ],
  );
  t.is((await read(client, `${inventory}/holds?item_id=${item}&kind=quality`)).length, 1);

  const refused = await act('release-hold', item, 'A-01', { qty: 2 });
  t.is(refused.status, 409, refused.text);
  t.like(refused.body.error, { code: 'HELD_BY_KIND' });
  t.deepEqual(refused.body.error.details.kinds, [
    { kind: 'customs', qty: 3 },
    { kind: 'quality', qty: 2 },
  ]);
  t.is((await act('release-hold', item, 'A-02', { qty: 1 })).status, 200, 'what no kind keeps');

  const moved = await post(client, `${inventory}/move`, {
    warehouse_id: standard.warehouseId,
    from_location_id: standard.locations['A-01'],
    to_location_id: standard.locations['A-03'],
    item_id: item,
    qty: 3,
    status: 'hold',
  });
  t.is(moved.status, 200, moved.text);
  t.is(
    (await act('release-hold', item, 'A-03', { qty: 3, kind: 'quality' })).body.error.code,
    'HELD_BY_KIND',
  );
  t.is((await act('release-hold', item, 'A-03', { kind: 'recall' })).body.error.code, 'HELD_BY_KIND');
  const lifted = await act('release-hold', item, 'A-03', { kind: 'customs' });
  t.like(lifted.body.data, { qty: 3, kind: 'customs', to_status: 'available' });
  t.like((await act('release-hold', item, 'A-02', { kind: 'quality' })).body.data, { qty: 2 });
  t.deepEqual(await holdsOf(item), []);
  t.deepEqual(await stockByStatus(client, item), { available: 9 });
  const ledger = await read(client, `${inventory}/ledger?item_id=${item}&status=hold&page_size=50`);
  const kinds = ledger.map(({ hold_kind: kind, qty_delta: qty }: any) => `${kind} ${qty}`).toSorted();
  t.deepEqual(kinds, [
    'customs -3',
    'customs 3',
    'null -1',
    'null -3',
    'null 1',
    'null 3',
    'quality -2',
    'quality 2',
  ]);
  await assertInvariants(t, platform);
});

test('what left the hold otherwise is kept no more; what no kind keeps leaves first', async (t) => {
  const { client, standard } = platform;
  const item = await itemIn({ 'A-01': 12 });
  const adjust = (qty: number) =>
    post(client, `${inventory}/adjust`, {
      warehouse_id: standard.warehouseId,
      location_id: standard.locations['A-01'],
      item_id: item,
      status: 'hold',
      qty_delta: qty,
      reason_code: 'damage',
    });
  const kept = async () =>
    (await holdsOf(item)).map(({ kind, qty, held_qty: held }: any) => [kind, qty, held]);
  await act('hold', item, 'A-01', { qty: 3, kind: 'customs' });
  await act('hold', item, 'A-01', { qty: 1 });
  t.is((await adjust(-2)).status, 200);
  t.deepEqual(await kept(), [['customs', 2, 2]]);
  t.is((await adjust(-2)).status, 200);
  t.deepEqual(await kept(), []);
  await act('hold', item, 'A-01', { qty: 2 });
  t.deepEqual(await kept(), [], 'what is held later is not of the kind');
  const lifted = await act('release-hold', item, 'A-01', { qty: 2 });
  t.is(lifted.status, 200, lifted.text);
  t.is((await act('release-hold', item, 'A-01', { kind: 'customs' })).body.error.code, 'HELD_BY_KIND');

  await act('hold', item, 'A-01', { qty: 2, kind: 'customs' });
  await act('hold', item, 'A-01', { qty: 2, kind: 'recall' });
  t.is((await adjust(-1)).status, 200);
  await act('hold', item, 'A-01', { qty: 1 });
  t.is((await act('release-hold', item, 'A-01', { qty: 2 })).body.error.code, 'HELD_BY_KIND');
  t.is((await act('release-hold', item, 'A-01', { qty: 1 })).status, 200);
  t.like((await act('release-hold', item, 'A-01', { kind: 'recall' })).body.data, { qty: 2 });
  t.deepEqual(await kept(), [['customs', 1, 1]]);
  t.like((await act('release-hold', item, 'A-01', { kind: 'customs' })).body.data, { qty: 1 });
  t.deepEqual(await kept(), []);
  t.deepEqual(await stockByStatus(client, item), { available: 7 });
});

test('two lifts at two places at once free no more than kinds leave', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const item = await itemIn({ 'A-01': 2, 'A-02': 2 });
    t.is((await act('hold', item, 'A-01', { kind: 'owner' })).status, 200);
    t.is((await act('hold', item, 'A-02', {})).status, 200);
    const answers = await Promise.all([
      act('release-hold', item, 'A-01', {}),
      act('release-hold', item, 'A-02', {}),
    ]);
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((one, two) => one - two),
      [200, 409],
    );
    t.deepEqual(await stockByStatus(platform.client, item), { available: 2, hold: 2 });
    const twice = await Promise.all(
      ['A-01', 'A-02'].map((at) => act('release-hold', item, at, { kind: 'owner' })),
    );
    t.deepEqual(
      twice.map(({ status }) => status).toSorted((one, two) => one - two),
      [200, 409],
      'of a kind, once',
    );
    t.deepEqual(await stockByStatus(platform.client, item), { available: 4 });
  }
});

test("a lot's release keeps what a kind keeps of it; a merchant's token sees its own holds alone", async (t) => {
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const mine = await newItem(platform, threePl);
  const foreign = await newItem(platform, threePl, { merchant_id: threePl.secondMerchantId });
  for (const item of [mine, foreign]) {
    await putStock(platform, threePl, [{ item, qty: 5, lot: 'L-1' }]);
    const [{ location_id }] = (await operator.get(`${inventory}?item_id=${item}`)).body.data;
    const held = await post(operator, `${inventory}/hold`, {
      warehouse_id: threePl.warehouseId,
      location_id,
      item_id: item,
      lot_no: 'L-1',
      qty: 2,
      reason_code: 'damage',
      kind: 'customs',
    });
    t.is(held.status, 200, held.text);
  }
  const seen = (await merchant.get(`${inventory}/holds`)).body.data;
  t.deepEqual(
    seen.map((one: any) => one.item_id),
    [mine],
  );
  const lot = { item_id: mine, lot_no: 'L-1' };
  await post(operator, '/api/wms/lots/hold', { ...lot, kind: 'recall', reason: 'Glass' });
  const released = await post(operator, '/api/wms/lots/release', { ...lot, reason: 'None found' });
  t.like(released.body.data, { released_qty: 3, kept_qty: 0 });
  t.deepEqual(await stockByStatus(operator, mine), { available: 3, hold: 2 });
});
