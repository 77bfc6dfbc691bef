/** One reader feeds all streams of a process: each event once and in order to each, and no more questions for more readers. */
import test from 'ava';
import { createEventFollower } from '../../api/streams/event-follower.ts';
import { readFollowed, streamEndNow, type FollowedEvent } from '../../db/tenancy/followed-events.read.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

/** Events as handlers leave them, each in a transaction of its own. */
async function plant(organizationId: string, count: number, note = ''): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await platform.owner.query(
      `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
       values ($1, gen_random_uuid(), 'sales_order.held', 'sales_order', gen_random_uuid(), 1, $2, gen_random_uuid())`,
      [organizationId, { reason: note }],
    );
}

test.serial('two hundred readers of two organizations cost the questions of one', async (t) => {
  const { database, standard, threePl } = platform;
  const asked: number[] = [];
  const follower = createEventFollower({
    end: () => streamEndNow(database),
    next: (places, limit) => {
      asked.push(places.length);
      return readFollowed(database, places, limit);
    },
  });
  t.teardown(() => follower.stop());
  const taken = Array.from({ length: 200 }, (): FollowedEvent[] => []);
  const leaves = await Promise.all(
    taken.map((list, index) =>
      follower.follow(index % 2 ? standard.id : threePl.id, (events) => list.push(...events)),
    ),
  );
  await Promise.all([plant(standard.id, 30), plant(threePl.id, 20)]);
  await until('all have all', () => taken.every((list, index) => list.length >= (index % 2 ? 30 : 20)));
  for (const [index, list] of taken.entries()) {
    t.is(new Set(list.map(({ id }) => id)).size, index % 2 ? 30 : 20);
    t.true(list.every((event) => event.organization_id === (index % 2 ? standard.id : threePl.id)));
  }
  t.true(
    asked.every((places) => places <= 2),
    'each question is for two places, whoever reads',
  );
  for (const leave of leaves) leave();
  const before = asked.length;
  await plant(standard.id, 1);
  await until(
    'a look that was under way is over',
    async () => (await streamEndNow(database)).transaction !== '0',
  );
  t.true(asked.length - before <= 1, 'nobody reads, nobody asks');
});

test.serial(
  'a stream that catches up and one that is fresh both get what comes, once and in order',
  async (t) => {
    const { client, standard } = platform;
    const query = '?types=sales_order.held';
    const first = await openEvents(platform.url, client, { query });
    await plant(standard.id, 300);
    await until('the fresh one has all', () => first.events.length === 300);
    const cursor = first.events[49]!.id!;
    const late = openEvents(platform.url, client, { query, headers: { 'last-event-id': cursor } });
    await plant(standard.id, 50);
    const second = await late;
    await until('both have all', () => first.events.length === 350 && second.events.length === 300);
    t.deepEqual(
      second.events.map(({ id }) => id),
      first.events.slice(50).map(({ id }) => id),
    );
    first.hangUp();
    second.hangUp();
  },
);
