import test from 'ava';
import type { PlanCarton } from './pack-plan.ts';
import { keepNumbers, numberedFor } from './planned-numbers.ts';

const carton = (type: string | null, item: string, sscc: string | null = null): PlanCarton => ({
  carton: 1,
  sscc,
  carton_type_id: type,
  carton_type: type,
  length_cm: 1,
  width_cm: 1,
  height_cm: 1,
  weight_kg: 1,
  fill: 1,
  lines: [{ item_id: item, sku: item, lot_no: null, qty: 1 }],
  placements: [],
  rejected: [],
});

test('planned anew, cartons with the same goods keep their own number, others one of their type in order, none twice', (t) => {
  const before = [
    carton('S', 'a', '1'),
    carton(null, 'a', '2'),
    carton('S', 'b', '3'),
    carton('L', 'c', null),
  ];
  const anew = [carton('S', 'b'), carton('L', 'c'), carton(null, 'b'), carton('S', 'b'), carton('S', 'c')];
  const numbers = (cartons: PlanCarton[]) => cartons.map(({ sscc }) => sscc);
  t.deepEqual(numbers(keepNumbers(anew, before)), ['3', null, null, '1', null]);
  t.deepEqual(numbers(keepNumbers([carton(null, 'a')], before)), ['2'], 'a case is the one of its item');
});

test('goods go into the numbered cartons that are planned for them', (t) => {
  const cartons = [carton('S', 'a', '1'), carton('S', 'a'), carton('S', 'b', '2')];
  t.deepEqual(
    numberedFor(cartons, { item_id: 'a', lot_no: '' }).map(({ sscc }) => sscc),
    ['1'],
  );
  t.deepEqual(numberedFor(cartons, { item_id: 'a', lot_no: 'L1' }), []);
});
