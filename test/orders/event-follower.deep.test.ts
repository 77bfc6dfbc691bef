/**
 * One reader feeds all streams of a process: each event once and in order to each, and no more queries for more
 * readers.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { createEventFollower } from '../../api/streams/event-follower.ts';
import { readFollowed, streamEndNow, type FollowedEvent } from '../../db/tenancy/followed-events.read.ts';
import { startAnotherApi } from '../helpers/another-api.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until, within } from '../helpers/wait.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

/** Events as handlers leave them, each in its own transaction. */
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
    end: (organizationId) => streamEndNow(database, organizationId),
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
    async () => (await streamEndNow(database, standard.id)).transaction !== '0',
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

/** Streams ended because nobody read them. */
async function tooSlow(): Promise<number> {
  const metrics = await (await fetch(`${platform.url}/metrics`)).text();
  return Number(/^event_streams_dropped_total\{reason="too_slow"\} (\d+)/m.exec(metrics)![1]);
}

test.serial('who opens a stream and never reads it is dropped, and the others hear on', async (t) => {
  const { client, standard } = platform;
  const query = '?types=sales_order.held';
  const reader = await openEvents(platform.url, client, { query });
  const { hostname, port } = new URL(platform.url);
  const silent = connect(Number(port), hostname);
  t.teardown(() => silent.destroy());
  silent.pause();
  await once(silent, 'connect');
  silent.write(
    `GET /api/events/stream${query} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${client.accessToken}\r\n` +
      `X-Organization-Id: ${standard.id}\r\n\r\n`,
  );
  const before = await tooSlow();
  // More than the system buffers for a socket that is not read.
  const note = 'x'.repeat(40_000);
  const count = 400;
  await until('it is dropped', async () => {
    if (reader.events.length < count) await plant(standard.id, 40, note);
    return (await tooSlow()) > before;
  });
  const heard = reader.events.length;
  await plant(standard.id, 1);
  await until('the reader hears on', () => reader.events.length > heard);
  t.is(new Set(reader.events.map(({ id }) => id)).size, reader.events.length);
  t.is((await tooSlow()) - before, 1, 'the one that reads is not dropped');
  reader.hangUp();
});

test.serial(
  'a process that is replaced says so to its streams, and they go on at the next one',
  async (t) => {
    const { client, standard } = platform;
    const query = '?types=sales_order.held';
    const going = await startAnotherApi(platform);
    const stream = await openEvents(going.url, client, { query });
    await plant(standard.id, 3);
    await until('it hears', () => stream.events.length === 3);
    await going.stop();
    await within('it is ended', stream.ended);
    const end = stream.events.at(-1)!;
    t.is(end.event, 'end');
    t.is(end.data.reason, 'restarting');
    await plant(standard.id, 2);
    const last = stream.events.at(-2)!.id!;
    const next = await openEvents(platform.url, client, { query, headers: { 'last-event-id': last } });
    await until('it goes on', () => next.events.length === 2);
    next.hangUp();
  },
);
