import test from 'ava';
import {
  differences,
  firstMatch,
  isInWindow,
  type ReturnedUnits,
  type RuleConditions,
} from './return-rules.ts';

const any: RuleConditions = {
  merchant_id: null,
  item_class: null,
  reason_code: null,
  grade: null,
  kind: null,
};
const units: ReturnedUnits = {
  merchant_id: 'm',
  item_class: 'shoes',
  reason_code: 'too_small',
  grade: null,
  kind: 'customer',
};

test('a rule matches what it asks for, and anything it does not ask for', (t) => {
  t.deepEqual(differences(any, units), []);
  t.deepEqual(differences({ ...any, item_class: 'shoes', kind: 'customer' }, units), []);
  t.deepEqual(differences({ ...any, merchant_id: 'n', reason_code: 'broken' }, units), [
    'merchant_id',
    'reason_code',
  ]);
});

test('a rule for a grade matches once the units have it, not before', (t) => {
  const graded = { ...any, grade: 'C' as const };
  t.deepEqual(differences(graded, units), ['grade']);
  t.deepEqual(differences(graded, { ...units, grade: 'C' }), []);
  t.is(firstMatch([graded, any], units), any);
  t.is(firstMatch([graded, any], { ...units, grade: 'C' }), graded);
  t.is(firstMatch([graded], units), undefined);
});

test('the window is counted from the day the goods left, to its last moment', (t) => {
  const left = new Date('2026-03-01T12:00:00Z');
  const after = (days: number, ms = 0) => new Date(left.getTime() + days * 86_400_000 + ms);
  t.true(isInWindow({ window_days: 30 }, left, after(30)));
  t.false(isInWindow({ window_days: 30 }, left, after(30, 1)));
  t.true(isInWindow({ window_days: null }, left, after(900)));
  t.false(isInWindow({ window_days: null }, null, after(0)), 'nobody knows that they left');
});
