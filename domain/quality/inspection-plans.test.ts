import test from 'ava';
import { decimal, zero } from '../decimal.ts';
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
const takenBack = { held: zero, passed: zero };
const none = { came: zero, held: zero, takenBack };
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
    let held = zero;
    for (let came = 0; came < 37; came += 1)
      held = held.plus(heldShare(plan, { came: decimal(came), held, takenBack }, decimal(1)));
    t.is(held.toFixed(), heldShare(plan, none, decimal(37)).toFixed());
  }
  t.is(heldShare(terms({ ...threeOfTen, rest: 'waits' }), none, decimal(7)).toFixed(), '7');
});

test('what was taken back is held again, or not once more, whichever part it was', (t) => {
  const more = (
    came: number,
    held: number,
    back: { held?: number; passed?: number },
    good: number,
  ): string => {
    const taken = { held: decimal(back.held ?? 0), passed: decimal(back.passed ?? 0) };
    return heldShare(
      tenth,
      { came: decimal(came), held: decimal(held), takenBack: taken },
      decimal(good),
    ).toFixed();
  };
  t.is(more(18, 0, { held: 2 }, 2), '2', 'the held ones');
  t.is(more(2, 2, { passed: 18 }, 18), '0', 'the others');
  t.is(more(5, 2, { passed: 15 }, 1), '0', 'more are held than their share');
  t.is(more(20, 2, { held: 2, passed: 18 }, 10), '1', 'counted again, they are as if never taken back');
});

test('what came before a plan, or under another one, is not made up for', (t) => {
  const next = (came: number, held: number, good: number): string =>
    heldShare(tenth, { came: decimal(came), held: decimal(held), takenBack }, decimal(good)).toFixed();
  t.is(next(100, 0, 5), '1', 'none was held');
  t.is(next(50, 50, 10), '1', 'all were held');
});

test('of those that wait with the sample only the sample is looked at', (t) => {
  t.is(toInspect({ ...threeOfTen, rest: 'waits' }, decimal(10)).toFixed(), '3');
  t.is(toInspect(threeOfTen, decimal(4)).toFixed(), '4');
});
