import test from 'ava';
import { comparedPeriod } from './compared-reports.ts';

test('the period before is as many whole months, else as many days', (t) => {
  const before = (from: string, to: string) => comparedPeriod({ from, to }, 'previous_period');
  t.deepEqual(before('2026-03-01', '2026-03-31'), { from: '2026-02-01', to: '2026-02-28' });
  t.deepEqual(before('2026-01-01', '2026-03-31'), { from: '2025-10-01', to: '2025-12-31' });
  t.deepEqual(before('2026-03-10', '2026-03-19'), { from: '2026-02-28', to: '2026-03-09' });
  t.deepEqual(before('2026-03-01', '2026-03-01'), { from: '2026-02-28', to: '2026-02-28' });
});

test('a year before the same days, the end of February included', (t) => {
  const before = (from: string | null, to: string) => comparedPeriod({ from, to }, 'previous_year');
  t.deepEqual(before('2025-02-01', '2025-02-28'), { from: '2024-02-01', to: '2024-02-29' });
  t.deepEqual(before('2024-02-29', '2024-03-15'), { from: '2023-02-28', to: '2023-03-15' });
  t.deepEqual(before(null, '2026-06-30'), { from: null, to: '2025-06-30' });
});

test("a balance sheet's period before ends with the month before", (t) => {
  const before = (to: string) => comparedPeriod({ from: null, to }, 'previous_period');
  t.deepEqual(before('2026-03-31'), { from: null, to: '2026-02-28' });
  t.deepEqual(before('2026-01-15'), { from: null, to: '2025-12-31' });
});
