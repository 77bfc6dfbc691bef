/** What one organization sends too much of waits, and lets the others pass. */
import { setImmediate as anotherTurn } from 'node:timers/promises';
import test from 'ava';
import { openThread, Threads } from '../../api/files/threads.ts';
import { holdRefusal } from '../../api/limits/held-refusals.ts';
import { createQuotaGate } from '../../api/limits/quotas.ts';
import { turnToParse } from '../../api/limits/large-bodies.ts';
import { turnToWork } from '../../api/limits/request-turns.ts';
import { Refusal } from '../../domain/refusal.ts';

const large = 64 * 1024;

/** Threads that are started and asked for nothing. */
const idleThreads = (limits: { ofOneMax?: number } = {}) =>
  new Threads<object, object>({
    open: () =>
      openThread(
        new URL(
          "data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.on('message',()=>{})",
        ),
      ),
    works: 'tests',
    tooMuch: (of) => new Refusal('PAYLOAD_TOO_LARGE', `The test takes more ${of} than it may.`),
    ...limits,
  });

test.serial(
  'large bodies are parsed one at a time, the organizations in turn, with time for others between',
  async (t) => {
    const order: string[] = [];
    let served = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await anotherTurn();
        served += 1;
      }
    })();
    const servedBefore: number[] = [];
    const ask = async (organization: string, name: string): Promise<void> => {
      await turnToParse(organization, large);
      order.push(name);
      servedBefore.push(served);
    };
    await Promise.all([ask('one', 'a1'), ask('one', 'a2'), ask('one', 'a3'), ask('other', 'b1')]);
    isOver = true;
    await others;
    t.deepEqual(order, ['a1', 'a2', 'b1', 'a3']);
    for (const [index, before] of servedBefore.entries())
      if (index > 0) t.true(before > servedBefore[index - 1]!, `others before ${order[index]}`);
  },
);

test.serial('a small body waits for no turn', async (t) => {
  const waits = turnToParse('one', large);
  t.is(turnToParse('other', large - 1), undefined);
  await waits;
});

test.serial('requests begin a few at a time, and a single one is next beside a hundred', async (t) => {
  const order: string[] = [];
  const begin = async (organization: string): Promise<void> => {
    await turnToWork(organization);
    order.push(organization);
  };
  const many = Array.from({ length: 100 }, () => begin('one'));
  const single = begin('other');
  await Promise.resolve();
  t.is(order.length, 4, 'as many as begin at once');
  await single;
  t.true(order.indexOf('other') <= 5, `place ${order.indexOf('other')}`);
  t.true(order.length <= 8, `${order.length} had begun when the single one had`);
  await Promise.all(many);
  t.is(order.length, 101);
  await anotherTurn();
  await anotherTurn();
  t.is(turnToWork('one'), undefined, 'nobody waits any more');
});

test.serial('refusals are held, and no more of them than there is room for', async (t) => {
  let answered = 0;
  const held = Array.from({ length: 2_000 }, () => holdRefusal().then(() => (answered += 1)));
  await holdRefusal();
  t.is(answered, 0, 'the one beyond the limit was answered before all that are held');
  await Promise.all(held);
  t.is(answered, 2_000);
});

test.serial(
  'the line for a thread has room for every organization, and they are served in turn',
  async (t) => {
    const threads = idleThreads();
    const held = [await threads.enter('one'), await threads.enter('one')];
    const order: string[] = [];
    const refused: string[] = [];
    const ask = async (organization: string): Promise<void> => {
      try {
        const thread = await threads.enter(organization);
        order.push(organization);
        await anotherTurn();
        threads.leave(thread);
      } catch (fault) {
        t.is((fault as { code?: string }).code, 'UNAVAILABLE');
        refused.push(organization);
      }
    };
    const asked = Promise.all([...Array.from({ length: 20 }, () => ask('one')), ask('other'), ask('other')]);
    await anotherTurn();
    t.true(refused.length > 0 && !refused.includes('other'), `refused: ${refused.join(' ')}`);
    for (const thread of held) threads.leave(thread);
    await asked;
    t.deepEqual(order.slice(0, 4).toSorted(), ['one', 'one', 'other', 'other']);
    t.is(order.length + refused.length, 22);
    await Promise.all([threads.enter('one'), threads.enter('one')]).then((again) =>
      again.forEach((thread) => threads.leave(thread)),
    );
  },
);

test.serial('a program that keeps one organization to its share has a place for another', async (t) => {
  const threads = idleThreads({ ofOneMax: 1 });
  const order: string[] = [];
  const enter = async (organization: string) => {
    const thread = await threads.enter(organization);
    order.push(organization);
    return thread;
  };
  const first = await enter('one');
  const later = [enter('one'), enter('one')];
  const other = await enter('other');
  const another = enter('another');
  t.deepEqual(order, ['one', 'other']);
  threads.leave(other);
  threads.leave(await another);
  t.deepEqual(order, ['one', 'other', 'another'], 'though two waited before it');
  threads.leave(first);
  for (const one of later) threads.leave(await one);
  t.is(order.length, 5);
  for (const thread of [await enter('one'), await enter('other')]) threads.leave(thread);
});

test.serial(
  'the bodies of many organizations together have a limit as well, and what is released is room again',
  (t) => {
    const gate = createQuotaGate();
    const whole = 256 * 1024 * 1024;
    const release = ['a', 'b', 'c', 'd'].map((id) => gate.takeBytes({ organization_id: id }, whole));
    const code = (id: string): unknown => {
      try {
        gate.takeBytes({ organization_id: id }, 1024 * 1024)();
        return undefined;
      } catch (fault) {
        return (fault as { code?: string }).code;
      }
    };
    t.is(code('a'), 'RATE_LIMITED', 'one has its own limit');
    t.is(code('e'), 'UNAVAILABLE');
    release[0]!();
    release[0]!();
    t.is(code('e'), undefined);
    for (const one of release) one();
    for (const id of ['a', 'b', 'c', 'd']) release.push(gate.takeBytes({ organization_id: id }, whole));
    t.is(code('e'), 'UNAVAILABLE', 'released twice is released once');
  },
);
