import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { outboundHttp } from '../outside/outbound-http.ts';
import { askOfOrder, tellOfOrder, toldOf, type OrderNews } from './storefront-news.ts';
import type { Store } from './storefront.ts';

/** A store, and news of a shipment for it. */
async function storeThat(t: ExecutionContext, answers: RequestListener, more: Partial<OrderNews> = {}) {
  const server = createServer(answers);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const store: Store = {
    api_url: `http://127.0.0.1:${port}`,
    header_names: 'storefront',
    access_token: 'x',
  };
  const wanted = { shipment_no: 'SH-1', lines: [], tracking_no: '1Z-NEW' };
  const news: OrderNews = { kind: 'shipment', external_order_id: '1', wanted, ...more };
  const send = outboundHttp({ isPrivateAllowed: true });
  return { tell: () => tellOfOrder(send, store, news), ask: () => askOfOrder(send, store, news) };
}

/** One that answers this to everything. */
const answering = (t: ExecutionContext, answer: string) =>
  storeThat(t, (_request, response) => void response.end(answer));

/** What becomes of another number at a store that knows this of the shipment, and answers so to the change. */
async function renumbered(
  t: ExecutionContext,
  fulfillment: object,
  status: number,
  order = 200,
): Promise<unknown> {
  const known = JSON.stringify({ fulfillments: [{ reference: 'SH-1', ...fulfillment }] });
  const { ask } = await storeThat(
    t,
    ({ method, url = '' }, response) => {
      if (method === 'PUT') return void response.writeHead(status).end('{}');
      if (url.endsWith('/orders/1.json')) return void response.writeHead(order).end('{"order": {}}');
      response.end(url.endsWith('/fulfillments.json') ? known : '{"shop": {}}');
    },
    { isNewer: true },
  );
  return ask();
}

test('a store that cannot change a number keeps the one it has; one that refuses it is told again', async (t) => {
  const kept = { kind: 'ok', answer: { fulfillment_id: '7', tracking_no: '1Z-OLD' } };
  for (const status of [404, 405, 410, 501])
    t.deepEqual(await renumbered(t, { id: 7, tracking_number: '1Z-OLD' }, status), kept);
  t.like(await renumbered(t, { id: 7 }, 405), { answer: { tracking_no: '' } });
  t.like(await renumbered(t, { tracking_number: '1Z-OLD' }, 200), {
    kind: 'ok',
    answer: { tracking_no: '1Z-OLD' },
  });
  t.like(await renumbered(t, { id: 7 }, 422), { kind: 'refused' });
  t.like(await renumbered(t, { id: 7 }, 404, 404), { kind: 'ok', answer: { gone: true } });
  t.like(await renumbered(t, { id: 7 }, 404, 503), { kind: 'refused' });
});

test('an answer that is nested without end is one that cannot be read, and no exception', async (t) => {
  const deep = `{"fulfillment":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  const { tell, ask } = await answering(t, deep);
  t.like(await tell(), { kind: 'ok' });
  t.like(await ask(), { kind: 'unsent' });
});

test('of a long tracking number nothing is kept that no column could hold', async (t) => {
  const tracking_number = `${'1'.repeat(199)}📦`;
  const { tell } = await answering(t, JSON.stringify({ fulfillment: { id: 1, tracking_number } }));
  t.like(await tell(), { kind: 'ok', answer: { fulfillment_id: '1', tracking_no: '1'.repeat(199) } });
});

test('of a refund that a store has is kept how many units it says it is of', async (t) => {
  const wanted = { reference: 'R-1', qty: 1, restock_qty: 1 };
  const toldAs = async (more: object): Promise<unknown> => {
    const { ask } = await storeThat(
      t,
      (_request, response) =>
        void response.end(JSON.stringify({ refunds: [{ id: 7, reference: 'R-1', ...more }] })),
      { kind: 'return', wanted },
    );
    const known = await ask();
    if (known === 'absent' || known.kind !== 'ok') throw new Error(JSON.stringify(known));
    t.like(known.answer, { refund_id: '7' });
    return toldOf('return', wanted, known.answer);
  };
  t.deepEqual(await toldAs({ refund_line_items: [{ quantity: 2, restock_quantity: 0 }] }), {
    ...wanted,
    qty: 2,
    restock_qty: 0,
  });
  t.deepEqual(await toldAs({ refund_line_items: [{ quantity: 2 }] }), { ...wanted, qty: 2 });
  for (const refund_line_items of [undefined, [], [null], [{ quantity: 'two' }], [{}, {}]])
    t.deepEqual(await toldAs({ refund_line_items }), wanted);
});

test('a store that cannot say what it has is told once all the same', async (t) => {
  for (const [status, order, isFirst] of [
    [404, 200, true],
    [405, 200, true],
    [501, 200, true],
    [405, 200, false],
    [405, 503, true],
    [403, 200, true],
  ] as const) {
    const { ask } = await storeThat(
      t,
      ({ url = '' }, response) => {
        if (url.endsWith('/orders/1.json')) return void response.writeHead(order).end('{"order": {}}');
        response.writeHead(url.endsWith('/fulfillments.json') ? status : 200).end('{"shop": {}}');
      },
      { isFirst },
    );
    const said = await ask();
    const isTold = isFirst && order === 200 && status !== 403;
    if (isTold) t.is(said, 'absent', `${status} ${order}`);
    else t.like(said, { kind: 'unsent' }, `${status} ${order}`);
  }
});

test('what stands for another shipment of the order is not this one', async (t) => {
  const wanted = { shipment_no: 'SH-2', tracking_no: '1Z', lines: [{ sku: 'A', qty: 1 }] };
  const asked = async (fulfillment: object, other: string | null): Promise<unknown> => {
    const { ask } = await storeThat(
      t,
      (_request, response) => void response.end(JSON.stringify({ fulfillments: [fulfillment] })),
      { wanted, others: [{ shipment_no: 'SH-1', fulfillment_id: other }] },
    );
    return ask();
  };
  const byHand = { id: 7, line_items: [{ sku: 'A', quantity: 1 }] };
  t.like(await asked(byHand, null), { kind: 'ok', answer: { fulfillment_id: '7' } });
  t.is(await asked(byHand, '7'), 'absent');
  t.is(await asked({ id: 8, reference: 'SH-1', tracking_number: '1Z' }, null), 'absent', 'in one parcel');
  t.like(await asked({ id: 9, reference: 'THEIRS', tracking_number: '1Z' }, null), { kind: 'ok' });
  for (const odd of [
    { line_items: [null] },
    { line_items: [{ sku: 'A', quantity: '1' }] },
    { line_items: [{ sku: 'A', quantity: 1 }, null] },
    { line_items: 'x' },
    { tracking_numbers: [null, 1, {}] },
  ])
    t.is(await asked({ id: 10, ...odd }, null), 'absent', JSON.stringify(odd));
});

test('a fulfillment that lists fewer numbers than there are parcels is given the others', async (t) => {
  const wanted = { tracking_no: 'A', packages: [{ tracking_no: 'A' }, { tracking_no: 'B' }] };
  const put = async (shown: object): Promise<boolean> => {
    let isPut = false;
    const { ask } = await storeThat(
      t,
      ({ method }, response) => {
        isPut ||= method === 'PUT';
        response.end(JSON.stringify({ fulfillments: [{ id: 1, reference: 'SH-1', ...shown }] }));
      },
      { wanted: { shipment_no: 'SH-1', lines: [], ...wanted }, isNewer: true },
    );
    await ask();
    return isPut;
  };
  t.true(await put({ tracking_number: 'A' }));
  t.true(await put({ tracking_number: 'A', tracking_numbers: ['A'] }));
  t.false(await put({ tracking_number: 'A', tracking_numbers: ['B', 'A'] }));
});

test('a store that lists page by page is asked for each, and not told while it has another', async (t) => {
  const paths: string[] = [];
  const listing = (
    page: (no: number) => object,
    link: (no: number) => string,
    more: Partial<OrderNews> = {},
  ) =>
    storeThat(
      t,
      ({ url = '' }, response) => {
        paths.push(url);
        const no = Number(new URLSearchParams(url.split('?')[1]).get('page_info') ?? 1);
        if (link(no)) response.setHeader('link', link(no));
        response.end(JSON.stringify(page(no)));
      },
      more,
    );
  const next = (no: number) => `<https://elsewhere.example/x?page_info=${no + 1}>; rel="next"`;
  const found = (at: number) => (no: number) => ({
    fulfillments: [{ id: no, reference: no === at ? 'SH-1' : `OF-${no}` }],
  });
  t.like(await (await listing(found(3), next)).ask(), { kind: 'ok', answer: { fulfillment_id: '3' } });
  t.deepEqual(paths, [
    '/orders/1/fulfillments.json',
    '/orders/1/fulfillments.json?page_info=2',
    '/orders/1/fulfillments.json?page_info=3',
  ]);
  const ended = await listing(found(3), (no) => (no < 2 ? next(no) : ''));
  t.is(await ended.ask(), 'absent');
  t.like(await (await listing(found(-1), next)).ask(), { kind: 'unsent' }, 'it never ends');
  t.like(await (await listing(found(-1), () => '<x>; rel="next"')).ask(), { kind: 'unsent' });
  const refunds = (no: number) => ({ refunds: no === 2 ? [{ id: 9, reference: 'R-1' }] : [] });
  const wanted = { reference: 'R-1', qty: 1, restock_qty: 1 };
  const refunded = await listing(refunds, next, { kind: 'return', wanted });
  t.like(await refunded.ask(), { kind: 'ok', answer: { refund_id: '9' } });
});

test('of more parcels than are kept of a fulfillment, those that are kept say whether it shows them', async (t) => {
  const numbers = Array.from({ length: 150 }, (_each, at) => `1Z-${at}`);
  const wanted = { tracking_no: numbers[0]!, packages: numbers.map((tracking_no) => ({ tracking_no })) };
  let isPut = false;
  const shown = { id: 1, reference: 'SH-1', tracking_number: numbers[0], tracking_numbers: numbers };
  const { ask } = await storeThat(
    t,
    ({ method }, response) => {
      isPut ||= method === 'PUT';
      response.end(JSON.stringify({ fulfillments: [shown], fulfillment: shown }));
    },
    { wanted: { shipment_no: 'SH-1', lines: [], ...wanted }, isNewer: true },
  );
  const said = await ask();
  t.false(isPut);
  if (said === 'absent' || said.kind !== 'ok') throw new Error(JSON.stringify(said));
  t.deepEqual(said.answer?.['tracking_nos'], numbers);
});
