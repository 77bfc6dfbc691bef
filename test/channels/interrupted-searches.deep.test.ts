/** Searches whose connection is disabled in their midst, and stores whose list goes on in unusual ways. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { publish } from '../integration/storefront-rig.ts';
import { connected, ended, fill, path, search } from './gap-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
  await publish(platform.client, [{ action: 'create_order' }]);
});
test.after.always(() => platform?.stop());

test.serial(
  'a search of a connection disabled in its midst asks its store nothing more, until it is enabled',
  async (t) => {
    const { client } = platform;
    const { store, id } = await connected(client, t);
    fill(store, 75_001, 2);
    store.before = () => ({ status: 429, headers: { 'retry-after': '3000' } });
    const begun = await search(client, id);
    await until('it is paused', async () =>
      /asked too much/.test((await client.get(`${path}/${begun.id}`)).body.data.last_error ?? ''),
    );
    const connection = `/api/integration/connections/${id}`;
    t.is((await client.patch(connection, { status: 'disabled' })).status, 200);
    store.before = () => undefined;
    store.asked.length = 0;
    const other = await connected(client, t);
    await platform.owner.query('update channel_connections set paused_until = null where id = $1', [id]);
    await platform.owner.query('update channel_gap_searches set next_try_at = now() where id = $1', [
      begun.id,
    ]);
    // Whoever claims the one claims all that are due.
    await ended(client, (await search(client, other.id)).id);
    await ended(client, (await search(client, other.id)).id);
    t.deepEqual(store.asked, []);
    t.is((await client.patch(connection, { status: 'pending' })).status, 200);
    await ended(client, (await search(client, other.id)).id);
    t.like(await ended(client, begun.id), { status: 'done', orders_fetched: 2 });
  },
);

test.serial('a list that goes on, but not in a way we can follow, is not taken for its end', async (t) => {
  const { client } = platform;
  const { store, id } = await connected(client, t);
  fill(store, 76_001, 1);
  store.before = (asked) =>
    asked.includes('orders.json')
      ? { status: 200, headers: { link: '</next>; rel="next"' }, body: '{"orders": []}' }
      : undefined;
  const begun = await search(client, id);
  const failing = await until('it fails', async () => {
    const { data } = (await client.get(`${path}/${begun.id}`)).body;
    return data.last_error && data;
  });
  t.regex(failing.last_error, /next page/);
  store.before = (asked) =>
    asked.includes('orders.json') && !asked.includes('page_info')
      ? {
          status: 200,
          headers: { link: '<orders.json?fields=id,name&page_info=2>; title="more"; rel="next"' },
          body: '{"orders": []}',
        }
      : asked.includes('orders.json')
        ? { status: 200, body: `{"orders": [{"id": ${store.orders[0]!.id}}]}` }
        : undefined;
  await platform.owner.query('update channel_gap_searches set next_try_at = now() where id = $1', [begun.id]);
  await search(client, (await connected(client, t)).id);
  t.like(await ended(client, begun.id), { status: 'done', orders_fetched: 1 });
});

test.serial('a list without end is given up after 200 pages, and says so', async (t) => {
  const { client, owner } = platform;
  const { store, id } = await connected(client, t);
  store.before = () => ({
    status: 200,
    headers: { link: '<orders.json?page_info=again>; rel="next"' },
    body: '{"orders": []}',
  });
  const begun = await search(client, id);
  await until('pages are read', () => store.asked.length > 1);
  await owner.query('update channel_gap_searches set pages = pages + 190 where id = $1', [begun.id]);
  const { status, last_error: error } = await ended(client, begun.id);
  t.is(status, 'failed');
  t.regex(error, /more than 200 pages/);
  t.true(store.asked.length <= 12, `${store.asked.length} pages were asked for`);
});
