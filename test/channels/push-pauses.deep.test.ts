/** A store that is asked too much while its stock changes: nothing stalls, and what it took is never forgotten. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { token } from './order-store.ts';
import { startStore } from './stock-store.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

type Asking = Pick<Platform, 'client' | 'standard'>;

async function mapped(asking: Asking, url: string, skus: readonly string[]) {
  const { client, standard } = asking;
  const made = await client.post('/v1/oms/channels/connections', {
    channel: 'storefront',
    credentials: { access_token: token },
    api_url: url,
  });
  if (made.status !== 201) throw new Error(made.text);
  const id = made.body.id as string;
  const items: string[] = [];
  for (const sku of skus) {
    const item = await newItem(asking as Platform, standard);
    const mapping = { connection_id: id, channel_sku: sku, oms_product_id: item };
    const answer = await client.post('/v1/oms/product-mappings', mapping);
    if (answer.status !== 201) throw new Error(answer.text);
    items.push(item);
  }
  return { id, items };
}

const sync = ({ client }: Asking, id: string) => client.post('/v1/oms/sync/inventory', { connection_id: id });

const pushes = async ({ client }: Asking, id: string): Promise<any[]> =>
  (await client.get(`/api/integration/channel-pushes?connection_id=${id}`)).body.data;

test.serial(
  'a store that refuses every fourth request is told all of it, while stock changes and is synchronised at once',
  async (t) => {
    const store = await startStore(t);
    let asked = 0;
    store.before = () => {
      asked += 1;
      return asked % 4 === 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
    };
    const { id, items } = await mapped(platform, store.url, ['A', 'B', 'C', 'D']);
    for (let round = 1; round <= 4; round += 1) {
      await Promise.all([
        ...Array.from({ length: 16 }, (_, index) =>
          putStock(platform, platform.standard, [{ item: items[index % 4]!, qty: 1 }]),
        ),
        ...Array.from({ length: 6 }, () => sync(platform, id)),
      ]);
      const last = await sync(platform, id);
      t.is(last.body.queued + last.body.unchanged, 4, last.text);
      t.true(last.body.pending >= last.body.queued && last.body.pending <= 4, last.text);
      await until(`round ${round} was told`, async () => {
        const all = await pushes(platform, id);
        return all.length === 4 && all.every((one) => one.sent?.available === round * 4);
      });
      t.like((await sync(platform, id)).body, { queued: 0, unchanged: 4, pending: 0 });
    }
  },
);

test.serial('a pause waits for whoever holds the connection, and holds up nobody meanwhile', async (t) => {
  const store = await startStore(t);
  store.before = () => ({ status: 429, headers: { 'retry-after': '1' } });
  const { id } = await mapped(platform, store.url, ['LOCKED']);
  const other = await platform.owner.connect();
  t.teardown(() => other.release());
  // A synchronisation locks the connection, and then its pushes.
  t.is((await sync(platform, id)).status, 202);
  await until('the store has refused', async () => (await pushes(platform, id))[0]?.last_error);
  await other.query('begin');
  await other.query('select 1 from channel_connections where id = $1 for no key update', [id]);
  const { rows } = await other.query('select pg_backend_pid() as pid');
  await until('the next refusal waits to be recorded', async () => {
    const { rows: waiting } = await platform.owner.query(
      'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [rows[0]!.pid],
    );
    return waiting.length > 0;
  });
  const locked = await other.query(
    'select 1 from channel_pushes where connection_id = $1 for update nowait',
    [id],
  );
  t.is(locked.rows.length, 1);
  store.before = () => undefined;
  await other.query('commit');
  await until('it is told', async () => (await pushes(platform, id))[0]?.sent_version === 1);
});

test.serial(
  'what a store took is recorded again when it cannot be at first, and not sent again',
  async (t) => {
    const own = await startPlatform(t);
    const store = await startStore(t);
    const { id } = await mapped(own, store.url, ['KEPT']);
    // A sequence counts what is rolled back too.
    await own.owner.query(`
    create sequence faults;
    grant usage on sequence faults to public;
    create function fail_thrice() returns trigger language plpgsql as $$
      begin
        if nextval('faults') <= 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
    create trigger fail_thrice before update on channel_pushes for each row
      when (old.sent_version < new.sent_version) execute function fail_thrice();
  `);
    t.like((await sync(own, id)).body, { queued: 1, pending: 1 });
    await until('it is recorded', async () => (await pushes(own, id))[0]?.sent_version === 1);
    t.is(store.puts.length, 1);
    t.like((await sync(own, id)).body, { queued: 0, unchanged: 1, pending: 0 });
  },
);
