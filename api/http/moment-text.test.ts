import test from 'ava';
import { momentText } from './moment-text.ts';

test('a moment is written as toISOString writes it', (t) => {
  const day = 86_400_000;
  const edges = [
    0,
    1,
    999,
    1000,
    day - 1,
    day,
    Date.UTC(1999, 11, 31, 23, 59, 59, 999),
    Date.UTC(2024, 1, 29),
  ];
  const beyond = [-1, -day, Date.UTC(9999, 11, 31, 23, 59, 59, 999), Date.UTC(10_000, 0), 8.64e15, -8.64e15];
  const spread = Array.from({ length: 2000 }, (_, index) => Math.floor(index * 1_234_567_891.37));
  for (const time of [...edges, ...beyond, ...spread]) {
    const moment = new Date(time);
    t.is(momentText(moment), moment.toISOString());
  }
  t.throws(() => momentText(new Date(Number.NaN)), { instanceOf: RangeError });
});
