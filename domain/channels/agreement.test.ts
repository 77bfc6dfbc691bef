import test from 'ava';
import { differenceOf, type Disagreement, type Telling } from './agreement.ts';

const [queued, sent] = [new Date(1_000), new Date(2_000)];
const telling = (more: Partial<Telling>): Telling => ({
  is_told: true,
  is_true: true,
  is_said_otherwise: false,
  unknown_since: null,
  last_error: null,
  given_up_at: null,
  queued_at: queued,
  sent_at: sent,
  ...more,
});

const cases: [Telling | null, Disagreement, Date | null][] = [
  [null, 'not_told', null],
  [telling({ is_told: false }), 'waiting', queued],
  [telling({ is_told: false, last_error: 'It answered 422.' }), 'refused', queued],
  [telling({ is_told: false, last_error: 'No answer.', unknown_since: sent }), 'unknown', queued],
  [telling({ is_told: false, unknown_since: sent, given_up_at: sent }), 'given_up', queued],
  [telling({ is_true: false }), 'changed_since', null],
  [telling({ is_said_otherwise: true }), 'said_otherwise', sent],
];
for (const [given, why, since] of cases)
  test(`a store differs: ${why}`, (t) => t.deepEqual(differenceOf(given), { why, since }));

test('a store that was told what is true, and says so, agrees', (t) => {
  t.is(differenceOf(telling({ unknown_since: null })), null);
});
