import test from 'ava';
import { arrival, chooseQuote, type Deadline, type Offer } from './choose-quote.ts';

const offer = (amount: string, days: number | null = null, more: Partial<Offer> = {}): Offer => ({
  amount,
  currency: 'USD',
  days,
  delivers_on: null,
  ...more,
});

test('the cheapest is chosen, and the others hear by how much', (t) => {
  const offers = [offer('9.10', 2), offer('10.00', 1), offer('9.1', 1)];
  t.deepEqual(chooseQuote(offers, 'cheapest', null), {
    at: 2,
    why: ['It is as good as the chosen one.', 'It costs 0.90 USD more.', 'The cheapest of 3.'],
  });
});

// A Monday.
const by = (day: string | null, add_days = 0): Deadline => ({ by: day, today: '2026-11-30', add_days });

test('the fastest is chosen among those that say when they are there, of two the cheaper', (t) => {
  const offers = [offer('1'), offer('30', 2), offer('20', 2), offer('5', 3)];
  const { at, why } = chooseQuote(offers, 'fastest', by(null));
  t.is(at, 2);
  t.deepEqual(why, [
    'The carrier does not say when it is there.',
    'It costs 10.00 USD more.',
    'The fastest of 3.',
    'It is there on 2026-12-03, not 2026-12-02.',
  ]);
});

test('of a carrier that tells only the day of delivery that day counts', (t) => {
  const offers = [offer('5', 3), offer('9', null, { delivers_on: '2026-12-01' })];
  const { at, why } = chooseQuote(offers, 'fastest', by(null));
  t.is(at, 1);
  t.is(why[0], 'It is there on 2026-12-03, not 2026-12-01.');
});

test('the cheapest that is there in time is chosen, or none', (t) => {
  const offers = [
    offer('5', null, { delivers_on: '2026-12-05' }),
    offer('8', null, { delivers_on: '2026-12-02' }),
    offer('4'),
  ];
  t.is(chooseQuote(offers, 'cheapest_by', by('2026-12-03')).at, 1);
  const none = chooseQuote(offers, 'cheapest_by', by('2026-12-01'));
  t.is(none.at, undefined);
  t.regex(none.why[0]!, /after 2026-12-01/);
});

test('a carrier that says only how many days it takes is there that many working days from today', (t) => {
  const offers = [offer('5', 5), offer('8', 3), offer('9', null, { delivers_on: '2026-12-02' })];
  t.is(chooseQuote(offers, 'cheapest_by', by('2026-12-03')).at, 1);
  t.is(chooseQuote(offers, 'cheapest_by', by('2026-12-07')).at, 0);
  t.is(arrival(offer('5', 5), by('2026-12-07')), '2026-12-07');
  t.is(arrival(offer('5', 0), by('2026-12-07')), '2026-11-30');
});

test('what leaves later than its carrier thinks is there later', (t) => {
  const offers = [offer('8', 3), offer('9', null, { delivers_on: '2026-12-02' })];
  t.is(chooseQuote(offers, 'cheapest_by', by('2026-12-03', 1)).at, 1);
  const { why } = chooseQuote(offers, 'cheapest_by', by('2026-12-02', 1));
  t.deepEqual(why, [
    'It is there on 2026-12-04, after 2026-12-02.',
    'It is there on 2026-12-03, after 2026-12-02.',
  ]);
});

test('prices of several currencies are not compared', (t) => {
  const { at, why } = chooseQuote([offer('9'), offer('1', 1, { currency: 'EUR' })], 'cheapest', null);
  t.is(at, 0);
  t.regex(why[1]!, /cannot be compared/);
});

test('what is barred is not chosen, nor do the others have to be in its currency', (t) => {
  const offers = [offer('1', 1, { currency: 'EUR' }), offer('9'), offer('10')];
  const { at, why } = chooseQuote(offers, 'cheapest', null, ['The rule takes others.', null, null]);
  t.deepEqual([at, why], [1, ['The rule takes others.', 'The cheapest of 2.', 'It costs 1.00 USD more.']]);
});

test('nothing is chosen of nothing', (t) => {
  t.deepEqual(chooseQuote([], 'cheapest', null), { at: undefined, why: [] });
});
