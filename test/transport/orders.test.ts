import test from 'ava';
import { until } from '../helpers/wait.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import { assign, loadOf, ok, onOrder, report, ship, shipmentsOf } from './transport-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const order = (id: string) => ok(platform.client.get(`/v1/tms/orders/${id}`));

async function newLoad(qty = 2): Promise<{ id: string; load_no: string }> {
  const { client, standard } = platform;
  return loadOf(client, standard, await shipmentsOf(platform, client, standard, [{ qty }]));
}

test('an order of a load takes its warehouse, mode and destination', async (t) => {
  const { client } = platform;
  const load = await newLoad();
  const made = await ok(client.post('/v1/tms/orders', { load_id: load.id }));
  t.like(made, {
    status: 'planned',
    load_no: load.load_no,
    warehouse_code: 'W1',
    ship_mode: 'ltl',
    rate: null,
    tenders: [],
  });
  t.like(made.destination, { name: 'Harbour Stores', city: 'Dayton' });
  t.like(made.origin, { name: 'Main' });
  const free = await ok(
    client.post('/v1/tms/orders', { origin: { city: 'Here' }, destination: { city: 'There' } }),
  );
  t.like(free, { load_id: null, ship_mode: 'tl', warehouse_id: null });
  const named = await ok(client.post('/v1/tms/orders', { origin: 'Main', destination: 'Harbour Stores' }));
  t.like(named, { origin: { name: 'Main' }, destination: { name: 'Harbour Stores' } });
});

test('ten bookings of one load: one is made, nine are told which', async (t) => {
  const { client } = platform;
  const load = await newLoad();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.post('/v1/tms/orders', { load_id: load.id })),
  );
  const made = answers.filter(({ status }) => status === 201);
  t.is(made.length, 1, answers.map(({ text }) => text).join());
  for (const { status, body } of answers.filter(({ status: given }) => given !== 201)) {
    t.is(status, 409);
    t.is(body.error.code, 'LOAD_HAS_TRANSPORT');
    t.is(body.error.details.transport_order_id, made[0]!.body.id);
  }
  await ok(onOrder(client, made[0]!.body.id, 'cancel', { reason: 'Wrong load' }));
  t.is(
    (await client.post('/v1/tms/orders', { load_id: load.id })).status,
    201,
    'a cancelled one books nothing',
  );
});

test('a load that ships has its transport order, made or linked', async (t) => {
  const { client } = platform;
  const [bare, booked] = [await newLoad(), await newLoad()];
  const linked = await ok(client.post('/v1/tms/orders', { load_id: booked.id }));
  await ship(client, bare.id);
  await ship(client, booked.id);
  const of = (id: string) => ok(client.get(`/v1/tms/orders?filter[load_id]=${id}`));
  t.is((await of(bare.id)).total, 1);
  t.deepEqual(
    (await of(booked.id)).data.map(({ id }: { id: string }) => id),
    [linked.id],
  );
});

test('a carrier is offered a rate, declines, another accepts; every offer is kept', async (t) => {
  const { client, standard } = platform;
  const { id } = await ok(client.post('/v1/tms/orders', { destination: { city: 'Dayton' } }));
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  t.is(
    (await assign(client, standard, id, { expires_at: new Date(0).toISOString() })).body.error.details[0]
      .path,
    'expires_at',
  );
  t.is((await assign(client, standard, id, { rate: 1.001 })).status, 400, 'no part of a cent');
  t.is(
    (await assign(client, standard, id, { carrier_id: platform.threePl.carrierId })).body.error.code,
    'UNKNOWN_REFERENCE',
  );
  const offered = await ok(assign(client, standard, id, { expires_at: soon }));
  t.like(offered, { status: 'assigned', tender_status: 'offered', rate: 420.5, currency: 'USD' });
  t.is((await onOrder(client, id, 'dispatch')).body.error.code, 'TENDER_NOT_ACCEPTED');
  const declined = await ok(onOrder(client, id, 'answer', { answer: 'declined', reason: 'No truck' }));
  t.like(declined, { status: 'planned', carrier_id: null, rate: null });
  t.is((await onOrder(client, id, 'answer', { answer: 'accepted' })).body.error.code, 'ILLEGAL_TRANSITION');
  const second = await ok(assign(client, standard, id, { carrier_id: 'CARR', rate: 500, expires_at: soon }));
  const third = await ok(assign(client, standard, id, { rate: 480, expires_at: soon }));
  const answerOf = (of: any, answer: string) =>
    onOrder(client, id, 'answer', { answer, tender_id: of.tenders.at(-1).id });
  for (const late of ['accepted', 'declined'])
    t.is((await answerOf(second, late)).body.error.code, 'TENDER_CLOSED', 'the word of the carrier before');
  t.is((await order(id)).tender_status, 'offered');
  const accepted = await ok(answerOf(third, 'accepted'));
  t.is((await answerOf(second, 'accepted')).body.error.code, 'TENDER_CLOSED', 'two carriers accept');
  t.is((await answerOf(third, 'accepted')).status, 200, 'said twice');
  t.deepEqual(
    accepted.tenders.map(({ tender_no, status, rate }: any) => [tender_no, status, rate]),
    [
      [1, 'declined', 420.5],
      [2, 'withdrawn', 500],
      [3, 'accepted', 480],
    ],
  );
  t.is((await ok(onOrder(client, id, 'dispatch'))).status, 'dispatched');
});

test('an offer nobody answers in time expires, and its order is planned again', async (t) => {
  const { client, standard, owner } = platform;
  const { id } = await ok(client.post('/v1/tms/orders', {}));
  await ok(assign(client, standard, id, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }));
  await owner.query(
    "update transport_tenders set expires_at = now() - interval '1 second' where order_id = $1",
    [id],
  );
  t.is(
    (await onOrder(client, id, 'answer', { answer: 'accepted' })).body.error.code,
    'TENDER_CLOSED',
    'too late',
  );
  // The workers' own schedule ends it.
  await until('the offer has expired', async () => (await order(id)).status === 'planned', 60_000);
  t.deepEqual(
    (await order(id)).tenders.map(({ status }: any) => status),
    ['expired'],
  );
});

test('the state follows the events by when they happened, and never goes back', async (t) => {
  const { client, standard } = platform;
  const { id } = await ok(client.post('/v1/tms/orders', {}));
  t.is((await report(client, id, 'picked_up', 5)).body.error.code, 'CONFLICT', 'nobody has it');
  await ok(assign(client, standard, id, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }));
  const picked = await ok(report(client, id, 'picked_up', 60, { location: 'Main gate' }));
  t.is(picked.status, 'in_transit');
  t.is((await order(id)).tender_status, 'accepted', 'who picks up has taken the offer');
  t.is((await ok(report(client, id, 'dispatched', 90))).status, 'in_transit', 'older: kept, moves nothing');
  t.is(
    (await ok(report(client, id, 'arrived_at_pickup', 10))).status,
    'in_transit',
    'newer and behind: moves nothing',
  );
  t.is((await ok(report(client, id, 'delivered', 61))).status, 'in_transit', 'before what moved it last');
  t.is((await report(client, id, 'delivered', -30)).body.error.details[0].code, 'future');
  const delayed = await report(client, id, 'delayed', 5, { external_id: 'EDI-1', source: 'edi' });
  t.is(delayed.status, 201);
  const repeated = await report(client, id, 'delayed', 5, { external_id: 'EDI-1', source: 'edi' });
  t.is(repeated.status, 200);
  t.is((await ok(report(client, id, 'delivered', 1, { signed_by: 'J. Doe' }))).status, 'delivered');
  const tracking = await ok(client.get(`/v1/tms/orders/${id}/tracking`));
  t.deepEqual(
    tracking.events.map(({ code, moved_to }: any) => [code, moved_to]),
    [
      ['dispatched', null],
      ['delivered', null],
      ['picked_up', 'in_transit'],
      ['arrived_at_pickup', null],
      ['delayed', null],
      ['delivered', 'delivered'],
    ],
  );
  t.is((await ok(onOrder(client, id, 'complete'))).status, 'completed');
  t.is((await ok(report(client, id, 'picked_up', 0))).status, 'completed', 'late news is kept');
  t.is((await onOrder(client, id, 'cancel')).body.error.code, 'ILLEGAL_TRANSITION');
});

test('the dates of an order are those of the reports, not of when they came in', async (t) => {
  const { client, standard } = platform;
  const { id } = await ok(client.post('/v1/tms/orders', {}));
  await ok(assign(client, standard, id));
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 16);
  for (const [code, minutesAgo] of [
    ['dispatched', 180],
    ['picked_up', 120],
    ['delivered', 60],
  ] as const) {
    const wanted = at(minutesAgo);
    await ok(report(client, id, code, 0, { occurred_at: `${wanted}:00Z` }));
    const column = { dispatched: 'dispatched_at', picked_up: 'in_transit_at', delivered: 'delivered_at' }[
      code
    ];
    t.is((await order(id))[column].slice(0, 16), wanted, code);
  }
});

test('goods are to be delivered on the day they are picked up or later', async (t) => {
  const planned = (pickup_date: string, delivery_date: string) =>
    platform.client.post('/v1/tms/orders', { pickup_date, delivery_date });
  t.is((await planned('2027-03-05', '2027-03-04')).body.error.details[0].path, 'delivery_date');
  t.is((await planned('2027-03-05', '2027-03-05')).status, 201);
});

test('delivered writes the load’s shipments delivered and their order with them', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 5 }]);
  const sale = await newOrder(client, [{ item, qty: 5 }]);
  for (const action of ['submit', 'approve', 'push-to-wms']) await act(client, sale.id, action);
  const [shipment] = (await ok(client.get(`/api/oms/orders/${sale.id}`))).wms_shipments;
  const load = await loadOf(client, standard, [shipment.id]);
  const { id } = await ok(client.post('/v1/tms/orders', { load_id: load.id }));
  await ok(assign(client, standard, id));
  const early = await report(client, id, 'delivered');
  t.is(early.body.error.code, 'LOAD_NOT_SHIPPED');
  t.is((await order(id)).status, 'assigned', 'nothing of it is kept');
  await ship(client, load.id);
  // The carrier's clock is slow: nothing is delivered before it shipped.
  const answers = await Promise.all(
    [1, 2, 3].map(() => report(client, id, 'delivered', 2, { signed_by: 'Dock' })),
  );
  t.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
    answers.map(({ text }) => text).join(),
  );
  const delivered = await ok(client.get(`/api/wms/shipments/${shipment.id}`));
  t.is(delivered.status, 'delivered');
  t.true(delivered.delivered_at >= delivered.shipped_at);
  t.is((await ok(client.get(`/api/oms/orders/${sale.id}`))).status, 'delivered');
  t.is((await order(id)).signed_by, 'Dock');
});

test('a merchant follows the orders that carry its goods, and sees no rate; nobody else does', async (t) => {
  const { threePl, standard } = platform;
  const all = ['tms.view', 'tms.manage', 'wms.outbound.view', 'wms.outbound.ship'] as const;
  const house = await platform.clientWith(threePl, all);
  const ids = await shipmentsOf(platform, house, threePl, [{ qty: 1 }]);
  const load = await loadOf(house, threePl, ids);
  const { id } = await ok(house.post('/v1/tms/orders', { load_id: load.id }));
  await ok(assign(house, threePl, id));
  const mine = await platform.clientWith(threePl, all, { merchantId: threePl.merchantId });
  const rival = await platform.clientWith(threePl, all, { merchantId: threePl.secondMerchantId! });
  const seen = await ok(mine.get(`/v1/tms/orders/${id}`));
  t.like(seen, { status: 'assigned', carrier: 'Carrier One', rate: null, tenders: [] });
  t.is((await onOrder(mine, id, 'cancel')).status, 403);
  for (const path of [`/v1/tms/orders/${id}`, `/v1/tms/orders/${id}/tracking`])
    t.is((await rival.get(path)).status, 404);
  t.is((await ok(rival.get('/v1/tms/orders'))).total, 0);
  const stranger = await platform.clientWith(standard, all);
  t.is((await stranger.get(`/v1/tms/orders/${id}`)).status, 404);
  t.is((await onOrder(stranger, id, 'cancel')).status, 404);
  t.is((await stranger.post('/v1/tms/orders', { load_id: load.id })).body.error.code, 'UNKNOWN_REFERENCE');
});
