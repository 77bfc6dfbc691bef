/**
 * A flood of one organization stays behind its own few jobs: whatever way its commands come (requests, webhooks,
 * follow-ups, the sweeper), another organization's command finds no more than those few on its queue.
 */
import { goesTogether } from '../../queues/commands.ts';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { closeBackend, openBackend } from '../../queues/engine/backend.ts';
import { openFairLines } from '../../queues/engine/fair-lines.ts';
import { openOutcomeListener } from '../../queues/engine/outcomes.ts';
import { jobsOfOneMax, type QueueName } from '../../queues/engine/policies.ts';
import { openProducer, type Producer } from '../../queues/engine/producer.ts';
import { startSweeper } from '../../workers/engine/sweeper.ts';
import { startAnotherApi } from '../helpers/another-api.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, connect, publish, send } from '../integration/storefront-rig.ts';

const flood = 60;
const later = { headers: { prefer: 'respond-async' } };

interface Neighbour {
  organization: TestOrganization;
  client: Client;
}

async function neighbourOf({ database, url }: OwnPlatform): Promise<Neighbour> {
  const organization = await createOrganization(database, { edition: 'standard' });
  return { organization, client: createClient(url, organization) };
}

/** The queues as they are, and fair lines to put something on them. */
async function openQueues(
  t: ExecutionContext,
  { redisUrl, systemUrl, prefix }: OwnPlatform,
): Promise<{ producer: Producer; lines: Producer }> {
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, prefix });
  const producer = openProducer(backend);
  const listener = await openOutcomeListener(backend);
  const lines = openFairLines(producer, listener);
  t.teardown(async () => {
    await lines.close();
    await listener.close();
    await closeBackend(backend);
  });
  return { producer, lines };
}

async function jobsOf(producer: Producer, queue: QueueName, { id }: { id: string }): Promise<number> {
  const jobs = await producer.queue(queue).getJobs(['waiting', 'active', 'delayed']);
  return jobs.filter(({ data }) => data.organization_id === id).length;
}

/** The flood's jobs on the queue, once the few that may be there are: without workers none of them leaves it. */
async function fewOf(producer: Producer, queue: QueueName, organization: TestOrganization): Promise<number> {
  const few = jobsOfOneMax(queue);
  return until("the flood's few are on the queue", async () => {
    const count = await jobsOf(producer, queue, organization);
    return count >= few && count;
  });
}

async function shipLater(client: Client, { warehouseId, items }: TestOrganization, count = 1): Promise<void> {
  const body = { warehouse_id: warehouseId, lines: [{ item_id: items['PLAIN'], qty: 1 }] };
  await Promise.all(
    Array.from({ length: count }, async () => {
      const { status, text } = await client.post('/api/wms/shipments', body, later);
      if (status !== 202) throw new Error(`${status} ${text}`);
    }),
  );
}

async function allFinished({ owner }: OwnPlatform): Promise<void> {
  await until('everything accepted has its outcome', async () => {
    const { rows } = await owner.query("select 1 from commands where state = 'accepted' limit 1");
    return rows.length === 0;
  });
}

/** How many commands of the flood were finished before the neighbour's one. */
async function finishedBefore(
  { owner }: OwnPlatform,
  name: string,
  { id }: TestOrganization,
): Promise<number> {
  const { rows } = await owner.query<{ before: number }>(
    `select count(*)::int as before from commands c
      where c.name = $1 and c.organization_id <> $2
        and c.finished_at < (select finished_at from commands where name = $1 and organization_id = $2)`,
    [name, id],
  );
  return rows[0]!.before;
}

test.serial(
  "one command stands behind a few of a flood's jobs, and the whole flood is done without being swept",
  async (t) => {
    const platform = await startPlatform(t, { workers: false });
    const { client, standard } = platform;
    const { producer } = await openQueues(t, platform);
    const quiet = await neighbourOf(platform);
    await shipLater(client, standard, flood);
    await shipLater(quiet.client, quiet.organization);
    await until("the neighbour's job is on its queue", async () => {
      return (await jobsOf(producer, 'allocation', quiet.organization)) === 1;
    });
    const ahead = await fewOf(producer, 'allocation', standard);
    t.is(ahead, jobsOfOneMax('allocation'), "the flood's other commands wait as rows");

    const workers = await platform.startWorkers();
    t.teardown(() => workers.stop());
    await allFinished(platform);
    const before = await finishedBefore(platform, 'wms.create_shipment', quiet.organization);
    t.true(before <= 2 * ahead, `${before} of the flood were finished before it`);
    const { rows } = await platform.owner.query<{ outcomes: number }>(
      "select count(outcome)::int as outcomes from commands where name = 'wms.create_shipment'",
    );
    t.is(rows[0]!.outcomes, flood + 1);
  },
);

test.serial("a store's flood of webhooks keeps no other store's waiting", async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { url, client, standard, threePl } = platform;
  const { producer } = await openQueues(t, platform);
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const domain = 'plum.example.test';
  const neighbour = await platform.clientWith(threePl, everyPermission);
  await connect(neighbour, { store_domain: domain, merchant_id: threePl.merchantId });
  await publish(neighbour, [{ action: 'create_order' }]);
  const ids = Array.from({ length: flood }, (_, index) => String(9_000 + index));
  const answers = await Promise.all(ids.map((id) => send(url, { body: anotherOrder(id, id) })));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is((await send(url, { body: anotherOrder('1', '1'), domain })).status, 200);
  await until("the other store's job is on its queue", async () => {
    return (await jobsOf(producer, 'integration', threePl)) === 1;
  });
  t.is(await fewOf(producer, 'integration', standard), jobsOfOneMax('integration'));

  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  await until('every webhook is worked on', async () => {
    const { rows } = await platform.owner.query(
      'select 1 from inbound_events where processed_at is null limit 1',
    );
    return rows.length === 0;
  });
});

test.serial('follow-ups stand in the same line', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard } = platform;
  const { producer } = await openQueues(t, platform);
  const quiet = await neighbourOf(platform);
  // There is no printer: each label leaves a command behind that looks for one.
  const label = { label_kind: 'carton', zpl_content: '^XA^FO20,20^A0N,24,24^FDA^FS^XZ' };
  const made = await Promise.all(
    Array.from({ length: flood }, () => client.post('/api/wms/print-jobs', label)),
  );
  t.deepEqual([...new Set(made.map(({ status }) => status))], [201], made[0]!.text);
  await quiet.client.post('/api/wms/print-jobs', label);
  await until("the neighbour's job is on its queue", async () => {
    return (await jobsOf(producer, 'print-dispatch', quiet.organization)) === 1;
  });
  t.is(await fewOf(producer, 'print-dispatch', standard), jobsOfOneMax('print-dispatch'));
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  await allFinished(platform);
});

test.serial('what the sweeper brings back stands in line too, and takes no second place', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard } = platform;
  const { producer, lines } = await openQueues(t, platform);
  const quiet = await neighbourOf(platform);
  await shipLater(client, standard, flood);
  await shipLater(quiet.client, quiet.organization);
  await until("the neighbour's job is on its queue", async () => {
    return (await jobsOf(producer, 'allocation', quiet.organization)) === 1;
  });
  await producer.queue('allocation').obliterate({ force: true });
  const sweeper = startSweeper(platform.database, lines, goesTogether, pino({ level: 'silent' }));
  t.teardown(() => sweeper.stop());
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await platform.owner.query(
      "update commands set next_dispatch_at = now() - interval '1 second' where state = 'accepted'",
    );
    await until('the sweeper has looked at every command', async () => {
      const { rows } = await platform.owner.query(
        "select 1 from commands where state = 'accepted' and next_dispatch_at < now() limit 1",
      );
      return rows.length === 0;
    });
  }
  await until("the neighbour's job is back", async () => {
    return (await jobsOf(producer, 'allocation', quiet.organization)) === 1;
  });
  // This process's few and the API's own, which stand in a line of theirs.
  const ahead = await fewOf(producer, 'allocation', standard);
  t.true(ahead <= 2 * jobsOfOneMax('allocation'), `${ahead} stand before it`);
  await sweeper.stop();
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  await allFinished(platform);
});

test.serial('a process that ends while commands wait in its line loses none of them', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { standard } = platform;
  const other = await startAnotherApi(platform);
  await shipLater(createClient(other.url, standard), standard, flood);
  await other.stop();
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  await allFinished(platform);
  const { rows } = await platform.owner.query<{ outcomes: number }>(
    "select count(outcome)::int as outcomes from commands where name = 'wms.create_shipment'",
  );
  t.is(rows[0]!.outcomes, flood);
});
