import test from 'ava';
import { isExpired, remainingLifeDays } from './expiry.ts';

test('goods are good through the end of their day', (t) => {
  t.false(isExpired('2026-03-01', '2026-02-28'));
  t.false(isExpired('2026-03-01', '2026-03-01'));
  t.true(isExpired('2026-03-01', '2026-03-02'));
  t.is(remainingLifeDays('2026-03-01', '2026-02-28'), 1);
  t.is(remainingLifeDays('2026-03-30', '2026-03-28'), 2, 'a change of clocks is no day');
});
