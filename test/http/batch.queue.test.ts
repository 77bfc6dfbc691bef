/**
 * Batches: each item is treated as if it had come alone and answered in its place; repeated or sent twice at once, it
 * is done once.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { batchItemsMax } from '../../api/http/run/run-batch.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const patient = { prefer: 'wait=60' };
const adjustPath = '/api/wms/inventory/adjust-batch';

async function fresh(): Promise<{ organization: TestOrganization; client: Client }> {
  const organization = await platform.newOrganization({ edition: 'standard' });
  return { organization, client: createClient(platform.url, organization) };
}

const found = (
  { warehouseId, items, locations }: TestOrganization,
  change: object = { qty_delta: 1 },
  more: object = {},
) => ({
  warehouse_id: warehouseId,
  item_id: items['PLAIN'],
  location_id: locations['A-01'],
  reason_code: 'found',
  ...change,
  ...more,
});

async function stock({ id }: TestOrganization): Promise<number> {
  const { rows } = await platform.owner.query<{ sum: string }>(
    'select coalesce(sum(qty), 0) as sum from inventory_balances where organization_id = $1',
    [id],
  );
  return Number(rows[0]!.sum);
}

test('500 items are answered in their places, what is wrong with one costs no other its answer', async (t) => {
  const { organization, client } = await fresh();
  const items: object[] = Array.from({ length: batchItemsMax }, (_, index) =>
    found(organization, { qty_delta: 1 }, { note: `item ${index}` }),
  );
  items[120] = found(organization, {});
  items[250] = found(organization, { qty_delta: -100_000 });
  items[251] = found(organization, { qty_delta: 1 }, { reason_code: 'nonsense' });
  items[499] = found(organization, { qty_delta: 1 }, { surprise: true });
  const answer = await client.post(adjustPath, { items }, { headers: patient });
  t.is(answer.status, 200, answer.text.slice(0, 500));
  const { data } = answer.body;
  t.deepEqual([data.succeeded, data.failed, data.pending], [496, 4, 0]);
  t.deepEqual(
    data.items.map(({ index }: { index: number }) => index),
    items.map((_, index) => index),
  );
  const wrong = data.items.filter(({ error }: { error?: object }) => error);
  t.deepEqual(
    wrong.map((item: any) => [
      item.index,
      item.status,
      item.error.code,
      item.error.details?.[0]?.path ?? null,
      item.operation_id !== undefined,
    ]),
    [
      [120, 400, 'VALIDATION_FAILED', 'qty_delta', false],
      [250, 409, 'INSUFFICIENT_STOCK', null, true],
      [251, 400, 'VALIDATION_FAILED', 'reason_code', true],
      [499, 400, 'VALIDATION_FAILED', 'surprise', false],
    ],
  );
  t.is(await stock(organization), 496);
  const { rows } = await platform.owner.query(
    'select count(distinct job_id)::int as jobs, count(*)::int as commands from commands where organization_id = $1',
    [organization.id],
  );
  t.is(rows[0].commands, 498, 'what is wrong by itself never becomes an operation');
  t.true(rows[0].jobs <= 12, `they go together: ${rows[0].jobs} jobs`);
});

test('items with keys of their own are done once, in whatever batch they come again', async (t) => {
  const { organization, client } = await fresh();
  const keyed = Array.from({ length: 20 }, () =>
    found(organization, { qty_delta: 2 }, { idempotency_key: randomUUID() }),
  );
  const first = await client.post(adjustPath, { items: keyed }, { headers: patient });
  t.is(first.body.data.succeeded, 20, first.text.slice(0, 500));
  const again = [found(organization), ...keyed.toReversed()];
  const second = await client.post(adjustPath, { items: again }, { headers: patient });
  t.is(second.body.data.succeeded, 21);
  t.deepEqual(
    second.body.data.items.slice(1).map((item: any) => [item.operation_id, item.result, item.is_replayed]),
    first.body.data.items.toReversed().map((item: any) => [item.operation_id, item.result, true]),
  );
  t.is(await stock(organization), 41);
  const other = { ...keyed[0], qty_delta: 3 };
  const reused = await client.post(adjustPath, { items: [other, found(organization)] }, { headers: patient });
  t.deepEqual(
    reused.body.data.items.map((item: any) => [item.status, item.error?.code]),
    [
      [422, 'IDEMPOTENCY_KEY_REUSED'],
      [200, undefined],
    ],
  );
});

test('one batch sent twice at once and again later is done once, and answers the same', async (t) => {
  const { organization, client } = await fresh();
  const items = Array.from({ length: 64 }, (_, index) =>
    found(organization, index === 30 ? { qty_delta: -9_999 } : { qty_delta: 1 }),
  );
  const key = randomUUID();
  const send = () => client.post(adjustPath, { items }, { headers: { ...patient, 'idempotency-key': key } });
  const answers = [...(await Promise.all([send(), send(), send()])), await send()];
  const [shown, ...others] = answers.map(({ body }) =>
    body.data.items.map((item: object) => ({ ...item, is_replayed: undefined })),
  );
  for (const other of others) t.deepEqual(other, shown, 'one answer');
  const firsts = answers.flatMap(({ body }) => body.data.items.filter((item: any) => !item.is_replayed));
  t.is(firsts.length, 64, 'each place ran once');
  t.is(await stock(organization), 63);
  const longer = await client.post(
    adjustPath,
    { items: [...items, found(organization)] },
    { headers: { ...patient, 'idempotency-key': key } },
  );
  t.is(longer.status, 422);
  t.is(longer.body.error.code, 'IDEMPOTENCY_KEY_REUSED');
  t.is(await stock(organization), 63);
});

test('another batch under a key that was used runs none of its items, whichever of them claimed a place', async (t) => {
  const { organization, client } = await fresh();
  const [one, bad] = [found(organization), found(organization, {})];
  const headers = () => ({ headers: { ...patient, 'idempotency-key': randomUUID() } });
  const owned = found(organization, { qty_delta: 1 }, { idempotency_key: 'key of its own' });
  for (const first of [
    [bad, one],
    [owned, one],
  ]) {
    const keyed = headers();
    t.is((await client.post(adjustPath, { items: first }, keyed)).status, 200);
    const before = await stock(organization);
    const other = await client.post(adjustPath, { items: [one, one, one] }, keyed);
    t.deepEqual([other.status, other.body.error?.code], [422, 'IDEMPOTENCY_KEY_REUSED'], other.text);
    t.is(await stock(organization), before);
    const again = await client.post(adjustPath, { items: first }, keyed);
    t.true(again.body.data.items[1].is_replayed);
  }
  const keyed = headers();
  const batches = [[one], [one, one]].map((items) => client.post(adjustPath, { items }, keyed));
  const statuses = (await Promise.all(batches)).map(({ status }) => status);
  t.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, 422],
    'of two at once, one',
  );
});

test('a batch that was broken off runs what is left when it is sent again', async (t) => {
  const { organization, client } = await fresh();
  const items = Array.from({ length: 4 }, () => found(organization));
  const keyed = { headers: { ...patient, 'idempotency-key': randomUUID() } };
  t.is((await client.post(adjustPath, { items }, keyed)).body.data.succeeded, 4);
  // As if the process had ended after two of them.
  await platform.owner.query(
    `delete from idempotency_keys where organization_id = $1 and (route like '% 2' or route like '% 3')`,
    [organization.id],
  );
  const { data } = (await client.post(adjustPath, { items }, keyed)).body;
  t.deepEqual(
    data.items.map((item: any) => item.is_replayed ?? false),
    [true, true, false, false],
  );
  t.is(await stock(organization), 6);
});

test('a batch that is not waited for is followed item by item', async (t) => {
  const { organization, client } = await fresh();
  const items = [found(organization), found(organization, { qty_delta: -50 })];
  const { body, status } = await client.post(adjustPath, { items }, { headers: { prefer: 'respond-async' } });
  t.is(status, 200);
  t.is(body.data.pending, 2);
  const states = await until('both are finished', async () => {
    const read = await Promise.all(body.data.items.map(({ location }: any) => client.get(location)));
    const now = read.map((one) => one.body.data.state as string);
    return now.includes('accepted') ? undefined : now;
  });
  t.deepEqual(states, ['done', 'refused']);
});

test('a batch of none, of too many, or of what are no items is refused as a whole', async (t) => {
  const { organization, client } = await fresh();
  const bodies = [
    {},
    { items: [] },
    { items: Array.from({ length: batchItemsMax + 1 }, () => found(organization)) },
    { items: [found(organization), 7] },
    { items: [found(organization)], more: 1 },
  ];
  for (const body of bodies) {
    const answer = await client.post(adjustPath, body);
    t.is(answer.body.error?.code, 'VALIDATION_FAILED', answer.text.slice(0, 200));
  }
  t.is(await stock(organization), 0);
});

test('orders in a batch are drafts with numbers of their own; a merchant’s token makes its own alone', async (t) => {
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const order = (more: object = {}) => ({
    lines: [{ product_id: threePl.items['PLAIN'], qty: 2, price: 1.5 }],
    ...more,
  });
  const items = [
    order(),
    order({ merchant_id: randomUUID() }),
    order({ lines: [{ product_id: randomUUID(), qty: 1 }] }),
    order({ lines: [{ product_id: threePl.items['PLAIN'], qty: -1 }] }),
    ...Array.from({ length: 30 }, () => order()),
  ];
  const { body, text } = await client.post('/api/oms/orders/batch', { items }, { headers: patient });
  const { data } = body;
  t.is(data.succeeded, 31, text.slice(0, 500));
  t.deepEqual(
    data.items.slice(0, 4).map(({ status }: any) => status),
    [201, data.items[1].status, 400, 400],
  );
  t.true(data.items[1].status >= 400);
  t.is(data.items[3].error.details[0].path, 'lines.0.qty');
  const numbers = data.items.flatMap(({ result }: any) => result?.order_no ?? []);
  t.is(new Set(numbers).size, 31);
  const read = await client.get(`/api/oms/orders/${data.items[0].result.id}`);
  t.is(read.body.data.order_no, data.items[0].result.order_no);
  t.is(read.body.data.total, 3);
});

test('receipts in a batch', async (t) => {
  const { organization, client } = await fresh();
  const receipt = (more: object = {}) => ({
    warehouse_id: organization.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: organization.items['PLAIN'], expected_qty: 5 }],
    ...more,
  });
  const items = [
    receipt(),
    receipt({ source_type: 'purchase' }),
    receipt({ warehouse_id: randomUUID() }),
    receipt(),
  ];
  const { body, text } = await client.post(
    '/api/wms/inbound-receipts/batch',
    { items },
    { headers: patient },
  );
  t.deepEqual(
    body.data.items.map(({ status, error }: any) => [
      status,
      (error?.details?.[0] ?? error?.details)?.path ?? null,
    ]),
    [
      [201, null],
      [400, 'source_id'],
      [400, 'warehouse_id'],
      [201, null],
    ],
    text,
  );
  const { id, receipt_no: number } = body.data.items[3].result;
  t.is((await client.get(`/api/wms/inbound-receipts/${id}`)).body.data.receipt_no, number);
});
