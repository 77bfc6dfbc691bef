/**
 * Lanes: commands that arrive together are grouped, organizations never share a job, and a single client never waits
 * for a group. Beside others a flood keeps one job under way, alone two.
 */
import test, { type ExecutionContext } from 'ava';
import { closeBackend, openBackend } from '../../queues/engine/backend.ts';
import { fewCommandsMax, lanePolicy, type CommandJob } from '../../queues/engine/policies.ts';
import { openProducer } from '../../queues/engine/producer.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

function jobsOf(
  t: ExecutionContext,
  { redisUrl, systemUrl, prefix }: OwnPlatform,
): () => Promise<CommandJob[]> {
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, prefix });
  const producer = openProducer(backend);
  t.teardown(async () => {
    await producer.close();
    await closeBackend(backend);
  });
  return async () => {
    const jobs = await producer.queue('inventory').getJobs(['waiting', 'delayed', 'active', 'completed']);
    return jobs.map(({ data }) => data);
  };
}

function adjustment({ warehouseId, items, locations }: TestOrganization): object {
  return {
    warehouse_id: warehouseId,
    item_id: items['PLAIN'],
    location_id: locations['A-01'],
    qty_delta: 1,
    reason_code: 'found',
  };
}

function adjust(client: Client, organization: TestOrganization, prefer: string): Promise<{ status: number }> {
  return client.post('/api/wms/inventory/adjust', adjustment(organization), { headers: { prefer } });
}

test.serial(
  'a flood of one organization makes a few large jobs of its own, and the other has its own',
  async (t) => {
    const platform = await startPlatform(t, { workers: false });
    const { client, standard, database, url } = platform;
    const quiet = await createOrganization(database, { edition: 'standard' });
    const quietClient = createClient(url, quiet);
    const flood = 200;
    const sent = await Promise.all([
      ...Array.from({ length: flood }, () => adjust(client, standard, 'respond-async')),
      adjust(quietClient, quiet, 'respond-async'),
    ]);
    t.true(
      sent.every(({ status }) => status === 202),
      'no answer of 202 waits for a worker',
    );
    const { rows: jobs } = await platform.owner.query<{ organization_id: string; commands: number }>(
      'select organization_id, count(*)::int as commands from commands group by organization_id, job_id',
    );
    const sizesOf = ({ id }: TestOrganization): number[] =>
      jobs.filter((job) => job.organization_id === id).map(({ commands }) => commands);
    const ofFlood = sizesOf(standard);
    t.is(
      ofFlood.reduce((total, commands) => total + commands, 0),
      flood,
      'every command has its job',
    );
    t.true(ofFlood.length < flood / 4, `${ofFlood.length} jobs`);
    t.true(ofFlood.every((commands) => commands <= lanePolicy.commandsPerJobMax));
    t.deepEqual(sizesOf(quiet), [1]);

    const workers = await platform.startWorkers();
    t.teardown(() => workers.stop());
    await until('all are done', async () => {
      const { rows } = await platform.owner.query("select 1 from commands where state = 'accepted' limit 1");
      return rows.length === 0;
    });
    const { rows } = await platform.owner.query(
      'select organization_id, sum(qty_delta)::int as sum from inventory_ledger group by 1 order by 2',
    );
    t.deepEqual(rows, [
      { organization_id: quiet.id, sum: 1 },
      { organization_id: standard.id, sum: flood },
    ]);
  },
);

test.serial('at one client every command is a job of its own', async (t) => {
  const platform = await startPlatform(t, { api: { lanes: { loneAtOnceMax: 0 } } });
  const jobs = jobsOf(t, platform);
  for (let turn = 0; turn < 6; turn += 1) {
    t.is((await adjust(platform.client, platform.standard, 'wait=30')).status, 200);
  }
  t.deepEqual(
    (await jobs()).map(({ command_ids: ids }) => ids.length),
    [1, 1, 1, 1, 1, 1],
  );
});

test.serial('a flood keeps two jobs under way while it is alone, and one in company', async (t) => {
  // Without workers a job stays under way.
  const lanes = { underWayMsMax: 600_000, neighboursMs: 600_000 };
  const platform = await startPlatform(t, { workers: false, api: { lanes } });
  const { client, standard, database, url } = platform;
  const jobs = jobsOf(t, platform);
  // A batch, so that all are in the lane before the first job leaves.
  const sendMany = async (sender: Client, organization: TestOrganization): Promise<void> => {
    const items = Array.from({ length: 200 }, () => adjustment(organization));
    const headers = { prefer: 'wait=1' };
    const sent = await sender.post('/api/wms/inventory/adjust-batch', { items }, { headers });
    t.is(sent.body.data.pending, 200, 'all are accepted');
  };
  const underWay = async ({ id }: TestOrganization): Promise<number> => {
    const own = (await jobs()).filter(({ organization_id: organizationId }) => organizationId === id);
    return own.filter(({ command_ids: ids }) => ids.length > fewCommandsMax).length;
  };

  await sendMany(client, standard);
  await until('two jobs are under way', async () => (await underWay(standard)) === 2);

  const other = await createOrganization(database, { edition: 'standard' });
  await sendMany(createClient(url, other), other);
  await until('one job is under way', async () => (await underWay(other)) > 0);
  t.is(await underWay(other), 1, 'the second is accepted and waits for the first');

  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  await until('all are done', async () => {
    const { rows } = await platform.owner.query("select 1 from commands where state = 'accepted' limit 1");
    return rows.length === 0;
  });
});
