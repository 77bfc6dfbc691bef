/** The progress of a wave is nobody's lock: only who may have picked the last of it waits for who may have as well. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import {
  newShipment,
  newWave,
  onTask,
  patch,
  read,
  stocked,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A released wave of shipments of one line each. */
async function waveOf(platform: Running, count: number) {
  const item = await stocked(platform, { 'A-01': count });
  const shipments: string[] = [];
  for (let made = 0; made < count; made += 1)
    shipments.push((await newShipment(platform, [{ item_id: item, qty: 1 }])).id);
  const { id } = await newWave(platform, shipments);
  const tasks = (await tasksOf(platform.client, { wave_id: id })).map((task) => task.id as string);
  return { id, shipments, tasks };
}

const eventsOf = async ({ owner }: Running, waveId: string): Promise<string[]> => {
  const { rows } = await owner.query<{ type: string }>(
    `select type from events where subject_type = 'wave' and subject_id = $1 and type in ('wave.picking', 'wave.completed')
      order by subject_seq`,
    [waveId],
  );
  return rows.map(({ type }) => type);
};

test('a pick that is not the last one waits for nobody who holds the wave', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const { id, tasks } = await waveOf(platform, 4);
  t.is((await onTask(client, tasks[0]!, 'claim')).status, 200);
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1::text, 236))', [id]);
    t.is((await onTask(client, tasks[0]!, 'confirm')).status, 200);
    t.is((await onTask(client, tasks[1]!, 'claim')).status, 200);
    t.is((await onTask(client, tasks[1]!, 'confirm')).status, 200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  t.is((await read(client, `/api/wms/waves/${id}`)).status, 'picking');
});

for (const how of ['picks confirmed', 'shipments picked'] as const)
  test(`a wave is completed once, by whoever came last: ${how} at the same time`, async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    for (let round = 0; round < 4; round += 1) {
      const { id, shipments, tasks } = await waveOf(platform, 6);
      const answers = await Promise.all(
        how === 'picks confirmed'
          ? tasks.map(async (task) => {
              await onTask(client, task, 'claim');
              return onTask(client, task, 'confirm');
            })
          : shipments.map((one) => patch(client, `/api/wms/shipments/${one}`, { action: 'pick' })),
      );
      t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      t.is((await read(client, `/api/wms/waves/${id}`)).status, 'completed');
      t.deepEqual(await eventsOf(platform, id), ['wave.picking', 'wave.completed']);
    }
  });
