import test from 'ava';
import {
  firstRule,
  isDearer,
  isPoBox,
  ruleDifferences,
  type CarrierRuleConditions,
  type ParcelFacts,
} from './carrier-rules.ts';

const any: CarrierRuleConditions = {
  merchant_id: null,
  warehouse_id: null,
  ship_mode: null,
  countries: [],
  postal_from: null,
  postal_to: null,
  weight_over: null,
  weight_upto: null,
  value_over: null,
  value_upto: null,
  is_po_box: null,
  due_within_days: null,
  hazard: null,
  hazard_classes: [],
};
const parcel: ParcelFacts = {
  merchant_id: 'm',
  warehouse_id: 'w',
  ship_mode: 'parcel',
  country: 'US',
  postal: '45402-1234',
  weight_kg: '2.5',
  value: '80',
  is_po_box: false,
  due_in_days: null,
  hazard_classes: [],
};

test('a rule matches what it asks for, and anything it does not ask for', (t) => {
  t.deepEqual(ruleDifferences(any, parcel), []);
  t.deepEqual(ruleDifferences({ ...any, countries: ['CA', 'US'], ship_mode: 'parcel' }, parcel), []);
  t.deepEqual(ruleDifferences({ ...any, countries: ['CA'], merchant_id: 'n', is_po_box: true }, parcel), [
    'merchant_id',
    'country',
    'is_po_box',
  ]);
  const heavy = { ...any, weight_over: '30' };
  t.is(firstRule([heavy, any], parcel), any);
  t.is(firstRule([heavy], parcel), undefined);
});

test('limits of weight and value: over the one, up to and with the other', (t) => {
  const weighs = (kg: string | null) =>
    ruleDifferences({ ...any, weight_over: '2', weight_upto: '2.5' }, { ...parcel, weight_kg: kg }).length ===
    0;
  t.deepEqual(['2', '2.001', '2.500', '2.501'].map(weighs), [false, true, true, false]);
  t.false(weighs(null), 'what is not known meets no condition on it');
  t.deepEqual(ruleDifferences({ ...any, value_upto: '79.99' }, parcel), ['value']);
});

test('what has to leave soon, or should have left, is due; of what nobody has said when it is not', (t) => {
  const isDue = (days: number | null) =>
    ruleDifferences({ ...any, due_within_days: 1 }, { ...parcel, due_in_days: days }).length === 0;
  t.deepEqual([-1, 1, 2, null].map(isDue), [true, true, false, false]);
});

test('postal codes are compared as text, to the length of the last', (t) => {
  const within = (postal: string | null, from: string | null, to: string | null) =>
    ruleDifferences({ ...any, postal_from: from, postal_to: to }, { ...parcel, postal }).length === 0;
  t.true(within('45402-1234', '45', '454'));
  t.false(within('45502', '45', '454'));
  t.true(within('SW1A 1AA', 'SW1', 'sw1'));
  t.false(within('E1 6AN', 'SW', null));
  t.false(within(null, '0', null));
});

test('boxes at the post office are known by their words', (t) => {
  for (const address of ['P.O. Box 7', 'PO BOX 12', 'Postfach 10 20', 'Apartado 3', 'Packstation 101'])
    t.true(isPoBox(address), address);
  for (const address of ['1 Boxwood Rd', '7 Post St', 'Depot Box Hill 3']) t.false(isPoBox(address), address);
});

test('what is bought may cost what was quoted and what is tolerated, not a cent more', (t) => {
  const quoted = { amount: '10.00', currency: 'USD' };
  const costs = (amount: string, tolerance: string, currency = 'USD') =>
    isDearer({ amount, currency }, quoted, tolerance);
  t.deepEqual([costs('9', '0'), costs('10', '0'), costs('10.01', '0')], [false, false, true]);
  t.deepEqual([costs('10.50', '5'), costs('10.51', '5')], [false, true]);
  t.true(costs('1', '100', 'EUR'), 'two currencies cannot be compared');
});

test('dangerous goods are asked for as any, none, or of a class', (t) => {
  const holding = (...hazard_classes: ParcelFacts['hazard_classes'][number][]) => ({
    ...parcel,
    hazard_classes,
  });
  const differs = (rule: Partial<CarrierRuleConditions>, held: ParcelFacts) =>
    ruleDifferences({ ...any, ...rule }, held).length > 0;
  t.deepEqual(ruleDifferences({ ...any, hazard: 'any' }, parcel), ['hazard']);
  t.true(differs({ hazard: 'none' }, holding('3')));
  t.false(differs({ hazard: 'none' }, parcel));
  t.false(differs({ hazard: 'any' }, holding('3')));
  t.false(differs({ hazard_classes: ['8', '3'] }, holding('9', '3')));
  t.true(differs({ hazard_classes: ['8'] }, holding('9', '3')));
  t.true(differs({ hazard_classes: ['8'] }, parcel));
});
