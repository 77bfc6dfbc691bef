/** Counted once more, by somebody else. */
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { complete, onHand, planOf, run, scan, secondCounter, zoneWith } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> }; other: Client }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, other: await secondCounter(platform) };
});
test.after.always((t) => t.context.platform?.stop());

const claimIn =
  ({ standard }: Platform, zone: string) =>
  async (by: Client): Promise<string | undefined> => {
    const asked = { warehouse_id: standard.warehouseId, kinds: ['count'], zone, another: true };
    return (await by.post('/api/wms/work/claim', asked)).body.data.work?.id;
  };

test('what another person has to count again is given to another, once', async (t) => {
  const { platform, other } = t.context;
  const { client } = platform;
  for (const lock of ['none', 'start', 'creation']) {
    const { zone, shelves, item } = await zoneWith(platform, 20);
    const [shelf] = shelves as [string];
    const plan = await planOf(platform, zone, { lock });
    const [{ count_task_id: task }] = (await run(client, plan)).tasks;
    const claim = claimIn(platform, zone);
    t.is(await claim(client), task);
    await scan(client, task, shelf, item, 18);
    t.is(await claim(other), undefined, 'somebody counts it');
    t.is((await complete(client, task)).body.data.state, 'in_progress');
    t.is(await claim(client), undefined, 'who counted it does not count it again');
    t.is(await claim(other), task);
    t.is(await claim(other), undefined);
    t.is((await scan(other, task, shelf, item, 18)).status, 200);
    t.is((await complete(other, task)).body.data.state, 'completed');
  }
});

test('of what two people counted each counts again what the other did', async (t) => {
  const { platform, other } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 20, 9);
  const [one, two] = shelves as [string, string];
  const claim = claimIn(platform, zone);
  const [{ count_task_id: task }] = (await run(client, await planOf(platform, zone))).tasks;
  t.is(await claim(client), task);
  await scan(client, task, one, item, 18);
  await scan(other, task, two, item, 5);
  t.is((await complete(client, task)).body.data.state, 'in_progress');
  t.is(await claim(client), task);
  t.is((await scan(client, task, two, item, 5)).status, 200);
  t.is(await claim(client), undefined, 'what is left is for the other');
  t.is(await claim(other), task);
  t.is((await scan(client, task, two, item, 5)).status, 200);
  t.is((await scan(other, task, one, item, 18)).status, 200);
  t.is((await complete(other, task)).body.data.state, 'completed');
});

test('who may not count it again takes it from nobody who asks at the same moment', async (t) => {
  const { platform, other } = t.context;
  const { client } = platform;
  for (let time = 0; time < 3; time += 1) {
    const { zone, shelves, item } = await zoneWith(platform, 20);
    const claim = claimIn(platform, zone);
    const [{ count_task_id: task }] = (await run(client, await planOf(platform, zone))).tasks;
    await scan(client, task, shelves[0]!, item, 18);
    await complete(client, task);
    t.deepEqual(await Promise.all([claim(client), claim(other)]), [undefined, task]);
  }
});

test('nobody gets round counting again by somebody else with what was not counted', async (t) => {
  const { platform, other } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 5);
  const id = await planOf(platform, zone, { lock: 'start', recount: { times: 1, other_person: true } });
  const [{ count_task_id: task }] = (await run(client, id)).tasks;
  const zeroed = (by: Client) =>
    by.patch(`/api/wms/count-tasks/${task}`, { action: 'complete', zero_uncounted: true });
  t.like((await zeroed(client)).body.data, { state: 'in_progress' });
  const again = await zeroed(client);
  t.is(again.status, 409, again.text);
  t.is(again.body.error.code, 'SAME_COUNTER');
  t.is(await onHand(platform, item, shelves[0]!), 5);
  t.is((await zeroed(other)).body.data.state, 'completed', 'two people found nothing');
  t.is(await onHand(platform, item, shelves[0]!), 0);
});
