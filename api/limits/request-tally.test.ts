import test from 'ava';
import { createRequestTally, type MinuteCount } from './request-tally.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 29, 1, minute));
const seconds = (minute: number, second: number): number => at(minute).getTime() + second * 1_000;

test('answers are counted by the minute, and those of 500 and above as errors; what could not be kept comes with the next', async (t) => {
  const tally = createRequestTally();
  tally.count(200, seconds(1, 0));
  tally.count(503, seconds(1, 59));
  tally.count(404, seconds(2, 0));
  await t.throwsAsync(tally.settle(() => Promise.reject(new Error('no database'))));
  tally.count(500, seconds(2, 30));
  const kept: MinuteCount[] = [];
  const keep = (samples: readonly MinuteCount[]) => Promise.resolve(void kept.push(...samples));
  await tally.settle(keep);
  t.deepEqual(
    kept.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    [
      { at: at(1), requests: 2, errors: 1 },
      { at: at(2), requests: 2, errors: 1 },
    ],
  );
  await tally.settle(keep);
  t.is(kept.length, 2, 'nothing is kept twice');
});

test('a day of what cannot be kept is the most that is remembered', async (t) => {
  const tally = createRequestTally();
  for (let minute = 0; minute < 1_500; minute += 1) tally.count(500, seconds(minute, 0));
  await tally.settle((samples) => {
    t.is(samples.length, 1_440);
    t.deepEqual(samples[0]!.at, at(60));
    return Promise.resolve();
  });
});
