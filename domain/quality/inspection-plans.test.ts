import test from 'ava';
import { decimal } from '../decimal.ts';
import { heldShare, sampleOf, toInspect, type InspectionTerms } from './inspection-plans.ts';

const terms = (more: Partial<InspectionTerms>): InspectionTerms => ({
  plan_id: 'p',
  sample_percent: null,
  sample_qty: null,
  sample_of: null,
  rest: 'passes',
  on_fail: 'ask',
  checks: [],
  ...more,
});
const tenth = terms({ sample_percent: '10' });
const threeOfTen = terms({ sample_qty: '3', sample_of: '10' });
const of = (plan: InspectionTerms, qty: string): string => sampleOf(plan, decimal(qty)).toFixed();

test('a percentage is a whole number of units, at least one, and no more than there are', (t) => {
  t.deepEqual(
    ['1', '10', '11', '0.5'].map((qty) => of(tenth, qty)),
    ['1', '1', '2', '0.5'],
  );
});

test('so many of each: the first of every started lot of units', (t) => {
  t.deepEqual(
    ['2', '3', '9', '10', '12', '24'].map((qty) => of(threeOfTen, qty)),
    ['2', '3', '3', '3', '5', '9'],
  );
});

test('scanned one by one or together, a line is held to the same share', (t) => {
  for (const plan of [tenth, threeOfTen]) {
    let held = decimal(0);
    for (let before = 0; before < 37; before += 1)
      held = held.plus(heldShare(plan, decimal(before), decimal(1)));
    t.is(held.toFixed(), heldShare(plan, decimal(0), decimal(37)).toFixed());
  }
  t.is(heldShare(terms({ ...threeOfTen, rest: 'waits' }), decimal(0), decimal(7)).toFixed(), '7');
});

test('of those that wait with the sample only the sample is looked at', (t) => {
  t.is(toInspect({ ...threeOfTen, rest: 'waits' }, decimal(10)).toFixed(), '3');
  t.is(toInspect(threeOfTen, decimal(4)).toFixed(), '4');
});
