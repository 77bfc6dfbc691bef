/** Two whole cells behind a stock proxy: whoever names an organization reaches its cell, and no other is needed. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import test from 'ava';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import { startAnotherApi } from '../helpers/another-api.ts';
import { createClient } from '../helpers/client.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, connect, publish, sampleOrder, send } from '../integration/storefront-rig.ts';
import { newItem, newOrder } from '../orders/orders-rig.ts';
import { newAccount } from '../parcels/parcels-rig.ts';
import { enrollHub, TestLink } from '../printing/relay-client.ts';
import { hasHaproxy, hasNginx, startHaproxy, startNginx } from './proxy-rig.ts';

const main = fileURLToPath(new URL('../../../dist/server/admin-main.js', import.meta.url));

function map(cell: string, { ownerUrl }: OwnPlatform, table: string): string {
  return execFileSync(process.execPath, [main, 'cells', 'map', table], {
    env: { DATABASE_URL: ownerUrl, PLATFORM_SECRET: testSecrets.current, CELL: cell },
    encoding: 'utf8',
  });
}

const shops = { a: 'pear.example.test', b: 'plum.example.test' };

const proxies = [
  ['HAProxy', hasHaproxy, startHaproxy],
  ['nginx', hasNginx, startNginx],
] as const;

for (const [name, isInstalled, startProxy] of proxies)
  (isInstalled ? test.serial : test.serial.skip)(
    `every request finds its cell through ${name}, and a cell that is down takes nobody along`,
    async (t) => {
      const a = await startPlatform(t, { api: { cell: 'a' } });
      const b = await startPlatform(t, { api: { cell: 'b' } });
      const another = await startAnotherApi(b, { cell: 'b' });
      t.teardown(() => another.stop());
      for (const [name, { client }] of Object.entries({ a, b })) {
        await connect(client, { store_domain: shops[name as 'a' | 'b'] });
        await publish(client, [{ action: 'create_order' }]);
      }
      const both = (table: string): string => map('a', a, table) + map('b', b, table);
      const proxy = await startProxy(
        t,
        { a: [a.url], b: [b.url, another.url] },
        { organizations: both('organizations'), stores: both('stores') },
      );

      for (const { standard, threePl } of [a, b])
        for (const organization of [standard, threePl]) {
          const client = createClient(proxy.url, organization);
          const { body } = await client.get('/api/tenancy/settings');
          t.is(body.data.id, organization.id);
          const made = await client.post('/api/tenancy/tokens', {
            name: 'v1',
            permissions: ['oms.orders.view'],
          });
          t.is(made.status, 201, made.text);
          const token = made.body.data.access_token as string;
          t.true(token.startsWith(`wp_${publicName(organization.id)}_`));
          const read = await createClient(proxy.url, { ...organization, accessToken: token }).get(
            '/v1/oms/orders',
          );
          t.is(read.status, 200, 'the token alone says whose it is');
        }

      const hub = await enrollHub(proxy.url, createClient(proxy.url, b.standard));
      const link = await TestLink.greeted(proxy.url, hub, []);
      t.teardown(() => link.close());
      const stream = await openEvents(proxy.url, createClient(proxy.url, b.standard));
      t.teardown(() => stream.hangUp());
      const inB = { ...b, url: proxy.url, client: createClient(proxy.url, b.standard) };
      const order = await newOrder(inB.client, [{ item: await newItem(inB, b.standard), qty: 1 }]);
      await until('it is told in its cell', () =>
        stream.events.some(({ data }) => data.subject?.id === order.id),
      );
      const arrived = await send(proxy.url, { body: sampleOrder, domain: shops.b });
      t.is(arrived.status, 200);
      t.is((await inB.client.get(`/api/integration/events/${arrived.body.data.event_id}`)).status, 200);

      const secret = 'secret-of-the-carrier';
      const account = await newAccount(inB.client, 'http://127.0.0.1:9', {
        credentials: { token: 'unused', webhook_secret: secret },
      });
      const scans = JSON.stringify({ events: [] });
      const tell = (path: string): Promise<Response> =>
        fetch(`${proxy.url}${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-carrier-hmac-sha256': createHmac('sha256', secret).update(scans).digest('base64'),
          },
          body: scans,
        });
      t.is((await tell(account.tracking_path)).status, 200, "a carrier's address says whose it is");
      t.is((await tell(account.tracking_path.split('?')[0])).status, 404, 'without, nobody knows');

      const unknown = await send(proxy.url, { body: sampleOrder, domain: 'nobody.example.test' });
      t.is(unknown.status, 404, 'where there are several cells, nobody guesses');

      // nginx reads its tables in new processes; one that is on its way out may answer once more, or hang up.
      const isAnswered = (status: number): Promise<boolean> =>
        until(`a table changes at run time: ${status}`, () =>
          createClient(proxy.url, b.standard)
            .get('/api/oms/orders')
            .then(
              (answer) => answer.status === status,
              () => false,
            ),
        );
      const challenged = async (): Promise<number> => {
        const answer = await fetch(`${proxy.url}/api/hub/v1/challenge`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-organization-id': b.standard.id },
          body: JSON.stringify({ hub_id: hub.hubId }),
        });
        return answer.status;
      };
      await proxy.lead('organizations', b.standard.id, 'a');
      await isAnswered(401);
      t.is(await challenged(), 421, 'a hub led to the wrong cell comes again: it need not be bound anew');
      await proxy.lead('organizations', b.standard.id, 'b');
      await isAnswered(200);
      t.is(await challenged(), 200);

      await a.stopApi();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => createClient(proxy.url, b.standard).get('/api/oms/orders')),
      );
      t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const late = await newOrder(inB.client, [{ item: await newItem(inB, b.standard), qty: 1 }]);
      await until('its stream goes on', () => stream.events.some(({ data }) => data.subject?.id === late.id));
      t.is(link.closeCode, undefined, 'and so does the link of its hub');
      t.is((await send(proxy.url, { body: anotherOrder('7', '7'), domain: shops.b })).status, 200);
      t.is((await tell(account.tracking_path)).status, 200);
      const fresh = await openEvents(proxy.url, createClient(proxy.url, b.threePl));
      fresh.hangUp();
      const theirs = await fetch(`${proxy.url}/api/oms/orders`, {
        headers: { authorization: `Bearer ${a.standard.accessToken}`, 'x-organization-id': a.standard.id },
      });
      t.is(theirs.status, 503);
      t.is(theirs.headers.get('retry-after'), '1');
      t.is(((await theirs.json()) as any).error.code, 'UNAVAILABLE');

      await a.owner.query("update organizations set state = 'moved', cell = 'b' where id = $1", [
        a.standard.id,
      ]);
      const left = [map('a', a, 'organizations'), map('a', a, 'stores')].join('');
      for (const key of [a.standard.id, publicName(a.standard.id), shops.a])
        t.false(left.includes(key), `what has left is in its new cell's table alone: ${key}`);
      t.true(left.includes(a.threePl.id));

      await another.stop();
      const others = await Promise.all(
        Array.from({ length: 10 }, () => createClient(proxy.url, b.threePl).get('/api/oms/orders')),
      );
      t.deepEqual(
        [...new Set(others.map(({ status }) => status))],
        [200],
        'what one API does not take, another does',
      );
    },
  );
