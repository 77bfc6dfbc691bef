import test from 'ava';
import { decimal } from '../decimal.ts';
import { isAccepted, matchBill } from './bill-match.ts';

const order = { vendor_id: 'v', currency: 'USD' };

/** The differences of a bill of one line, ordered and received in full. */
function differences(price: string, billed: { quantity: string; unit_cost: string; amount: string }) {
  const { quantity } = billed;
  const ordered = { id: 'o', price, qty: quantity, received: quantity, billed_elsewhere: '0' };
  const bill = { vendor_id: 'v', currency: 'USD', exponent: 2, total: billed.amount };
  const found = matchBill({ ...bill, lines: [{ id: 'l', ...billed, ordered }] }, order);
  return found.map(({ kind, amount }) => [kind, amount.toFixed()]);
}

test('what a price with parts of a cent comes to, rounded, is the price agreed', (t) => {
  // As entered from the vendor's paper: the quantity and the amount; the unit cost is what these come to.
  t.deepEqual(differences('3.3333', { quantity: '3', unit_cost: '3.333333', amount: '10' }), []);
  t.deepEqual(differences('3.333', { quantity: '1', unit_cost: '3.33', amount: '3.33' }), []);
  t.deepEqual(differences('3.3333', { quantity: '3', unit_cost: '3.336667', amount: '10.01' }), [
    ['price', '0.0101'],
  ]);
  t.deepEqual(differences('2.5', { quantity: '6', unit_cost: '3', amount: '18' }), [['price', '3']]);
});

test('an accepted price below the order covers none above it', (t) => {
  const by = (amount: string) =>
    isAccepted({ line_id: 'l', kind: 'price', expected: '10', billed: '', amount: decimal(amount) }, [
      { line_id: 'l', kind: 'price', amount: '-5' },
    ]);
  t.deepEqual(['-5', '-3', '0', '-5.01', '5', '0.01'].map(by), [true, true, true, false, false, false]);
});
