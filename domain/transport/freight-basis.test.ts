import test from 'ava';
import fc from 'fast-check';
import { decimal, sum, zero } from '../decimal.ts';
import { freightShares, sharesOfWhatLeaves } from './freight-basis.ts';

test('the basis falls back in order, and its shares are those of the merchants', (t) => {
  const measure = fc.option(fc.nat(1000).map(String), { nil: null });
  const merchant = fc.record({
    merchant_id: fc.uuid(),
    weight: measure,
    volume: measure,
    pallets: measure,
    units: fc.integer({ min: 1, max: 1000 }).map(String),
  });
  fc.assert(
    fc.property(fc.array(merchant, { minLength: 1, maxLength: 6 }), (merchants) => {
      const { basis, shares } = freightShares(merchants, undefined);
      t.deepEqual(
        shares.map(({ merchant_id: id }) => id),
        merchants.map(({ merchant_id: id }) => id),
      );
      t.true(sum(shares.map(({ basis_qty: qty }) => decimal(qty))).gt(zero));
      const isWeightKnown = merchants.every(({ weight }) => weight !== null);
      const weighs = isWeightKnown && merchants.some(({ weight }) => weight !== '0');
      t.is(basis === 'weight', weighs);
    }),
    { numRuns: 2_000 },
  );
});

test('what leaves is split as before, or by what is still known of all of it', (t) => {
  const of = (merchant_id: string, weight: string | null) => ({
    merchant_id,
    weight,
    volume: null,
    pallets: null,
    units: '2',
  });
  t.is(sharesOfWhatLeaves([of('a', '3'), of('b', '4')], 'units').basis, 'units');
  t.is(sharesOfWhatLeaves([of('a', '3'), of('b', null)], 'weight').basis, 'units');
});
