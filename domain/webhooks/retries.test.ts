import test from 'ava';
import { nextTryMs } from './retries.ts';

test('tries go on over 28 hours, each further away than the last, and then end', (t) => {
  const delays: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const delay = nextTryMs(attempts, 0.5);
    if (delay === undefined) break;
    delays.push(delay);
  }
  t.deepEqual(
    delays,
    delays.toSorted((a, b) => a - b),
  );
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
  t.true(hours > 27.5 && hours < 28.5, `${hours} hours`);
  t.true(nextTryMs(3, 0)! < nextTryMs(3, 1)!, 'chance spreads them');
});
