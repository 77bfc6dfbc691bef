import test from 'ava';
import { sum } from '../decimal.ts';
import { unitsBilled } from './units-billed.ts';

type Line = [kind: 'bill' | 'vendor_credit', quantity: number, amount: number, corrects?: string];

/** What is billed after each of these, of an order line at 10. */
function afterEach(lines: Line[]): number[] {
  const of = { currency: 'USD', exponent: 2, agreed: '10' };
  const booked = lines.map(([kind, quantity, amount, original = null], index) => ({
    ...of,
    bill_id: `b${index}`,
    kind,
    original_bill_id: original,
    quantity: String(quantity),
    amount: String(amount),
  }));
  const units = unitsBilled(booked).map((one) => one.units);
  return units.map((_, index) => Number(sum(units.slice(0, index + 1)).toFixed()));
}

test('units go back at the price left by each correction, of the units that are left', (t) => {
  const lines: Line[] = [
    ['bill', 10, 250],
    ['vendor_credit', 10, 150],
    ['vendor_credit', 2, 20],
    ['vendor_credit', 8, 8],
    ['vendor_credit', 3, 27],
    ['vendor_credit', 1, 25],
  ];
  t.deepEqual(afterEach(lines), [10, 10, 8, 8, 5, 4], 'the last at what was billed');
});

test('a correction of two bills lowers the price of both, one of a named bill that bill’s alone', (t) => {
  t.deepEqual(
    afterEach([
      ['bill', 5, 125],
      ['bill', 5, 125],
      ['vendor_credit', 10, 150],
      ['vendor_credit', 4, 40],
    ]),
    [5, 10, 10, 6],
  );
  t.deepEqual(
    afterEach([
      ['bill', 5, 125],
      ['bill', 5, 60],
      ['vendor_credit', 5, 75, 'b0'],
      ['vendor_credit', 2, 20, 'b0'],
      ['vendor_credit', 2, 20, 'b1'],
    ]),
    [5, 10, 10, 8, 8],
  );
});

test('what was billed at the order’s price or never goes back at the order’s price', (t) => {
  t.deepEqual(afterEach([['vendor_credit', 2, 20]]), [-2]);
  t.deepEqual(afterEach([['vendor_credit', 2, 15]]), [0]);
});
