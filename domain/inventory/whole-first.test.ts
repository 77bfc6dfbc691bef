import test from 'ava';
import fc from 'fast-check';
import { decimal, sum, zero } from '../decimal.ts';
import { takeWholes, type WholeSupply } from './whole-first.ts';

const stock = (qty: number, more: Partial<WholeSupply> = {}): WholeSupply => ({
  qty: String(qty),
  expiry_date: null,
  is_face: false,
  is_whole_plate: false,
  ...more,
});
const units = { in_case: '12', on_pallet: '48' };

const told = (wanted: number[], supplies: WholeSupply[], known = units, isByExpiry = false) =>
  takeWholes(wanted.map(decimal), supplies, known, isByExpiry).map(
    ({ line, supply, split }) =>
      `${line} from ${supplies.indexOf(supply)}: ${split.map(({ unit, qty }) => `${qty.toString()} ${unit}`).join(', ')}`,
  );

test('plates, then pallets, then cases come from reserve, and the rest from a face', (t) => {
  const face = stock(30, { is_face: true });
  const plate = stock(48, { is_whole_plate: true });
  t.deepEqual(told([115], [face, stock(100), plate]), [
    '0 from 2: 48 plate',
    '0 from 1: 48 pallet, 12 case',
    '0 from 0: 7 each',
  ]);
  t.deepEqual(told([7], [stock(100), face]), ['0 from 1: 7 each'], 'a single unit leaves reserve alone');
  t.deepEqual(told([13], [face]), ['0 from 0: 12 case, 1 each'], 'without reserve a face gives all');
  t.deepEqual(told([13], [stock(20)]), ['0 from 0: 12 case, 1 each'], 'without a face reserve is broken');
  t.deepEqual(told([40], [stock(48, { is_whole_plate: true }), face]), [
    '0 from 0: 36 case',
    '0 from 1: 4 each',
  ]);
});

test('the next line sees what the one before it left', (t) => {
  const plate = stock(48, { is_whole_plate: true });
  t.deepEqual(told([12, 36], [plate]), ['0 from 0: 12 case', '1 from 0: 36 case']);
});

test('what expires first goes first, whatever is whole', (t) => {
  const early = stock(10, { expiry_date: '2027-01-01', is_face: true });
  const late = stock(48, { expiry_date: '2027-02-01', is_whole_plate: true });
  t.deepEqual(told([48], [early, late], units, true), ['0 from 0: 10 each', '0 from 1: 36 case, 2 each']);
});

test('whatever there is, lines get all they can, and nothing is taken twice', (t) => {
  const supply = fc.record({
    qty: fc.integer({ min: 1, max: 120 }).map(String),
    expiry_date: fc.constantFrom(null, '2027-01-01', '2027-02-01'),
    is_face: fc.boolean(),
    is_whole_plate: fc.boolean(),
  });
  const unit = fc.option(fc.integer({ min: 2, max: 60 }).map(String));
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 }),
      fc.array(supply, { maxLength: 8 }),
      fc.record({ in_case: unit, on_pallet: unit }),
      fc.boolean(),
      (wanted, supplies, known, isByExpiry) => {
        const takes = takeWholes(wanted.map(decimal), supplies, known, isByExpiry);
        const there = sum(supplies.map(({ qty }) => decimal(qty)));
        const asked = sum(wanted.map(decimal));
        const got = sum(takes.map(({ qty }) => qty));
        t.true(got.eq(there.lt(asked) ? there : asked));
        for (const one of supplies) {
          const taken = sum(takes.filter((take) => take.supply === one).map(({ qty }) => qty));
          t.true(taken.lte(decimal(one.qty)));
        }
        for (const { qty, split } of takes) {
          t.true(qty.gt(zero) && sum(split.map((part) => part.qty)).eq(qty));
          for (const part of split.filter(({ unit: of }) => of === 'case'))
            t.true(part.qty.mod(decimal(known.in_case!)).eq(zero));
        }
      },
    ),
    { numRuns: 400 },
  );
});
