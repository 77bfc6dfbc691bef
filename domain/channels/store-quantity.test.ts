import test from 'ava';
import { decimal } from '../decimal.ts';
import { storeQuantity } from './store-quantity.ts';

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
