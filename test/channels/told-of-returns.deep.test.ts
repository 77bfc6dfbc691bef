/** A store learns what became of goods that came back, each once, so that it refunds and restocks. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import {
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  post,
  receiveUnits,
} from '../returns/returns-rig.ts';
import { startLyingStore, type Mood } from './lying-store.ts';
import { confirmedOrder, shipOrder, storeWithOrders } from './store-orders-rig.ts';

const shop = 'returns.example.test';

let platform: Platform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let connectionId: string;
test.before(async () => {
  platform = await joinPlatform();
  store = await startLyingStore();
  connectionId = await storeWithOrders(platform, store.url, { store_domain: shop });
});
test.after.always(async () => {
  store?.close();
  await platform?.stop();
});

const hasLeft = (number: string): boolean => store.fulfillments.some(({ order }) => order === number);

/** A shipped order of the store of whose first line all units came back, counted to the end. */
async function cameBack(number: string, more: object = {}, qty = 1): Promise<any> {
  const { client } = platform;
  const order = await confirmedOrder(platform, number, shop, qty);
  await shipOrder(platform, order.id, `1Z-${number}`);
  await until('the store knows that it left', () => hasLeft(number));
  const sold = { orderId: order.id, orderLineId: order.lines[0].id, itemId: order.lines[0].product_id };
  const found = await authorizedReturn(client, sold, qty, more);
  for (const answer of [await receiveUnits(platform, found, qty), await completeReceipt(client, found)])
    if (answer.status >= 300) throw new Error(answer.text);
  return { ...found, orderId: order.id };
}

const soon = () =>
  platform.owner.query(
    `update channel_pushes
        set next_try_at = now(), unknown_since = case when unknown_since < now() - interval '1 second'
                                                      then now() - interval '2 minutes' else unknown_since end
      where connection_id = $1 and sent_version < version and claim is null`,
    [connectionId],
  );

const told = (orderId: string, count: number): Promise<any[]> =>
  until(`${count} of ${orderId} are told`, async () => {
    await soon();
    await platform.client.post('/v1/oms/sync/inventory', { connection_id: connectionId });
    const path = `/api/integration/channel-pushes?order_id=${orderId}&kind=return`;
    const { data } = (await platform.client.get(path)).body;
    return data.length === count && data.every((push: any) => push.sent_at) && data;
  });

test.serial(
  'the disposal of units has them refunded and restocked at the store, once, whatever it answers',
  async (t) => {
    const { client } = platform;
    const found = await cameBack('8801');
    const seen = await inspect(client, found, 1);
    t.true(seen.status < 300, seen.text);
    const inspectionId = (await client.get(`/api/oms/returns/${found.id}`)).body.data.inspections[0].id;
    const moods: Mood[] = ['takes and hangs up', 'loses'];
    store.mood = (order) => (order === '8801' ? (moods.shift() ?? 'honest') : 'honest');
    const disposed = await dispose(client, found, inspectionId, 'restock', {
      location_id: platform.standard.locations['DOCK-1'],
    });
    t.true(disposed.status < 300, disposed.text);
    const [push] = await told(found.orderId, 1);
    t.deepEqual(moods, []);
    t.is(store.refunds.filter(({ order }) => order === '8801').length, 1);
    const [refund] = store.refunds;
    t.like(refund!, {
      reference: push.subject,
      refund_percent: 100,
      restocking_fee: 0,
      restocking_fee_currency: 'USD',
      refund_line_items: [{ sku: 'IPOD2008PINK', quantity: 1, restock_quantity: 1 }],
    });
    t.like(push, {
      kind: 'return',
      return_id: found.id,
      channel_says: { refund_id: '1' },
      external_order_id: '8801',
    });
    const path = `/api/integration/agreement/orders?order_id=${found.orderId}`;
    const [agreement] = (await client.get(path)).body.data;
    t.deepEqual(agreement.news.map(({ kind, agrees }: any) => [kind, agrees]).sort(), [
      ['return', true],
      ['shipment', true],
    ]);
  },
);

test.serial('scrapped units are refunded and not restocked; who wants no refund gets none', async (t) => {
  const { client } = platform;
  const found = await cameBack('8802', { wanted: 'replace' });
  const seen = await inspect(client, found, 1);
  t.true(seen.status < 300, seen.text);
  const inspectionId = (await client.get(`/api/oms/returns/${found.id}`)).body.data.inspections[0].id;
  const disposed = await dispose(client, found, inspectionId, 'scrap', {
    location_id: platform.standard.locations['DOCK-1'],
  });
  t.true(disposed.status < 300, disposed.text);
  await told(found.orderId, 1);
  t.like(
    store.refunds.find(({ order }) => order === '8802')!,
    {
      refund_percent: 0,
      refund_line_items: [{ sku: 'IPOD2008PINK', quantity: 1, restock_quantity: 0 }],
    },
  );
});

test.serial('units that go back to the customer are not refunded', async (t) => {
  const { client } = platform;
  const found = await cameBack('8805');
  const { inspections } = (await inspect(client, found, 1)).body.data;
  const location_id = platform.standard.locations['DOCK-1'];
  const sent = await dispose(client, found, inspections[0].id, 'customer', { location_id });
  t.is(sent.status, 201, sent.text);
  await told(found.orderId, 1);
  t.like(
    store.refunds.find(({ order }) => order === '8805')!,
    { refund_percent: 0, refund_line_items: [{ sku: 'IPOD2008PINK', quantity: 1, restock_quantity: 0 }] },
  );
});

test.serial('a number that a store refuses to change holds up no refund', async (t) => {
  const { client, owner } = platform;
  const found = await cameBack('8804');
  const shipmentOf = async (): Promise<any> => {
    const { data } = (
      await client.get(`/api/integration/channel-pushes?order_id=${found.orderId}&kind=shipment`)
    ).body;
    return data[0];
  };
  const first = await until('it is told', async () => {
    const push = await shipmentOf();
    return push?.sent_at && push;
  });
  store.mood = (order, _isAsked, method) => (order === '8804' && method === 'PUT' ? 'says no' : 'honest');
  await owner.query(`update wms_shipments set tracking_no = '1Z-OTHER' where id = $1`, [first.shipment_id]);
  const path = `/api/integration/connections/${connectionId}`;
  t.is((await client.patch(path, { name: 'Compared' })).status, 200);
  await until('it is refused', async () => (await shipmentOf()).last_error);
  const seen = await inspect(client, found, 1);
  t.true(seen.status < 300, seen.text);
  const inspectionId = (await client.get(`/api/oms/returns/${found.id}`)).body.data.inspections[0].id;
  const disposed = await dispose(client, found, inspectionId, 'restock', {
    location_id: platform.standard.locations['DOCK-1'],
  });
  t.true(disposed.status < 300, disposed.text);
  await told(found.orderId, 1);
  t.like(await shipmentOf(), { version: 2, sent_version: 1 });
  store.mood = () => 'honest';
});

let isRuleMade = false;

/** The same, of units that nobody inspects. */
async function uninspected(number: string, qty = 1): Promise<any> {
  if (!isRuleMade) {
    const rule = await post(platform.client, '/api/oms/return-rules', {
      name: 'Never looked at',
      priority: 1,
      reason_code: 'too_small',
      inspect: 'never',
      credit_percent: 80,
    });
    if (rule.status !== 201) throw new Error(rule.text);
    isRuleMade = true;
  }
  return cameBack(number, {}, qty);
}

test.serial('units nobody inspects are told once their counting is done', async (t) => {
  const found = await uninspected('8803');
  await told(found.orderId, 1);
  t.like(
    store.refunds.find(({ order }) => order === '8803')!,
    {
      reference: found.lines[0].id,
      refund_percent: 80,
      refund_line_items: [{ sku: 'IPOD2008PINK', quantity: 1, restock_quantity: 1 }],
    },
  );
});

/** Takes back the count of one unit of a return. */
async function takeBack(found: any): Promise<void> {
  const { rows } = await platform.owner.query(
    'select id from inventory_ledger where ref_id = $1 and ref_line_id = $2 and reverses_id is null',
    [found.receipt_id, found.lines[0].receipt_line_id],
  );
  const back = await post(platform.client, `/api/wms/inbound-receipts/${found.receipt_id}/reverse-line`, {
    receipt_line_id: found.lines[0].receipt_line_id,
    ledger_entry_id: rows[0].id,
    qty: 1,
    note: 'another parcel',
  });
  if (back.status !== 200) throw new Error(back.text);
}

const pushOf = async (found: any): Promise<any> => {
  const path = `/api/integration/channel-pushes?order_id=${found.orderId}&kind=return`;
  return (await platform.client.get(path)).body.data[0];
};

/** Units whose store answers so to what it is told of them, and is told it again in an hour. */
async function triedOnce(number: string, qty: number, mood: Mood): Promise<any> {
  store.mood = (order, isAsked) => (order === number && !isAsked && hasLeft(number) ? mood : 'honest');
  const found = await uninspected(number, qty);
  await until('it was tried, and waits', async () => {
    const { rowCount } = await platform.owner.query(
      `update channel_pushes set next_try_at = now() + interval '1 hour'
        where return_id = $1 and last_error is not null and claim is null`,
      [found.id],
    );
    return rowCount === 1;
  });
  store.mood = () => 'honest';
  return found;
}

const refundsOf = (number: string) => store.refunds.filter(({ order }) => order === number);

const agreementOf = async (found: any): Promise<any> => {
  const path = `/api/integration/agreement/orders?order_id=${found.orderId}`;
  const [{ news }] = (await platform.client.get(path)).body.data;
  return news.find(({ kind }: any) => kind === 'return');
};

const firstTries: Record<string, Mood> = { 8806: 'says no', 8807: 'loses' };
for (const [number, mood] of Object.entries(firstTries))
  test.serial(`a store that ${mood} refunds nothing of a count taken back by then`, async (t) => {
    const found = await triedOnce(number, 1, mood);
    await takeBack(found);
    await told(found.orderId, 1);
    t.true((await agreementOf(found)).agrees);
    t.deepEqual(refundsOf(number), []);
  });

test.serial('what may have been refunded before a count was taken back is asked', async (t) => {
  const found = await triedOnce('8809', 2, 'takes and hangs up');
  await takeBack(found);
  // As of a worker that died, or whose credentials were replaced, while it told it.
  await platform.owner.query(
    `update channel_pushes set unknown_since = null, claim = gen_random_uuid(), claimed_until = now(), next_try_at = now()
      where return_id = $1`,
    [found.id],
  );
  await told(found.orderId, 1);
  t.like(await pushOf(found), { wanted: { qty: 1 }, sent: { qty: 2, restock_qty: 2 } });
  t.like(await agreementOf(found), { agrees: false, differs_because: 'changed_since' });
  t.is(refundsOf('8809').length, 1);
});

test.serial('a refund given up stays so; retried it is of the units left', async (t) => {
  const found = await triedOnce('8810', 2, 'says no');
  const path = `/api/integration/channel-pushes/${(await pushOf(found)).id}`;
  const resolve = (action: string) => platform.client.patch(path, { action, reason: 'paid by hand' });
  t.is((await resolve('give_up')).status, 200);
  await takeBack(found);
  // Whoever reads what is to be told has read that by then.
  await told((await uninspected('8811')).orderId, 1);
  t.truthy((await pushOf(found)).given_up_at);
  t.deepEqual(refundsOf('8810'), []);
  t.is((await resolve('retry')).status, 200);
  await told(found.orderId, 1);
  t.like(refundsOf('8810'), [{ refund_line_items: [{ quantity: 1, restock_quantity: 1 }] }]);
  t.true((await agreementOf(found)).agrees);
});

test.serial('one that is taken back after the store was told is a difference', async (t) => {
  const found = await uninspected('8808');
  await told(found.orderId, 1);
  t.true((await agreementOf(found)).agrees);
  await takeBack(found);
  t.like(await agreementOf(found), { agrees: false });
  const differing = (
    await platform.client.get('/api/integration/agreement/orders?differs=true&page_size=200')
  ).body.data;
  t.true(differing.some(({ order_id: id }: any) => id === found.orderId));
});
