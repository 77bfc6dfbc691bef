/**
 * `GET /api/events`: polling misses nothing and repeats nothing, whatever the page size and filter, and shows each
 * reader what it may see.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** An order with its two events in the list, which stops before the oldest transaction still open, whoever's it is. */
async function order(): Promise<string> {
  const { client, standard } = platform;
  const lines = [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }];
  const { id } = (await client.post('/api/oms/orders', { lines })).body.data;
  await client.patch(`/api/oms/orders/${id}`, { action: 'submit' });
  await until('its events are listed', async () => {
    const { events } = (await client.get(`/api/events?subject_id=${id}`)).body.data;
    return events.length === 2;
  });
  return id;
}

/** Reads to the end, page by page. */
async function readAll(client: Platform['client'], filters = ''): Promise<any[]> {
  const found: any[] = [];
  let next: string | undefined;
  for (;;) {
    const { status, body, text } = await client.get(
      `/api/events?limit=3${next ? `&after=${next}` : ''}${filters}`,
    );
    if (status !== 200) throw new Error(text);
    found.push(...body.data.events);
    next = body.data.next;
    if (!body.data.has_more) return found;
  }
}

test.serial('small pages give everything once, in order, and a place to go on', async (t) => {
  const ids = await Promise.all(Array.from({ length: 6 }, order));
  const all = await readAll(platform.client);
  t.is(new Set(all.map(({ id }) => id)).size, all.length);
  for (const id of ids) {
    const mine = all.filter(({ subject }) => subject.id === id);
    t.deepEqual(
      mine.map(({ type, sequence }) => [type, sequence]),
      [
        ['sales_order.created', 1],
        ['sales_order.submitted', 2],
      ],
    );
  }
  const last = all.at(-1).cursor;
  t.deepEqual((await platform.client.get(`/api/events?after=${last}`)).body.data, {
    events: [],
    next: last,
    has_more: false,
  });
  const late = await order();
  const news = (await platform.client.get(`/api/events?after=${last}`)).body.data.events;
  t.deepEqual([...new Set(news.map(({ subject }: any) => subject.id))], [late]);
});

test.serial('many events of one transaction come once and in their order, whatever the page', async (t) => {
  const { client, standard } = platform;
  const lines = [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }];
  const items = Array.from({ length: 30 }, () => ({ lines }));
  const { data } = (await client.post('/api/oms/orders/batch', { items })).body;
  const ids = new Set<string>(data.items.map(({ result }: any) => result.id));
  t.is(ids.size, 30);
  const mine = async () => (await readAll(client)).filter(({ subject }) => ids.has(subject.id));
  await until('they are listed', async () => (await mine()).length >= 30);
  const listed = await mine();
  t.is(listed.length, 30);
  t.is(new Set(listed.map(({ id }) => id)).size, 30);
});

test.serial('types, kinds and a subject are picked out; a bad place is refused', async (t) => {
  const id = await order();
  t.deepEqual(
    new Set((await readAll(platform.client, '&types=sales_order.submitted')).map(({ type }) => type)),
    new Set(['sales_order.submitted']),
  );
  t.deepEqual(await readAll(platform.client, '&types=wave.*'), []);
  t.is((await readAll(platform.client, `&subject_id=${id}&types=sales_order.*`)).length, 2);
  const bad = await platform.client.get('/api/events?after=yesterday');
  t.is(bad.status, 400);
  t.is(bad.body.error.details[0].path, 'after');
});

test.serial(
  'a token sees the events of what it may see, a merchant its own, another organization none of ours',
  async (t) => {
    await order();
    const floor = await platform.clientWith(platform.standard, ['wms.outbound.view']);
    t.deepEqual(
      (await readAll(floor)).filter(({ type }) => type.startsWith('sales_order.')),
      [],
    );
    const rival = await platform.clientWith(platform.threePl, ['oms.orders.view']);
    t.deepEqual(await readAll(rival), []);
  },
);
