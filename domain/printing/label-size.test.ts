import test from 'ava';
import { labelSize } from './label-size.ts';

test('a label says its own size in dots, up to a metre; without words it is 4 by 6 inches', (t) => {
  t.deepEqual(labelSize('^XA^PW600^LL300^XZ'), { width_mm: 75, height_mm: 37.5 });
  t.deepEqual(labelSize('^XA^PW99999^XZ'), { width_mm: 1_000, height_mm: 152.4 });
  t.deepEqual(labelSize('^XA^XZ'), { width_mm: 101.6, height_mm: 152.4 });
});
