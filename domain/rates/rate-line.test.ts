import test from 'ava';
import { pricingProblems, type Pricing } from './rate-line.ts';

const blank: Pricing = {
  pricing_model: 'volume',
  rate: '1',
  first_qty: null,
  additional_rate: null,
  package_size: null,
  percent: '5',
  percent_basis: 'carrier_cost',
  tiers: null,
  tier_window: 'period',
  included_qty: null,
  min_charge: null,
  max_charge: null,
  min_scope: 'charge',
};
const tiers = [
  { from: 0, to: 10, rate: 2, flat: 0 },
  { from: 10, to: null, rate: 1, flat: 25 },
];
const pathsOf = (line: Partial<Pricing>): string[] =>
  pricingProblems({ ...blank, ...line }).map(({ path }) => path);

test('what a model would not charge by is refused by its field', (t) => {
  t.deepEqual(pathsOf({ tiers, included_qty: '5' }), ['included_qty', 'tiers.1.flat']);
  t.deepEqual(pathsOf({ pricing_model: 'percent', included_qty: '5' }), ['included_qty']);
  t.deepEqual(pathsOf({ pricing_model: 'cost_plus', included_qty: '5' }), ['included_qty']);
  t.deepEqual(pathsOf({ pricing_model: 'graduated', tiers, included_qty: '5' }), []);
  t.deepEqual(pathsOf({ pricing_model: 'per_unit', included_qty: '5' }), []);
  const plain = tiers.map((tier) => ({ ...tier, flat: 0 }));
  t.deepEqual(pathsOf({ tiers: plain, included_qty: '0' }), [], 'nothing included is nothing ignored');
});
