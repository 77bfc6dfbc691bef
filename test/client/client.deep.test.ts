/** The client against a running platform: cut connections, pages, accepted work, refusals and signed events. */
import test from 'ava';
import { createClient, type ClientSettings } from '../../client/src/client.ts';
import { OperationPending, PlatformError } from '../../client/src/errors.ts';
import { verifyWebhook, WebhookRefused } from '../../client/src/webhooks.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { openCuttingProxy } from './cutting-proxy.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const soon = { waitMsFirst: 20, waitMsMax: 2_000 };

function clientOf(more: Partial<ClientSettings> = {}) {
  const { url, standard } = platform;
  return createClient({
    baseUrl: url,
    organizationId: standard.id,
    accessToken: standard.accessToken,
    retries: soon,
    ...more,
  });
}

async function itemsNamed(sku: string): Promise<number> {
  const found = await platform.owner.query('select count(*)::int as n from items where sku = $1', [sku]);
  return found.rows[0].n as number;
}

test('a create whose answer is cut off twice makes one row and answers it', async (t) => {
  const proxy = await openCuttingProxy(platform.url);
  t.teardown(proxy.close);
  const api = clientOf({ baseUrl: proxy.url });
  proxy.cutNext(2);
  const item = await api.post('/api/wms/items', { body: { sku: 'CUT-1', name: 'Cut off' } });
  t.is(proxy.cuts(), 2);
  t.is(item.sku, 'CUT-1');
  t.is(await itemsNamed('CUT-1'), 1);
  const read = await api.get('/api/wms/items/{id}', { params: { path: { id: item.id } } });
  t.deepEqual(read, item);
});

test('a change that is cut off is repeated under its key, and a removal as well', async (t) => {
  const proxy = await openCuttingProxy(platform.url);
  t.teardown(proxy.close);
  const api = clientOf({ baseUrl: proxy.url });
  const item = await api.post('/api/wms/items', { body: { sku: 'CUT-2', name: 'Before' } });
  proxy.cutNext(1);
  const after = { params: { path: { id: item.id } }, body: { name: 'After' } };
  t.is((await api.patch('/api/wms/items/{id}', after)).name, 'After');
  t.is(proxy.cuts(), 1);
  const { id } = await api.post('/api/accounting/accounts', {
    body: { code: '9991', name: 'Cut', type: 'expense', subtype: 'overhead' },
  });
  proxy.cutNext(1);
  t.true((await api.delete('/api/accounting/accounts/{id}', { params: { path: { id } } })).deleted);
  t.is(proxy.cuts(), 2);
});

test('a key that is left undefined is generated: accepted work is not done again when its answer is fetched', async (t) => {
  const { warehouseId: warehouse_id } = platform.standard;
  const count = async (): Promise<number> => {
    const sql = 'select count(*)::int as n from inbound_receipts where organization_id = $1';
    return (await platform.owner.query(sql, [platform.standard.id])).rows[0].n as number;
  };
  const before = await count();
  const { operationId, settled } = await clientOf().accept('/api/wms/inbound-receipts', {
    body: { warehouse_id, source_type: 'manual' },
    idempotencyKey: undefined,
  });
  t.truthy(operationId);
  t.is((await settled()).status, 'new');
  t.is(await count(), before + 1);
});

test('tries end: what stays away is the last fault, and an abort ends them at once', async (t) => {
  const proxy = await openCuttingProxy(platform.url);
  t.teardown(proxy.close);
  const api = clientOf({ baseUrl: proxy.url, retries: { ...soon, attemptsMax: 3 } });
  proxy.cutNext(100);
  await t.throwsAsync(api.get('/api/tenancy/settings'));
  t.is(proxy.cuts(), 3);
  const patient = clientOf({ baseUrl: proxy.url, retries: { waitMsFirst: 60_000, waitMsMax: 60_000 } });
  const controller = new AbortController();
  const waiting = patient.get('/api/tenancy/settings', { signal: controller.signal });
  await until('the first try was cut', () => proxy.cuts() === 4);
  controller.abort();
  await t.throwsAsync(waiting, { name: 'AbortError', any: true });
});

test('429 is waited out as Retry-After says, whatever the method', async (t) => {
  const asked: string[] = [];
  const api = clientOf({
    fetch: async (request) => {
      asked.push(request.method);
      if (asked.length > 1) return fetch(request);
      const error = { code: 'RATE_LIMITED', message: 'Too often.', request_id: 'r' };
      return Response.json({ ok: false, error }, { status: 429, headers: { 'retry-after': '0' } });
    },
  });
  await api.patch('/api/tenancy/settings', { body: {} }).catch((fault: unknown) => {
    t.true(fault instanceof PlatformError);
  });
  t.deepEqual(asked, ['PATCH', 'PATCH']);
  // A wait longer than the caller allows is not shortened: the refusal is passed on.
  const hurried = clientOf({
    fetch: async () =>
      Response.json({ ok: false, error: refusal }, { status: 429, headers: { 'retry-after': '3600' } }),
  });
  const refusal = { code: 'RATE_LIMITED', message: 'Too often.', request_id: 'r' };
  await t.throwsAsync(hurried.get('/api/tenancy/settings'), { name: 'PlatformError', message: 'Too often.' });
});

test('three pages are iterated, on both surfaces', async (t) => {
  const api = clientOf();
  const skus = Array.from({ length: 7 }, (_, index) => `PAGED-${index + 1}`);
  for (const sku of skus) await api.post('/api/wms/items', { body: { sku, name: `Paged ${sku}` } });
  const query = { q: 'PAGED-', page_size: 3 };
  const sizes: number[] = [];
  const seen: string[] = [];
  for await (const page of api.pages('/api/wms/items', { params: { query } })) {
    sizes.push(page.data.length);
    seen.push(...page.data.map(({ sku }) => sku));
  }
  t.deepEqual(sizes, [3, 3, 1]);
  t.deepEqual(seen.toSorted(), skus);
  const each: string[] = [];
  for await (const { sku } of api.each('/api/wms/items', { params: { query } })) each.push(sku);
  t.deepEqual(each.toSorted(), skus);
  for (const name of ['One', 'Two', 'Three']) await api.post('/v1/purchase/vendors', { body: { name } });
  const vendors = await api.get('/v1/purchase/vendors');
  const ids = new Set<string>();
  for await (const { id } of api.each('/v1/purchase/vendors', { params: { query: { page_size: 1 } } }))
    ids.add(id);
  t.is(ids.size, vendors.total);
});

test('a document comes in the type that is asked for, with or without a format in the query', async (t) => {
  const api = clientOf();
  const reports = '/api/accounting/reports/trial-balance';
  const spreadsheet = await api.download(reports, 'text/csv');
  t.true(spreadsheet.contentType.startsWith('text/csv'), spreadsheet.contentType);
  const pdf = await api.download(reports, 'application/pdf');
  t.is(pdf.contentType, 'application/pdf');
  t.is(Buffer.from(pdf.bytes).toString('latin1', 0, 5), '%PDF-');
  const named = { params: { query: { format: 'csv' as const } } };
  t.true((await api.download(reports, 'application/pdf', named)).contentType.startsWith('text/csv'));
});

test('a refusal is an error with its code, status, details and request id', async (t) => {
  const api = clientOf();
  const refused = await t.throwsAsync<PlatformError>(
    api.post('/api/wms/items', { body: { sku: '', name: 'Nameless' } }),
    { instanceOf: PlatformError },
  );
  t.is(refused?.status, 400);
  t.is(refused?.code, 'VALIDATION_FAILED');
  t.truthy(refused?.requestId);
  const [problem] = (refused?.details ?? []) as { path: string }[];
  t.is(problem?.path, 'sku');
});

test('accepted work is waited for and answers what the call would have, on both surfaces', async (t) => {
  const api = clientOf();
  const { standard } = platform;
  const body = { sku: 'PLAIN', warehouse_id: standard.warehouseId, qty_delta: 4, reason: 'found' };
  const accepted = await api.accept('/v1/wms/inventory/adjust', { body, idempotencyKey: 'found-4' });
  t.truthy(accepted.operationId);
  const adjusted = await accepted.settled();
  t.is(adjusted.sku, 'PLAIN');
  // The key identifies the write: repeated from anywhere, it gets the same answer and does nothing.
  t.deepEqual(await api.post('/v1/wms/inventory/adjust', { body, idempotencyKey: 'found-4' }), adjusted);
  const counted = {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['A-02']!,
    item_id: standard.items['PLAIN']!,
    reason_code: 'found',
  };
  const more = await api.accept('/api/wms/inventory/adjust', { body: { ...counted, qty_delta: 2 } });
  t.true((await more.settled()).changed);
  const refused = await api.accept('/api/wms/inventory/adjust', { body: { ...counted, qty_delta: -900 } });
  await t.throwsAsync(refused.settled(), { instanceOf: PlatformError, message: /2 available/ });
  const inline = await api.accept('/v1/oms/orders', { body: { lines: [{ sku: 'PLAIN', qty: 1 }] } });
  t.is((await inline.settled()).status, 'draft');
});

test('work that nobody carries out is said to be pending, not lost', async (t) => {
  const idle = await startPlatform(t, { workers: false });
  const { id, accessToken, warehouseId } = idle.standard;
  const api = createClient({ baseUrl: idle.url, organizationId: id, accessToken, operationMsMax: 0 });
  const body = { sku: 'PLAIN', warehouse_id: warehouseId, qty_delta: 4, reason: 'found' };
  const accepted = await api.accept('/v1/wms/inventory/adjust', { body });
  await t.throwsAsync(accepted.settled(), { instanceOf: OperationPending });
});

test('an event is believed when it is signed, under the old secret and the new, and not otherwise', async (t) => {
  const api = clientOf();
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const endpoint = await api.post('/api/tenancy/webhook-endpoints', {
    body: { url: receiver.url, event_types: ['sales_order.created'] },
  });
  const order = await api.post('/v1/oms/orders', { body: { lines: [{ sku: 'PLAIN', qty: 1 }] } });
  const heard = await until('the order was heard of', () =>
    receiver.heard.find(({ event }) => event.subject.id === order.id),
  );
  const { secret = '' } = endpoint;
  const event = verifyWebhook(heard, 'whsec_c29tZSBvdGhlciBzZWNyZXQgYWx0b2dldGhlcg==', secret);
  t.is(event.type, 'sales_order.created');
  if (event.type === 'sales_order.created') t.is(event.data.status, 'draft');
  const forged = { ...heard, body: heard.body.replace(order.id, platform.standard.id) };
  t.throws(() => verifyWebhook(forged, secret), { instanceOf: WebhookRefused });
  t.throws(() => verifyWebhook({ body: heard.body, headers: {} }, secret), {
    instanceOf: WebhookRefused,
  });
});

test.serial('events are followed through links that break: none is missed, none out of order', async (t) => {
  const proxy = await openCuttingProxy(platform.url);
  t.teardown(proxy.close);
  const api = clientOf({ baseUrl: proxy.url });
  const made = async (): Promise<string> =>
    (
      await clientOf().post('/api/oms/orders', {
        body: { lines: [{ product_id: platform.standard.items['PLAIN']!, qty: 1, price: 1 }] },
      })
    ).id;
  const ending = new AbortController();
  const heard: string[] = [];
  let cursor = '';
  proxy.cutNext(1);
  const following = (async () => {
    for await (const one of api.follow({ types: 'sales_order.created', signal: ending.signal })) {
      heard.push(one.event.subject.id);
      cursor = one.cursor;
      if (heard.length === 2) proxy.cutNext(2);
    }
  })();
  await until('the first stream was cut', () => proxy.cuts() === 1);
  // Until one is heard, the following may not have begun.
  await until('it follows', async () => {
    await made();
    return heard.length > 0;
  });
  const asked: string[] = [];
  for (let count = 0; count < 4; count += 1) asked.push(await made());
  await until('all were heard', () => asked.every((id) => heard.includes(id)));
  t.deepEqual([...new Set(heard.filter((id) => asked.includes(id)))], asked, 'in order');
  ending.abort();
  await following;

  const later = await made();
  for await (const { event } of clientOf().follow({ types: 'sales_order.created', after: cursor })) {
    t.is(event.subject.id, later, 'the next one after the cursor, though it happened before');
    break;
  }
  const stranger = clientOf({ accessToken: 'wop_nobody' });
  await t.throwsAsync(stranger.follow().next(), { instanceOf: PlatformError });
});
