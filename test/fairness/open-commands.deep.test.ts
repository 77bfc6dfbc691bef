/**
 * The backlog of one organization has a bound, however its commands come: one by one, in batches, as webhooks. The items
 * of batches have the rate of requests.
 */
import test from 'ava';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { startAnotherApi } from '../helpers/another-api.ts';
import { createClient, type Answer } from '../helpers/client.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, connect, publish, send } from '../integration/storefront-rig.ts';

const later = { prefer: 'respond-async' };
const batchPath = '/api/wms/inventory/adjust-batch';

const adjustment = ({ warehouseId, items, locations }: TestOrganization, more: object = {}): object => ({
  warehouse_id: warehouseId,
  item_id: items['PLAIN'],
  location_id: locations['A-01'],
  qty_delta: 1,
  reason_code: 'found',
  ...more,
});

async function openOf({ owner }: OwnPlatform, { id }: { id: string }): Promise<number> {
  const { rows } = await owner.query<{ open: number }>(
    "select count(*)::int as open from commands where organization_id = $1 and state = 'accepted'",
    [id],
  );
  return rows[0]!.open;
}

const isFull = ({ status, body }: Answer): boolean =>
  status === 429 && body.error.code === 'RATE_LIMITED' && body.error.details.quota === 'open_commands';

test.serial("a flood of a store's webhooks leaves half of the room to the warehouse", async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard, database, url } = platform;
  const most = 20;
  await setQuotas(database, standard.id, { open_commands: most });
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const answers = await Promise.all(
    Array.from({ length: most }, (_, index) => send(url, { body: anotherOrder(`${index}`, `${index}`) })),
  );
  const kept = answers.filter(({ status }) => status === 200).length;
  t.true(kept > 0 && kept <= most / 2, `${kept} are taken`);
  t.is(answers.filter(({ status }) => status === 429).length, most - kept);
  const mine = await client.post('/api/wms/inventory/adjust', adjustment(standard), { headers: later });
  t.is(mine.status, 202, mine.text);
});

test.serial(
  'open commands have a bound for requests, batches and webhooks; a repeated request is told its operation',
  async (t) => {
    const platform = await startPlatform(t, { workers: false });
    const { client, standard, database, url } = platform;
    const most = 40;
    await setQuotas(database, standard.id, { open_commands: most });
    await connect(client);
    await publish(client, [{ action: 'create_order' }]);
    t.is((await client.get('/api/tenancy/settings')).body.data.quotas.open_commands, most);
    const path = '/api/wms/inventory/adjust';
    const ask = (key: string) =>
      client.post(path, adjustment(standard), { headers: { ...later, 'idempotency-key': key } });
    const first = await ask('first');
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(`one of many ${index}`)));
    t.is(first.status, 202, first.text);
    t.deepEqual(
      [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b),
      [202, 429],
    );
    t.is(await openOf(platform, standard), most, 'exactly as many as may be');
    const refused = answers.find(isFull);
    t.true(Number(refused?.headers.get('retry-after')) >= 1);
    t.is(answers.filter(isFull).length, 101 - most);

    const again = await ask('first');
    t.is(again.status, 202, again.text);
    t.deepEqual(again.body.data, first.body.data);
    const items = Array.from({ length: 5 }, () => adjustment(standard));
    const batch = await client.post(batchPath, { items }, { headers: later });
    t.true(isFull(batch), batch.text);
    t.truthy(batch.headers.get('retry-after'));
    const webhook = await send(url, { body: anotherOrder('1', '1') });
    t.is(webhook.status, 429);
    t.truthy(webhook.headers.get('retry-after'));
    t.is(await openOf(platform, standard), most);
    const { body } = await client.get('/api/integration/events');
    t.is(body.meta.total, 0, 'nothing of the refused webhook is kept: its store sends it again');

    const quiet = await createOrganization(database, { edition: 'standard' });
    const other = await createClient(url, quiet).post(path, adjustment(quiet), { headers: later });
    t.is(other.status, 202, 'another organization has its own');

    const workers = await platform.startWorkers();
    t.teardown(() => workers.stop());
    await until('there is room again', async () => (await ask('after')).status < 300);
    await until('the store is served again', async () => {
      return (await send(url, { body: anotherOrder('1', '1') })).status === 200;
    });
  },
);

test.serial(
  'a batch larger than the room that is left does what fits, and tells the other items',
  async (t) => {
    const platform = await startPlatform(t, { workers: false });
    const { client, standard, database } = platform;
    await setQuotas(database, standard.id, { open_commands: 20 });
    const items = Array.from({ length: 50 }, () => adjustment(standard));
    const { status, body, text } = await client.post(batchPath, { items }, { headers: later });
    t.is(status, 200, text);
    t.is(body.data.pending, 20);
    t.is(body.data.failed, 30);
    const refused = body.data.items.filter((item: any) => item.status !== 202);
    t.deepEqual(
      [
        ...new Set(
          refused.map((item: any) => `${item.status} ${item.error.code} ${item.error.details.quota}`),
        ),
      ],
      ['429 RATE_LIMITED open_commands'],
    );
    t.is(await openOf(platform, standard), 20);
  },
);

test.serial("a merchant's token leaves half of the room to the warehouse", async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { threePl, database } = platform;
  await setQuotas(database, threePl.id, { open_commands: 20 });
  const { merchantId } = threePl;
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId });
  const items = Array.from({ length: 30 }, () => adjustment(threePl));
  const batch = await merchant.post(batchPath, { items }, { headers: later });
  t.is(batch.body.data?.pending, 10, batch.text.slice(0, 500));
  const path = '/api/wms/inventory/adjust';
  t.true(isFull(await merchant.post(path, adjustment(threePl), { headers: later })));
  t.true(isFull(await merchant.post(batchPath, { items }, { headers: later })));

  const warehouse = await platform.clientWith(threePl, everyPermission);
  const ask = () => warehouse.post(path, adjustment(threePl), { headers: later });
  const answers = await Promise.all(Array.from({ length: 15 }, ask));
  t.is(answers.filter(({ status }) => status === 202).length, 10);
  t.is(answers.filter(isFull).length, 5);
  t.is(await openOf(platform, threePl), 20);
});

test.serial('two processes pass the bound by a twentieth at most, besides what was on its way', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard, database } = platform;
  const most = 100;
  await setQuotas(database, standard.id, { open_commands: most });
  const other = await startAnotherApi(platform);
  t.teardown(() => other.stop());
  const clients = [client, createClient(other.url, standard)];
  let refusals = 0;
  // One after another, in turn: nothing is on its way when the next one is asked.
  for (let index = 0; index < 2 * most && refusals < 10; index += 1) {
    const { status } = await clients[index % 2]!.post('/api/wms/inventory/adjust', adjustment(standard), {
      headers: later,
    });
    if (status === 429) refusals += 1;
  }
  t.is(refusals, 10);
  const open = await openOf(platform, standard);
  t.true(open >= most && open <= most * 1.1, `${open} are open`);
});

test.serial("a batch's items count at the rate of requests, and delay the next batch alone", async (t) => {
  const platform = await startPlatform(t);
  const { client, standard, database } = platform;
  await setQuotas(database, standard.id, { requests_per_second: 20 });
  const items = Array.from({ length: 100 }, () => adjustment(standard, { note: 'one of a hundred' }));
  const ask = () => client.post(batchPath, { items }, { headers: later });
  const answers = await Promise.all([ask(), ask(), ask()]);
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 429, 429],
  );
  const refused = answers.find(({ status }) => status === 429)!;
  t.is(refused.body.error.code, 'RATE_LIMITED');
  t.is(refused.body.error.details.quota, 'requests_per_second');
  t.true(Number(refused.headers.get('retry-after')) >= 2, 'the debt of sixty items at twenty a second');
  const scan = await client.post('/api/wms/inventory/adjust', adjustment(standard));
  t.is(scan.status, 200, scan.text);
  await until('the next batch is taken', async () => (await ask()).status === 200);
});
