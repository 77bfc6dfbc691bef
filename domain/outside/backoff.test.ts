import test from 'ava';
import { deliveryBackoff } from '../webhooks/retries.ts';
import { nextTry } from './backoff.ts';

test('tries of a delivery go on over 28 hours, each further away than the last, and then end', (t) => {
  const delays: number[] = [];
  for (let before = 0; ; before += 1) {
    const { ms } = nextTry(deliveryBackoff, before, undefined, 0.5);
    if (ms === undefined) break;
    delays.push(ms);
  }
  t.deepEqual(
    delays,
    delays.toSorted((a, b) => a - b),
  );
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
  t.true(hours > 27.5 && hours < 28.5, `${hours} hours`);
  t.true(
    nextTry(deliveryBackoff, 2, undefined, 0).ms! < nextTry(deliveryBackoff, 2, undefined, 1).ms!,
    'chance spreads them',
  );
});

test('one that never ends repeats its last delay', (t) => {
  const backoff = { delaysSeconds: [1, 2], isEndless: true };
  t.deepEqual(
    [0, 1, 9].map((before) => nextTry(backoff, before, undefined, 0).ms),
    [1_000, 2_000, 2_000],
  );
});

test('asked to wait, a call that counts it waits at least as long, another exactly as long', (t) => {
  const delaysSeconds = [5];
  t.deepEqual(nextTry({ delaysSeconds, countsWaits: true }, 0, 1_000, 0), { attempts: 1, ms: 5_000 });
  t.deepEqual(nextTry({ delaysSeconds, countsWaits: true }, 0, 9_000, 0), { attempts: 1, ms: 9_000 });
  t.deepEqual(nextTry({ delaysSeconds }, 3, 1_000, 0), { attempts: 3, ms: 1_000 });
});
