import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import type { NewCommand } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { defineCommand, type AnyCommand } from '../../queues/engine/define-command.ts';
import type { Dispatch } from '../../queues/engine/producer.ts';
import * as s from '../../queues/schema.ts';
import { openFollowUps } from './follow-ups.ts';

const shape = {
  runs: 'print-dispatch',
  summary: 'For this test.',
  input: s.object({}),
  result: s.object({}),
} as const;
const patient = defineCommand({ ...shape, name: 'test.patient', together: true, gatherMs: 60 });
const quick = defineCommand({ ...shape, name: 'test.quick' });
const commands = new Map<string, AnyCommand>([patient, quick].map((one) => [one.name, one]));

function opened(shareJob = async (): Promise<void> => {}) {
  const sent: Dispatch[][] = [];
  const producer = { dispatch: async (some: readonly Dispatch[]) => sent.push([...some]) > 0 };
  return { sent, followUps: openFollowUps({ producer, shareJob }, commands) };
}

const left = (name: string, organization_id = 'one'): NewCommand => ({
  id: newId(),
  organization_id,
  name,
  queue: 'print-dispatch',
  input: {},
  actor: {},
});

test('what may wait shares one job with what comes meanwhile; what may not leaves at once', async (t) => {
  const { sent, followUps } = opened();
  const [first, second, other, now] = [
    left('test.patient'),
    left('test.patient'),
    left('test.patient', 'two'),
    left('test.quick'),
  ];
  followUps.dispatch([first, now]);
  followUps.dispatch([second, other]);
  t.deepEqual(
    sent.map((some) => some.map(({ command_id: id }) => id)),
    [[now.id]],
  );
  await pause(200);
  const [, ...jobs] = sent;
  t.deepEqual(
    jobs.map((some) => some.map(({ command_id: id, job_id: job }) => [id, job])),
    [
      [
        [first.id, first.id],
        [second.id, first.id],
      ],
      [[other.id, other.id]],
    ],
    'each organization’s by themselves',
  );
});

test('what no row can say to share a job goes by itself, as its row says', async (t) => {
  const { sent, followUps } = opened(() => Promise.reject(new Error('The database is away.')));
  const both = [left('test.patient'), left('test.patient')];
  followUps.dispatch(both);
  await followUps.close();
  t.deepEqual(
    sent.flat().map(({ command_id: id, job_id: job }) => [id, job]),
    both.map(({ id }) => [id, id]),
  );
});

test('a full job waits no longer, and none is forgotten at the end', async (t) => {
  const { sent, followUps } = opened();
  followUps.dispatch(Array.from({ length: 17 }, () => left('test.patient')));
  await setImmediate();
  t.deepEqual(
    sent.map(({ length }) => length),
    [16],
  );
  await followUps.close();
  t.deepEqual(
    sent.map(({ length }) => length),
    [16, 1],
  );
  await pause(100);
  t.is(sent.length, 2);
});
