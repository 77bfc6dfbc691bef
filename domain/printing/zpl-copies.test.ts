import test from 'ava';
import { setBack } from './zpl-allowed.ts';
import { planCopies as plan } from './zpl-copies.ts';

/** The plan without what every one begins with. */
function planCopies(zpl: string, copies: number) {
  const made = plan(zpl, copies);
  if (!made.zpl.startsWith(setBack)) throw new Error('The printer is not set back first.');
  return { ...made, zpl: made.zpl.slice(setBack.length) };
}

test('one copy is untouched', (t) => {
  t.deepEqual(planCopies('^XA^XZ', 1), { zpl: '^XA^XZ', repeat: 1 });
});

test("the printer's own adjustments are left out, and no format becomes an empty one", (t) => {
  const { zpl } = planCopies('~SD30^XA~TA-120^LT99^MMC^XZ\n^XA^L\nS50^PR12^FO1,1^FDx^FS^XZ', 1);
  t.is(zpl, '^XA^MCY^MCY^XZ\n^XA^MCY^MCY^FO1,1^FDx^FS^XZ');
});

test('one format without a quantity gets one', (t) => {
  t.deepEqual(planCopies('^XA^FDa^FS^XZ', 7), { zpl: '^XA^FDa^FS^PQ7^XZ', repeat: 1 });
});

test('letters that grow as capitals, before the end', (t) => {
  t.is(planCopies('^XA^FDStraße^FS^xz', 2).zpl, '^XA^FDStraße^FS^PQ2^xz');
});

test('commands broken over lines are counted too', (t) => {
  for (const zpl of ['^XA^P\nQ5^FDx^FS^XZ', '^X\nA^FDa^FS^X\nZ^XA^FDb^FS^XZ'])
    t.deepEqual(planCopies(zpl, 7), { zpl, repeat: 7 });
});

test('what must stand before the first field is set back before it', (t) => {
  const { zpl } = plan('^XA^XZ', 1);
  t.true(zpl.indexOf('^JMA') < zpl.indexOf('^FS'), zpl);
  t.true(zpl.indexOf('^LH0,0') < zpl.indexOf('^FS'), zpl);
});

test('several formats or an own quantity are sent again whole', (t) => {
  t.deepEqual(planCopies('^XA^XZ^XA^XZ', 2), { zpl: '^XA^XZ^XA^XZ', repeat: 2 });
  t.deepEqual(planCopies('^XA^PQ3^XZ', 2), { zpl: '^XA^PQ3^XZ', repeat: 2 });
});

test('refuses what is not 1 to 1000', (t) => {
  for (const copies of [0, 1001, 1.5]) t.throws(() => plan('^XA^XZ', copies), { instanceOf: RangeError });
});
