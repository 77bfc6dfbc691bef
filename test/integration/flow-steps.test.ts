/** A flow that would fail every order is not published: its steps are checked as their own commands would be. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { anotherOrder, connect, publish, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const flows = '/api/integration/flows';
const trigger = { type: 'webhook', connector: 'storefront' };
const create = { action: 'create_order' };

const broken: [action: string, given: object, field: string, code: string][] = [
  ['create_order', { warehouse_id: 'x'.repeat(65) }, 'warehouse_id', 'too_long'],
  ['allocate', { warehouse_id: randomUUID(), quantity: 5 }, 'quantity', 'unknown_field'],
  ['create_order', { warehouse_id: 5 }, 'warehouse_id', 'type'],
  ['create_order', { customer_id: '' }, 'customer_id', 'format'],
  ['create_order', { note: 'x'.repeat(2_001) }, 'note', 'too_long'],
  ['create_order', { warehouse: randomUUID() }, 'warehouse', 'unknown_field'],
  ['submit', { note: 'x' }, 'note', 'unknown_field'],
  ['allocate', {}, 'warehouse_id', 'required'],
  ['push_to_wms', { ship_mode: 'rocket' }, 'ship_mode', 'not_allowed'],
  ['push_to_wms', { warehouse_id: null }, 'warehouse_id', 'type'],
  ['hold', { reason: 'BECAUSE' }, 'reason', 'not_allowed'],
  ['hold', { note: 7 }, 'note', 'type'],
  ['notify', { message: {} }, 'message', 'type'],
  ['notify', { massage: 'hello' }, 'massage', 'unknown_field'],
];

test.serial(
  'a step that is given what its command would refuse is refused by its place and field',
  async (t) => {
    const { client } = platform;
    const draft = await client.post(flows, { name: 'Draft', trigger, steps: [create] });
    for (const [action, given, field, code] of broken) {
      const steps = [{ action: 'map_order' }, create, { action, with: given }];
      const what = `${action} ${JSON.stringify(given).slice(0, 60)}`;
      for (const answer of [
        await client.post(flows, { name: 'Bad', trigger, steps }),
        await client.patch(`${flows}/${draft.body.data.id}`, { steps }),
      ]) {
        t.is(answer.status, 400, `${what}: ${answer.text}`);
        t.is(answer.body.error.code, 'FLOW_INVALID', what);
        t.like(answer.body.error.details[0], { path: `steps.2.with.${field}`, code }, what);
      }
    }
  },
);

test.serial('a long name that is no operator is told as far as a text can hold it', async (t) => {
  const conditions = { [`${'x'.repeat(39)}📦`]: [1] };
  const answer = await platform.client.post(flows, { name: 'Odd', trigger, steps: [create], conditions });
  t.is(answer.status, 400, answer.text);
  t.is(answer.body.error.code, 'FLOW_INVALID');
  t.regex(answer.body.error.details[0].message, /x{39}$/);
});

test.serial('a draft may name what is not there yet; it is published once it is', async (t) => {
  const { client, owner, threePl } = platform;
  const [warehouse, customer] = [randomUUID(), randomUUID()];
  const steps = [
    { ...create, with: { warehouse_id: warehouse, customer_id: customer } },
    { action: 'submit' },
    { action: 'push_to_wms', with: { warehouse_id: warehouse } },
  ];
  const draft = await client.post(flows, { name: 'Early', trigger, steps });
  t.is(draft.status, 201, draft.text);
  const path = `${flows}/${draft.body.data.id}`;
  const refused = await client.post(`${path}/publish`);
  t.is(refused.status, 400, refused.text);
  t.is(refused.body.error.code, 'FLOW_INVALID');
  t.deepEqual(
    refused.body.error.details.map(({ path: place, code }: any) => [place, code]),
    [
      ['steps.0.with.customer_id', 'unknown_reference'],
      ['steps.0.with.warehouse_id', 'unknown_reference'],
      ['steps.2.with.warehouse_id', 'unknown_reference'],
    ],
  );
  t.is((await client.get(path)).body.data.status, 'draft');

  // In an organization with several merchants, one's customer is no customer of the others.
  const operator = await platform.clientWith(threePl, everyPermission);
  const theirs = randomUUID();
  await owner.query(
    `insert into customers (organization_id, id, merchant_id, code, name) values ($1, $2, $3, 'C1', 'Customer')`,
    [threePl.id, theirs, threePl.merchantId],
  );
  const one = [{ ...create, with: { customer_id: theirs } }];
  const theirFlow = await operator.post(flows, { name: 'Theirs', trigger, steps: one });
  await connect(operator, { merchant_id: threePl.merchantId, store_domain: 'first.example.test' });
  await connect(operator, { merchant_id: threePl.secondMerchantId, store_domain: 'second.example.test' });
  const answer = await operator.post(`${flows}/${theirFlow.body.data.id}/publish`);
  t.is(answer.status, 400, answer.text);
  t.is(answer.body.error.details[0].path, 'steps.0.with.customer_id');
});

test.serial('every step with everything it can be given carries an order through', async (t) => {
  const { client, standard, url } = platform;
  const item = await newItem(platform, standard);
  const customer = standard.customerId;
  await putStock(platform, standard, [{ item, qty: 10 }]);
  const domain = 'whole.example.test';
  const { id } = await connect(client, { store_domain: domain });
  const warehouse = { warehouse_id: standard.warehouseId };
  await publish(client, [
    { action: 'map_order' },
    { ...create, with: { ...warehouse, customer_id: customer, note: 'From the store' } },
    { action: 'submit' },
    { action: 'approve' },
    { action: 'allocate', with: warehouse },
    { action: 'push_to_wms', with: { ...warehouse, ship_mode: 'parcel' } },
    { action: 'hold', with: { reason: 'PAYMENT', note: 'Not paid yet' } },
    { action: 'notify', with: { message: 'Done' } },
  ]);
  await client.post('/api/integration/product-mappings', {
    connection_id: id,
    channel_sku: 'IPOD2008PINK',
    item_id: item,
  });
  const sent = await send(url, { body: anotherOrder('9301', '9301'), domain });
  const settled = await settledEvent(client, sent.body.data.event_id);
  t.is(settled.status, 'processed', settled.reason ?? '');
  const order = await until(
    'the order',
    async () => (await client.get(`/api/oms/orders/${settled.order_id}`)).body.data,
  );
  t.like(order, { customer_id: customer, note: 'From the store' });
});

test.serial(
  'an order whose prices contain their tax is revenue and tax, and what the customer paid',
  async (t) => {
    const { client, url } = platform;
    const body = anotherOrder('9302', '9302')
      .replace('"taxes_included": false', '"taxes_included": true')
      .replace('"total_tax": "0.00"', '"total_tax": "64.34"');
    const sent = await send(url, { body, domain: 'whole.example.test' });
    const settled = await settledEvent(client, sent.body.data.event_id);
    t.is(settled.status, 'processed', settled.reason ?? '');
    const { data } = (await client.get(`/api/oms/orders/${settled.order_id}`)).body;
    const { subtotal, discount, shipping_fee: fee, tax, total } = data;
    t.like({ tax, total, fee }, { tax: 64.34, total: 403, fee: 8.4 });
    t.is(Math.round((subtotal - discount + fee) * 100), 40_300 - 6_434);
    t.false(data.holds.some(({ reason }: { reason: string }) => reason === 'MANUAL'));
  },
);

test.serial('steps name records by code, as v1 does; the version holds the ids', async (t) => {
  const { client, standard, owner, threePl } = platform;
  const {
    rows: [names],
  } = await owner.query(
    `select w.code as warehouse, c.code as customer from warehouses w, customers c where w.id = $1 and c.id = $2`,
    [standard.warehouseId, standard.customerId],
  );
  const { data: old } = (await client.get(`${flows}?status=published`)).body;
  for (const { id } of old) await client.post(`${flows}/${id}/archive`);
  const steps = [
    { ...create, with: { warehouse_id: names.warehouse, customer_id: names.customer } },
    { action: 'submit' },
    { action: 'push_to_wms', with: { warehouse_id: standard.warehouseId } },
  ];
  const path = `${flows}/${(await client.post(flows, { name: 'By code', trigger, steps })).body.data.id}`;
  const published = await client.post(`${path}/publish`);
  t.is(published.status, 200, published.text);
  const [version] = (await client.get(`${path}/versions`)).body.data.versions;
  t.deepEqual(version.steps[0].with, {
    warehouse_id: standard.warehouseId,
    customer_id: standard.customerId,
  });
  t.deepEqual((await client.get(path)).body.data.steps[0].with, steps[0]!.with, 'the draft stays as written');

  await client.patch(path, {
    steps: [create, { action: 'submit' }, { action: 'allocate', with: { warehouse_id: 'NOWHERE' } }],
  });
  const refused = await client.post(`${path}/publish`);
  t.is(refused.body.error.code, 'FLOW_INVALID');
  t.like(refused.body.error.details[0], { path: 'steps.2.with.warehouse_id', code: 'unknown_reference' });

  // A code that two merchants gave to customers of theirs names neither.
  const operator = await platform.clientWith(threePl, everyPermission);
  for (const merchant of [threePl.merchantId, threePl.secondMerchantId])
    await owner.query(
      `insert into customers (organization_id, id, merchant_id, code, name) values ($1, $2, $3, 'TWICE', 'Customer')`,
      [threePl.id, randomUUID(), merchant],
    );
  const twice = await operator.post(flows, {
    name: 'Twice',
    trigger,
    steps: [{ ...create, with: { customer_id: 'TWICE' } }],
  });
  const answer = await operator.post(`${flows}/${twice.body.data.id}/publish`);
  t.like(answer.body.error.details[0], { path: 'steps.0.with.customer_id', code: 'ambiguous' });
});
