import { randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { until, within } from '../../test/helpers/wait.ts';
import { createTestDatabase } from '../../test/helpers/database.ts';
import { closeBackend, openBackend, openQueue, openWorker } from './backend.ts';
import { openProducer } from './producer.ts';

test('queues and workers opened while Postgres refuses connections work once it takes them', async (t) => {
  const database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const role = `refused_${randomUUID().replaceAll('-', '')}`;
  await owner.query(
    `create role ${role} login password 'refused' in role platform_system connection limit 0`,
  );
  const url = new URL(database.ownerUrl);
  url.username = role;
  url.password = 'refused';
  const backend = openBackend({ redisUrl: undefined, postgresUrl: url.href });
  const queue = openQueue(backend, 'inventory');
  const job = { organization_id: randomUUID(), command_ids: [randomUUID()] };
  const ran: unknown[] = [];
  const worker = openWorker(backend, 'inventory', async ({ data }) => void ran.push(data));
  const added = queue.add('one', job);

  // Timers must get their turn meanwhile: a worker that retries at once would starve them all.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  await owner.query(`alter role ${role} connection limit -1`);
  await within('the job is taken', added);
  await until('the job is run', () => ran.length > 0);
  t.deepEqual(ran, [job]);

  await worker.close();
  await queue.close();
  await closeBackend(backend);
  await owner.query(`drop owned by ${role}`);
  await owner.query(`drop role ${role}`);
  await owner.end();
  await database.drop();
});

test('a job that a slow queue has not taken yet is under way: nothing else leaves in its place', async (t) => {
  const database = await createTestDatabase();
  const backend = openBackend({ redisUrl: undefined, postgresUrl: database.systemUrl });
  const producer = openProducer(backend);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  t.teardown(async () => {
    await owner.end();
    await producer.close();
    await closeBackend(backend);
    await database.drop();
  });
  const dispatchOf = (id: string) =>
    ({ organization_id: randomUUID(), command_id: id, queue: 'inventory', name: 'one', job_id: id }) as const;
  const [slow, unknown] = [dispatchOf(randomUUID()), dispatchOf(randomUUID())];
  await owner.query('begin');
  await owner.query('lock table bullmq.job in exclusive mode');
  t.false(await producer.dispatch([slow]));
  t.true(await producer.isUnderWay(slow));
  t.false(await producer.isUnderWay(unknown));
  await owner.query('commit');
  await until('the queue has it', async () => (await producer.placeOf(slow)) === 'held');
  t.true(await producer.isUnderWay(slow));
});
