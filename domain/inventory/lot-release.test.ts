import test from 'ava';
import { decimal } from '../decimal.ts';
import { piecesToFree } from './lot-release.ts';

const pieces = (...of: [at: string, qty: number][]) =>
  of.map(([location_id, qty]) => ({ warehouse_id: 'w', location_id, qty: decimal(qty) }));
const freed = (limit: number, waiting: Record<string, number>, ...of: [string, number][]) =>
  piecesToFree(
    pieces(...of),
    new Map([['w', decimal(limit)]]),
    new Map(Object.entries(waiting).map(([at, qty]) => [at, decimal(qty)])),
  ).map(({ location_id, qty }) => [location_id, Number(qty.toFixed())]);

test('what waits at a place is left there while anything else can be freed', (t) => {
  t.deepEqual(freed(5, { dock: 3 }, ['dock', 3], ['shelf', 5]), [['shelf', 5]]);
  t.deepEqual(freed(6, { dock: 3 }, ['dock', 4], ['shelf', 5]), [
    ['dock', 1],
    ['shelf', 5],
  ]);
  // Two license plates at one place: which of them waits is not known.
  t.deepEqual(freed(9, { dock: 3 }, ['dock', 2], ['dock', 2], ['shelf', 1]), [
    ['dock', 2],
    ['dock', 2],
    ['shelf', 1],
  ]);
});

test('no less is freed than may be, wherever it stands, and no more', (t) => {
  t.deepEqual(freed(7, { dock: 3 }, ['dock', 3], ['shelf', 5]), [
    ['dock', 2],
    ['shelf', 5],
  ]);
  t.deepEqual(freed(2, {}, ['dock', 3], ['shelf', 5]), [['dock', 2]]);
  t.deepEqual(freed(-1, {}, ['dock', 3]), []);
});
