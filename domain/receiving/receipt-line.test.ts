import test from 'ava';
import { decimal, zero } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import { addIncrement, assertTolerated, remainder, shareOf, type LineCounts } from './receipt-line.ts';

const line = (expected: string | null, received = '0', damaged = '0', rejected = '0'): LineCounts => ({
  expected: expected === null ? null : decimal(expected),
  received: decimal(received),
  damaged: decimal(damaged),
  rejected: decimal(rejected),
});

const limit = test.macro({
  title: (_title, expected: string | null, tolerance: string, counted: string, fits: boolean) =>
    `${counted} of ${expected ?? 'a blind line'} with ${tolerance} % ${fits ? 'fits' : 'is over'}`,
  exec(t, expected: string | null, tolerance: string, counted: string, fits: boolean) {
    const before = line(expected);
    const after = addIncrement(before, { good: decimal(counted), damaged: zero, rejected: zero });
    const check = (): void => assertTolerated(before, after, decimal(tolerance));
    if (fits) return t.notThrows(check);
    t.is(t.throws(check, { instanceOf: Refusal })?.code, 'OVER_RECEIPT');
  },
});

test(limit, '50', '0', '50', true);
test(limit, '50', '0', '50.000001', false);
test(limit, '50', '10', '55', true);
test(limit, '50', '10', '55.000001', false);
test(limit, '0.1', '0.001', '0.100001', true);
test(limit, '0.1', '0.001', '0.100002', false);
test(limit, null, '0', '999999999', true);

test('good, damaged and rejected count together', (t) => {
  const { remaining, over } = remainder(line('10', '5', '2', '1'));
  t.is(`${remaining.toFixed()} ${over.toFixed()}`, '2 0');
  const beyond = remainder(line('10', '9', '2', '1'));
  t.is(`${beyond.remaining.toFixed()} ${beyond.over.toFixed()}`, '0 2');
  t.is(remainder(line(null, '9')).over.toFixed(), '0');
});

test('a scan of nothing is never over, even on a line that is', (t) => {
  const before = line('10', '12');
  t.notThrows(() => assertTolerated(before, before, zero));
});

test('a line covers at most what it expects, in base units; a blind one is done once counted', (t) => {
  const over = shareOf(line('2', '3'), decimal('12'));
  t.is(`${over.covered.toFixed()} ${over.counted.toFixed()} ${over.isDone}`, '24 36 true');
  t.false(shareOf(line('2', '1'), decimal('1')).isDone);
  t.false(shareOf(line(null), decimal('1')).isDone);
  t.true(shareOf(line(null, '0', '0', '1'), decimal('1')).isDone);
});
