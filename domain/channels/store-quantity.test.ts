import test from 'ava';
import { decimal } from '../decimal.ts';
import { quantitiesByPlace, storeQuantity } from './store-quantity.ts';

for (const [atp, buffer, told] of [
  ['10', '0', 10],
  ['10', '3', 7],
  ['10.9', '0', 10],
  ['10.9', '0.95', 9],
  ['2', '5', 0],
  ['-4', '0', 0],
  ['0.5', '0', 0],
] as const)
  test(`${atp} less ${buffer} is told as ${told}`, (t) => t.is(storeQuantity(decimal(atp), buffer), told));

for (const [sellable, there, told] of [
  [10, ['6', '4'], [6, 4]],
  [7, ['6', '4'], [6, 1]],
  [7, ['6.9', '4.9'], [6, 1]],
  [3, ['6', '4'], [3, 0]],
  [10, ['-2', '4'], [0, 4]],
  [0, ['6', '4'], [0, 0]],
] as const)
  test(`${sellable} of ${there.join(' and ')} are told as ${told.join(' and ')}`, (t) => {
    t.deepEqual(quantitiesByPlace(sellable, there.map(decimal)), [...told]);
  });
