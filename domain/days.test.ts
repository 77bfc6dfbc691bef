import test from 'ava';
import { addDays, daysBetween } from './days.ts';

test('days are counted over leap days and years, and the calendar has a last one', (t) => {
  t.is(addDays('2024-02-28', 1), '2024-02-29');
  t.is(addDays('2023-02-28', 1), '2023-03-01');
  t.is(addDays('2026-01-01', -1), '2025-12-31');
  t.is(addDays('9999-12-30', 1), '9999-12-31');
  t.is(addDays('9999-12-31', 30), '9999-12-31');
  t.is(daysBetween('2026-03-07', '2026-03-09'), 2);
});
