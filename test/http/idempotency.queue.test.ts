/** A small R8, and every way a key can be wrong, reused, in use or replayed, for inline and queued commands. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust as receiveStock, freshItem } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import { inLanes } from './wire.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

/** A queued command that moves stock: five units found at A-01. */
function adjust(client: Client, key: string, qty = 5) {
  const { items, locations, warehouseId } = platform.standard;
  const body = {
    warehouse_id: warehouseId,
    item_id: items['PLAIN'],
    location_id: locations['A-01'],
    qty_delta: qty,
    reason_code: 'found',
  };
  return client.post('/api/wms/inventory/adjust', body, keyed(key));
}

async function ledgerSum(): Promise<number> {
  const { rows } = await platform.owner.query<{ sum: string }>(
    'select coalesce(sum(qty_delta), 0) as sum from inventory_ledger where organization_id = $1',
    [platform.standard.id],
  );
  return Number(rows[0]!.sum);
}

test.serial(
  'R8: of 20 parallel requests with one key one takes effect, and all get its answer',
  async (t) => {
    const { client } = platform;
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const requests = keys.flatMap((key) => Array.from({ length: 20 }, () => key));
    const answers = await inLanes(requests, 40, (key) => adjust(client, key));
    t.deepEqual(
      [...new Set(answers.map(({ status }) => status))],
      [200],
      answers.find(({ status }) => status !== 200)?.text,
    );
    t.is(await ledgerSum(), keys.length * 5);
    for (const key of keys) {
      const same = answers.filter((_, index) => requests[index] === key);
      t.is(new Set(same.map(({ body }) => JSON.stringify(body.data))).size, 1, 'one key, one answer');
      t.is(
        same.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true').length,
        1,
        'one of them is the first',
      );
    }
    for (const key of keys) {
      const changed = await adjust(client, key, 6);
      t.is(changed.status, 422);
      t.is(changed.body.error.code, 'IDEMPOTENCY_KEY_REUSED');
    }
    t.is(await ledgerSum(), keys.length * 5);
  },
);

test.serial('the same request with its fields in another order is the same request', async (t) => {
  const { client } = platform;
  const post = (body: object) => client.post('/api/oms/customers', body, keyed('order of keys'));
  const first = await post({ code: 'ORDERED', name: 'Ordered', address: { city: 'Ghent', country: 'BE' } });
  t.is(first.status, 201, first.text);
  const again = await post({ address: { country: 'BE', city: 'Ghent' }, name: 'Ordered', code: 'ORDERED' });
  t.is(again.status, 201, again.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  const other = await post({ address: { country: 'BE', city: 'Gent' }, name: 'Ordered', code: 'ORDERED' });
  t.is(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED');
});

test.serial('a key belongs to its token and its route', async (t) => {
  const { client, standard, clientWith } = platform;
  const before = await ledgerSum();
  t.is((await adjust(client, 'mine')).status, 200);
  const other = await clientWith(standard, ['wms.inventory_adjust']);
  const theirs = await adjust(other, 'mine');
  t.is(theirs.status, 200, theirs.text);
  t.is(theirs.headers.get('idempotent-replayed'), null);
  t.is((await ledgerSum()) - before, 10);
  const elsewhere = await client.post(
    '/api/tenancy/members',
    { name: 'K', email: 'k@example.test' },
    keyed('mine'),
  );
  t.is(elsewhere.status, 201, elsewhere.text);
});

test.serial('a quoted key and a bare key are one; 1 to 255 printable characters or 400', async (t) => {
  const { client } = platform;
  const member = { name: 'Q', email: 'quoted@example.test' };
  t.is((await client.post('/api/tenancy/members', member, keyed('"quoted"'))).status, 201);
  const bare = await client.post('/api/tenancy/members', member, keyed('quoted'));
  t.is(bare.headers.get('idempotent-replayed'), 'true');
  t.is(
    (
      await client.post(
        '/api/tenancy/members',
        { name: 'L', email: 'long@example.test' },
        keyed('x'.repeat(255)),
      )
    ).status,
    201,
  );
  for (const key of ['x'.repeat(256), '""', '\u00e9', 'a\tb']) {
    const refused = await client.post(
      '/api/tenancy/members',
      { name: 'N', email: 'no@example.test' },
      keyed(key),
    );
    t.is(refused.status, 400, key.slice(0, 5));
    t.is(refused.body.error.details[0].path, 'Idempotency-Key');
  }
});

test.serial('a validation failure is not kept under its key, a refusal is', async (t) => {
  const { client } = platform;
  t.is((await client.post('/api/tenancy/members', { name: '' }, keyed('again'))).status, 400);
  t.is(
    (await client.post('/api/tenancy/members', { name: 'Z', email: 'z@example.test' }, keyed('again')))
      .status,
    201,
  );
  const twice = () =>
    client.post('/api/tenancy/members', { name: 'Z', email: 'z@example.test' }, keyed('refused'));
  const first = await twice();
  t.is(first.status, 409, first.text);
  const replay = await twice();
  t.is(replay.status, 409);
  t.is(replay.headers.get('idempotent-replayed'), 'true');
  t.deepEqual(replay.body.error.code, first.body.error.code);
});

test.serial('respond-async answers 202 with an operation that comes to its outcome', async (t) => {
  const { client } = platform;
  const { items, locations, warehouseId } = platform.standard;
  const body = {
    warehouse_id: warehouseId,
    item_id: items['PLAIN'],
    location_id: locations['A-02'],
    qty_delta: 1,
    reason_code: 'found',
  };
  const accepted = await client.post('/api/wms/inventory/adjust', body, {
    headers: { prefer: 'respond-async' },
  });
  t.is(accepted.status, 202, accepted.text);
  const location = accepted.headers.get('location')!;
  t.is(location, `/api/operations/${accepted.body.data.operation_id}`);
  t.is((await finished(client, location)).state, 'done');
  const foreign = await platform.clientWith(platform.threePl, []);
  t.is((await foreign.get(location)).status, 404, 'an operation is known to its organization only');
  const refused = await client.post(
    '/api/wms/inventory/adjust',
    { ...body, qty_delta: -1000 },
    { headers: { prefer: 'respond-async' } },
  );
  const outcome = await finished(client, refused.headers.get('location')!);
  t.is(outcome.state, 'refused');
  t.is(outcome.error.code, 'INSUFFICIENT_STOCK');
});

async function finished(client: Client, location: string): Promise<any> {
  return until(`${location} is finished`, async () => {
    const { body } = await client.get(location);
    return body.data.state !== 'accepted' && body.data;
  });
}

test.serial('of parallel requests for a token one shows it, and what it shows works', async (t) => {
  const { client, standard } = platform;
  const body = { name: 'once', permissions: ['tenancy.view'] };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.post('/api/tenancy/tokens', body, keyed('token'))),
  );
  t.is(new Set(answers.map(({ body: answer }) => answer.data.id)).size, 1);
  const shown = answers.map(({ body: answer }) => answer.data.access_token).filter(Boolean);
  t.is(shown.length, 1, 'a token that was never made is not shown');
  const check = await client.get('/api/tenancy/settings', {
    headers: { authorization: `Bearer ${shown[0]}` },
  });
  t.is(check.status, 200);
  t.is(check.body.data.id, standard.id);
});

test.serial('every write takes a key: an order asked twice to ship a part ships it once', async (t) => {
  const { client } = platform;
  const shelf = await freshItem(platform);
  await receiveStock(client, shelf, { qty_delta: 5 });
  const order = await newOrder(client, [{ item: shelf.item_id, qty: 5 }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const part = { action: 'partial_fulfill', lines: [{ line_id: order.lines[0].id, qty: 2 }] };
  const path = `/api/oms/orders/${order.id}`;
  const key = randomUUID();
  const both = await Promise.all([
    client.patch(path, part, keyed(key)),
    client.patch(path, part, keyed(key)),
  ]);
  const again = await client.patch(path, part, keyed(key));
  for (const { status, text } of [...both, again]) t.is(status, 200, text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is((await client.get(path)).body.data.lines[0].fulfilled_qty, 2);
  const other = await client.patch(path, { action: 'fulfill' }, keyed(key));
  t.is(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED');
  t.is((await client.patch(path, part, keyed(randomUUID()))).body.data.lines[0].fulfilled_qty, 4);

  const account = { code: '9990', name: 'Once', type: 'expense', subtype: 'overhead' };
  const made = await client.post('/api/accounting/accounts', account);
  const gone = `/api/accounting/accounts/${made.body.data.id}`;
  t.is((await client.delete(gone, keyed('gone'))).status, 200);
  t.is((await client.delete(gone, keyed('gone'))).status, 200, 'the same answer, not a 404');
  t.is((await client.delete(gone)).status, 404);
});
