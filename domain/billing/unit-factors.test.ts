import test from 'ava';
import { decimal } from '../decimal.ts';
import { unitFactor } from './unit-factors.ts';

test('minutes are billed by the hour as parts of one, and hours by the minute', (t) => {
  const hours = decimal(20)
    .times(decimal(unitFactor('minutes', 'hour')!))
    .round(6, 1);
  t.is(hours.times(decimal(40)).round(2, 1).toFixed(), '13.33');
  t.is(
    decimal(600)
      .times(decimal(unitFactor('minutes', 'hour')!))
      .round(6, 1)
      .toFixed(),
    '10',
  );
  t.is(unitFactor('hours', 'minute'), '60');
  t.is(unitFactor('minutes', 'minute'), '1');
});

test('what is counted is billed in its own unit, or in one that does not say what it counts', (t) => {
  for (const uom of ['unit', 'flat'])
    for (const basis of ['units', 'pallets', 'lines']) t.is(unitFactor(basis, uom), '1');
  t.is(unitFactor('pallets', 'pallet'), '1');
  for (const [basis, uom] of [
    ['units', 'pallet'],
    ['cartons', 'pallet'],
    ['minutes', 'day'],
    ['units', 'hour'],
    ['weight_kg', 'pallet'],
  ] as const)
    t.is(unitFactor(basis, uom), undefined, `${basis} as ${uom}`);
});

test('a document and a cost are billed in whatever unit', (t) => {
  for (const basis of ['document', 'cost', 'order_value', 'quantity'])
    t.is(unitFactor(basis, 'container'), '1');
});
