/** The sweeper recovers what was lost, and adds nothing to a queue that is merely long. */
import { commandsByName, goesTogether } from '../../queues/commands.ts';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { until } from '../helpers/wait.ts';
import { closeBackend, openBackend, openWorker } from '../../queues/engine/backend.ts';
import { openProducer, type Producer } from '../../queues/engine/producer.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import { paperCommands } from '../../queues/shipping/loads.ts';
import { acceptCommands, shareJob } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { openFollowUps } from '../../workers/engine/follow-ups.ts';
import { scheduleActor, submitDue } from '../../workers/engine/scheduled.ts';
import { startSweeper } from '../../workers/engine/sweeper.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';

const waiting = 150;

function producerOf(t: ExecutionContext, platform: OwnPlatform): Producer {
  const { redisUrl, systemUrl, prefix } = platform;
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, prefix });
  const producer = openProducer(backend);
  t.teardown(async () => {
    await producer.close();
    await closeBackend(backend);
  });
  return producer;
}

async function acceptAdjustments({ client, standard }: OwnPlatform, count: number): Promise<void> {
  const adjustment = {
    warehouse_id: standard.warehouseId,
    item_id: standard.items['PLAIN'],
    location_id: standard.locations['A-01'],
    qty_delta: 1,
    reason_code: 'found',
  };
  // At once, so that they make a few jobs: of many, all but the first few would wait in line and have none.
  await client.post(
    '/api/wms/inventory/adjust-batch',
    { items: Array.from({ length: count }, () => adjustment) },
    { headers: { prefer: 'respond-async' } },
  );
}

const due = async ({ owner }: OwnPlatform): Promise<number> => {
  const { rows } = await owner.query<{ due: number }>(
    "select count(*)::int as due from commands where state = 'accepted' and next_dispatch_at < now()",
  );
  return rows[0]!.due;
};

/** Every open command becomes due, and the sweeper has checked all of them. */
async function swept(platform: OwnPlatform): Promise<void> {
  await platform.owner.query(
    "update commands set next_dispatch_at = now() - interval '1 second' where state = 'accepted'",
  );
  await until('the sweeper has looked at every command', async () => (await due(platform)) === 0);
}

/** How many commands the queue's jobs carry. */
async function carried(
  producer: Producer,
  ...states: ('waiting' | 'delayed' | 'active' | 'failed' | 'completed')[]
): Promise<number> {
  const jobs = await producer
    .queue('inventory')
    .getJobs(states.length > 0 ? states : ['waiting', 'delayed', 'active', 'failed']);
  return jobs.reduce((total, { data }) => total + data.command_ids.length, 0);
}

test('a backlog gets no extra jobs however long it waits; a job that was lost comes back, once', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const producer = producerOf(t, platform);
  await acceptAdjustments(platform, waiting);
  await until('every command has its job', async () => (await carried(producer)) === waiting);
  const sweeper = startSweeper(platform.database, producer, goesTogether, pino({ level: 'silent' }));
  t.teardown(() => sweeper.stop());
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await swept(platform);
    t.is(await carried(producer), waiting, `after sweep ${sweep + 1}`);
  }

  const [lost] = await producer.queue('inventory').getWaiting(0, 0);
  await lost!.remove();
  t.is(await carried(producer), waiting - lost!.data.command_ids.length);
  await swept(platform);
  await until('the lost ones are back', async () => (await carried(producer)) === waiting);
  await swept(platform);
  t.is(await carried(producer), waiting, 'and not twice');

  await sweeper.stop();
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  await until('all are done', async () => {
    const { rows } = await platform.owner.query("select 1 from commands where state = 'accepted' limit 1");
    return rows.length === 0;
  });
  const { rows } = await platform.owner.query('select sum(qty_delta)::int as sum from inventory_ledger');
  t.is(rows[0].sum, waiting);
  // A command is done with its commit; its job ends a moment later.
  await until('the queue has closed its jobs', async () => (await carried(producer)) === 0);
  t.is(await carried(producer, 'completed'), waiting);
});

test('what was gathered into one job is found there, and gets no second one', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { database, owner, standard } = platform;
  const producer = producerOf(t, platform);
  const followUps = openFollowUps(
    { producer, shareJob: (...of) => shareJob(database, ...of) },
    commandsByName,
  );
  t.teardown(() => followUps.close());
  const { name } = paperCommands.labelPackingLists;
  const queue = 'print-dispatch';
  const input = { shipment_ids: [newId()] };
  const commands = Array.from({ length: 3 }, () => ({
    id: newId(),
    organization_id: standard.id,
    name,
    queue,
    input,
    actor: scheduleActor(''),
  }));
  await acceptCommands(database, commands, true);
  for (const command of commands) followUps.dispatch([command]);
  const jobs = async (): Promise<number[]> => {
    const found = await producer.queue(queue).getJobs(['waiting', 'delayed', 'active', 'failed']);
    return found.map(({ data }) => data.command_ids.length);
  };
  await until('they share a job', async () => (await jobs()).length > 0);
  t.deepEqual(await jobs(), [3]);
  const sweeper = startSweeper(database, producer, goesTogether, pino({ level: 'silent' }));
  t.teardown(() => sweeper.stop());
  await swept(platform);
  await swept(platform);
  t.deepEqual(await jobs(), [3]);
  const { rows } = await owner.query<{ dispatches: number }>('select dispatches from commands');
  t.deepEqual(
    rows.map(({ dispatches }) => dispatches),
    [1, 1, 1],
  );
});

test('a job that asks somebody outside, and holds no row meanwhile, is not begun a second time', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { database, owner, standard, redisUrl, systemUrl, prefix } = platform;
  const producer = producerOf(t, platform);
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, prefix });
  let begun = 0;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asking = openWorker(backend, 'outside', async () => {
    begun += 1;
    await answered;
  });
  t.teardown(async () => {
    answer();
    await asking.close();
    await closeBackend(backend);
  });
  const sweeper = startSweeper(database, producer, goesTogether, pino({ level: 'silent' }));
  t.teardown(() => sweeper.stop());
  await submitDue({ database, producer }, 'silent parcels', parcelCommands.followParcel, [
    { organization_id: standard.id, input: { label_id: newId() } },
  ]);
  await until('its carrier is asked', () => begun === 1);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await swept(platform);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await owner.query<{ dispatches: number }>(
    "select dispatches from commands where name = 'tms.follow_parcel'",
  );
  t.deepEqual(rows, [{ dispatches: 1 }]);
  t.is(begun, 1);
});

test('the job of a worker that died comes back although the queue still calls it active', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const producer = producerOf(t, platform);
  await acceptAdjustments(platform, 1);
  await until('the command has its job', async () => (await carried(producer)) === 1);
  // A worker takes the job, but neither locks the row nor ever reports back.
  const backend = openBackend({
    redisUrl: platform.redisUrl,
    postgresUrl: platform.systemUrl,
    prefix: platform.prefix,
  });
  let taken = (): void => {};
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  let give = (): void => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  const dead = openWorker(backend, 'inventory', async () => {
    taken();
    await held;
  });
  t.teardown(async () => {
    give();
    await dead.close();
    await closeBackend(backend);
  });
  await isTaken;
  const sweeper = startSweeper(platform.database, producer, goesTogether, pino({ level: 'silent' }));
  t.teardown(() => sweeper.stop());
  await until('the sweeper has added a second job', async () => {
    const { rows } = await platform.owner.query<{ dispatches: number }>('select dispatches from commands');
    return rows.some(({ dispatches }) => dispatches === 2);
  });
  t.pass();
});
