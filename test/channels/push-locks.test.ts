/** Several pushes are locked in the order of their ids, by whomever: nobody waits for somebody who waits for him. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startLyingStore } from './lying-store.ts';
import { connect } from '../integration/storefront-rig.ts';
import { token } from './order-store.ts';
import { confirmedOrder, shipOrder, storeWithOrders } from './store-orders-rig.ts';

const shop = 'in-turn.example.test';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test.serial(
  'who hurries what waits for a store, and who renumbers it, wait for the lowest id and hold no other',
  async (t) => {
    const { client, owner } = platform;
    const store = await startLyingStore();
    t.teardown(() => store.close());
    store.mood = () => 'says no';
    const connectionId = await storeWithOrders(platform, store.url, { store_domain: shop });
    for (const number of ['8901', '8902']) {
      const order = await confirmedOrder(platform, number, shop);
      await shipOrder(platform, order.id, `1Z-${number}`);
    }
    const untold = await until('both were refused', async () => {
      const { rows } = await owner.query<{ id: string }>(
        `select id from channel_pushes
        where connection_id = $1 and last_error is not null and claim is null order by subject`,
        [connectionId],
      );
      return rows.length === 2 && rows;
    });
    // However they are found, the first has the higher id.
    const [high, low] = ['ffffffff', '00000000'].map((start, at) => start + untold[at]!.id.slice(8));
    for (const [at, id] of [high, low].entries())
      await owner.query(
        `update channel_pushes set id = $1, next_try_at = now() + make_interval(hours => $2) where id = $3`,
        [id, at + 1, untold[at]!.id],
      );
    const path = `/api/integration/connections/${connectionId}`;
    const holder = await owner.connect();
    const [{ pid }] = (await holder.query('select pg_backend_pid() as pid')).rows;
    const whileLowIsHeld = async (act: () => Promise<unknown>): Promise<void> => {
      await holder.query('begin');
      await holder.query('select 1 from channel_pushes where id = $1 for update', [low]);
      const acting = act();
      await until('somebody waits for it', async () => {
        const { rows } = await owner.query(
          'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
          [pid],
        );
        return rows.length > 0;
      });
      const free = await owner.query('select 1 from channel_pushes where id = $1 for update skip locked', [
        high,
      ]);
      t.is(free.rowCount, 1);
      await holder.query('rollback');
      await acting;
    };
    try {
      await whileLowIsHeld(() => client.patch(path, { status: 'pending' }));
      await until('neither is on its way, and all was compared', async () => {
        const { rowCount } = await owner.query(
          `update channel_pushes p set next_try_at = now() + interval '1 hour' from channel_connections c
          where p.connection_id = $1 and p.claim is null and c.id = p.connection_id and c.compared_at is not null`,
          [connectionId],
        );
        return rowCount === 2;
      });
      await owner.query(
        `update wms_shipments set tracking_no = tracking_no || '-B'
        where id in (select shipment_id from channel_pushes where connection_id = $1)`,
        [connectionId],
      );
      await whileLowIsHeld(() => client.patch(path, { name: 'Renumbered' }));
    } finally {
      await holder.query('rollback').catch(() => {});
      holder.release();
    }
  },
);

test.serial(
  'who takes over what a former connection had to tell has locked every connection it looks at before',
  async (t) => {
    const { client, owner, standard } = platform;
    const store = await startLyingStore();
    t.teardown(() => store.close());
    store.mood = () => 'says no';
    const domain = 'again.example.test';
    const settings = { api_url: store.url, credentials: { access_token: token } };
    const former = await connect(client, { ...settings, store_domain: domain });
    await client.post('/api/integration/product-mappings', {
      connection_id: former.id,
      channel_sku: 'IPOD2008PINK',
      item_id: standard.items['PLAIN'],
    });
    const { id: order } = await confirmedOrder(platform, '8911', domain);
    await shipOrder(platform, order, '1Z-8911');
    const pushed = async (): Promise<any> =>
      (await client.get(`/api/integration/channel-pushes?order_id=${order}`)).body.data[0];
    const { id: push } = await until('it is refused', async () => {
      const found = await pushed();
      return found?.last_error && found;
    });
    const [reading, holder] = [await owner.connect(), await owner.connect()];
    const [{ pid }] = (await holder.query('select pg_backend_pid() as pid')).rows;
    try {
      // Nobody reads the news until both stores are due.
      await reading.query('begin');
      await reading.query('select 1 from channel_streams where organization_id = $1 for update', [
        standard.id,
      ]);
      await client.patch(`/api/integration/connections/${former.id}`, { status: 'disabled' });
      const anew = await connect(client, { ...settings, store_domain: domain });
      const other = await connect(client, { ...settings, store_domain: 'beside.example.test' });
      await holder.query('begin');
      await holder.query('select 1 from channel_connections where id = $1 for update', [other.id]);
      await reading.query('rollback');
      await until('the reader waits for the other store', async () => {
        const { rows } = await owner.query(
          'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
          [pid],
        );
        return rows.length > 0;
      });
      const free = await owner.query('select 1 from channel_pushes where id = $1 for update skip locked', [
        push,
      ]);
      t.is(free.rowCount, 1);
      await holder.query('rollback');
      await until('it is taken over', async () => (await pushed()).connection_id === anew.id);
    } finally {
      for (const connection of [reading, holder]) {
        await connection.query('rollback').catch(() => {});
        connection.release();
      }
    }
  },
);
