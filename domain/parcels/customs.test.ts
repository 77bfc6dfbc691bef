/** Which goods are declared, how much of them lies in which carton, and what is missing before anybody is told. */
import test from 'ava';
import { decimal, sum } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import {
  crossesCustomsBorder,
  currencyOf,
  declaredLines,
  isStillSo,
  lineKey,
  partIn,
  toldLines,
  type CustomsFacts,
} from './customs.ts';

const fact = (more: Partial<CustomsFacts> = {}): CustomsFacts => ({
  line_no: 1,
  item_id: 'a',
  sku: 'A',
  name: 'A toy',
  qty: '10.000000',
  hs_code: '950300',
  origin_country: 'CN',
  customs_description: null,
  customs_value: '2.5',
  customs_currency: 'EUR',
  weight_kg: '0.2',
  price: null,
  order_currency: null,
  ...more,
});
const of = (currency: string | null, contents: 'merchandise' | 'documents' = 'merchandise') => ({
  contents,
  currency,
});

test('goods cross a border where their customs territory ends', (t) => {
  t.true(crossesCustomsBorder('US', 'CA'));
  t.true(crossesCustomsBorder('DE', 'CH'));
  t.false(crossesCustomsBorder('DE', 'FR'));
  t.false(crossesCustomsBorder('US', 'PR'));
  t.false(crossesCustomsBorder('JP', 'JP'));
});

test('what is said counts before the order, and the order before the catalog', (t) => {
  const priced = fact({ price: '9.99', order_currency: 'USD' });
  t.is(currencyOf([fact(), priced]), 'USD');
  const [line] = declaredLines([priced], new Map(), of('USD'));
  t.like(line, { unit_value: '9.99', description: 'A toy', unit_weight_kg: '0.2' });
  const [inEuros] = declaredLines([priced], new Map(), of('EUR'));
  t.is(inEuros!.unit_value, '2.5');
  const [said] = declaredLines([priced], new Map([['a', { unit_value: '1', hs_code: '611030' }]]), of('USD'));
  t.like(said, { unit_value: '1', hs_code: '611030' });
});

test('everything that is missing is named, and nothing else', (t) => {
  const bare = fact({ hs_code: null, origin_country: null, weight_kg: '0', customs_currency: 'USD' });
  const refused = t.throws(() => declaredLines([fact(), bare], new Map(), of('EUR')), {
    instanceOf: Refusal,
  });
  t.is(refused!.code, 'CUSTOMS_INCOMPLETE');
  t.deepEqual(refused!.details, {
    items: [
      { item_id: 'a', sku: 'A', missing: ['hs_code', 'origin_country', 'unit_value', 'unit_weight_kg'] },
    ],
  });
  t.is(declaredLines([fact({ hs_code: null })], new Map(), of('EUR', 'documents'))[0]!.hs_code, null);
});

test('cartons share the lines out: together they hold what was declared', (t) => {
  const lines = declaredLines(
    [fact({ qty: '5' }), fact({ line_no: 2, qty: '4' })],
    new Map([[lineKey({ item_id: 'a', line_no: 2 }), { unit_value: '3.333' }]]),
    of('EUR'),
  );
  const cartons = ['3', '4', '2'];
  const parts = cartons.map((here, at) =>
    partIn(lines, {
      before: new Map([['a', sum(cartons.slice(0, at).map(decimal)).toFixed()]]),
      here: new Map([['a', here]]),
    }),
  );
  t.deepEqual(
    parts.map((part) => part.map(({ line_no: no, qty }) => [no, qty])),
    [
      [[1, '3']],
      [
        [1, '2'],
        [2, '2'],
      ],
      [[2, '2']],
    ],
  );
  const units = (some: typeof lines) => sum(toldLines(some, 'EUR').map(({ qty }) => decimal(qty)));
  t.true(sum(parts.map(units)).eq(units(lines)));
  t.true(isStillSo(lines, [fact({ qty: '5.0' }), fact({ line_no: 2, qty: '4' })]));
  t.false(isStillSo(lines, [fact({ qty: '5' })]));
  t.false(isStillSo(lines, [fact({ qty: '4' }), fact({ line_no: 2, qty: '4' })]));
});
