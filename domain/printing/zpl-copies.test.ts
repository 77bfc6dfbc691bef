import test from 'ava';
import { planCopies } from './zpl-copies.ts';

test('one copy is untouched', (t) => {
  t.deepEqual(planCopies('^XA^XZ', 1), { zpl: '^XA^XZ', repeat: 1 });
});

test('one format without a quantity gets one', (t) => {
  t.deepEqual(planCopies('^XA^FDa^FS^XZ', 7), { zpl: '^XA^FDa^FS^PQ7^XZ', repeat: 1 });
});

test('several formats or an own quantity are sent again whole', (t) => {
  t.deepEqual(planCopies('^XA^XZ^XA^XZ', 2), { zpl: '^XA^XZ^XA^XZ', repeat: 2 });
  t.deepEqual(planCopies('^XA^PQ3^XZ', 2), { zpl: '^XA^PQ3^XZ', repeat: 2 });
});

test('refuses what is not 1 to 1000', (t) => {
  for (const copies of [0, 1001, 1.5])
    t.throws(() => planCopies('^XA^XZ', copies), { instanceOf: RangeError });
});
