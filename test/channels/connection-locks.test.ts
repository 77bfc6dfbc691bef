/** What one client does with a connection and its mappings holds up no webhook and loses no order. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, connect, publish, send, settledEvent } from '../integration/storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
  await publish(platform.client, [{ action: 'create_order' }, { action: 'submit' }]);
});
test.after.always(() => platform?.stop());

test.serial(
  'while a store is tested that does not answer, its webhooks and those of others are taken in',
  async (t) => {
    const { client, threePl, url } = platform;
    let open = 0;
    const silent = createServer((request) => {
      open += 1;
      request.socket.once('close', () => (open -= 1));
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    t.teardown(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const rival = await platform.clientWith(threePl, everyPermission);
    await publish(rival, [{ action: 'create_order' }]);
    await connect(rival, { store_domain: 'awake.example.test', merchant_id: threePl.merchantId });
    const { id } = await connect(client, {
      store_domain: 'silent.example.test',
      api_url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      credentials: { access_token: 'of the store' },
    });
    const tested = client.post(`/v1/oms/channels/connections/${id}/test`);
    await until('the store is asked', () => open === 2);
    const answers = await Promise.all(
      ['silent', 'awake'].map((name, index) => {
        const number = String(5_100 + index);
        return send(url, { body: anotherOrder(number, number), domain: `${name}.example.test` });
      }),
    );
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    t.is(open, 2, 'the test is still waiting for its store');
    t.false((await tested).body.ok);
  },
);

test.serial('a SKU mapped while an order with it is being made is mapped in that order', async (t) => {
  const { client, owner, standard, url } = platform;
  const domain = 'slow.example.test';
  const { id, channel_id: channelId } = await connect(client, { store_domain: domain, match_by_sku: false });
  const other = await owner.connect();
  const blocked = async (): Promise<boolean> => {
    const { rows } = await other.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and cardinality(pg_blocking_pids(pid)) > 0",
    );
    return rows.length > 0;
  };
  try {
    // The order refers to its channel, so its flow waits here, behind its look at the mappings.
    await other.query('begin');
    await other.query('select 1 from channels where id = $1 for update', [channelId]);
    const sent = await send(url, { body: anotherOrder('5201', '5201'), domain });
    await until('the flow waits', blocked);
    const mapping = client.post('/api/integration/product-mappings', {
      connection_id: id,
      channel_sku: 'IPOD2008PINK',
      item_id: standard.items['PLAIN'],
    });
    const isApplied = mapping.then(() =>
      until('the mapping was applied', async () => {
        const { rows } = await other.query(
          "select 1 from commands where organization_id = $1 and name = 'integration.apply_mapping' and state = 'done'",
          [standard.id],
        );
        return rows.length > 0;
      }),
    );
    // It either waits for the flow or is done without it.
    await Promise.race([
      isApplied,
      until('the mapping waits', async () => {
        const { rows } = await other.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'",
        );
        return rows.length > 0;
      }),
    ]);
    await other.query('rollback');
    t.is((await mapping).status, 201);
    await settledEvent(client, sent.body.data.event_id);
    const event = await until('the event is worked on', async () => {
      const { body } = await client.get(`/api/integration/events/${sent.body.data.event_id}`);
      return body.data.status === 'processed' && body.data;
    });
    const order = (await client.get(`/api/oms/orders/${event.order_id}`)).body.data;
    t.deepEqual([...new Set(order.lines.map((line: any) => line.product_id))], [standard.items['PLAIN']]);
  } finally {
    await other.query('rollback');
    other.release();
  }
});
