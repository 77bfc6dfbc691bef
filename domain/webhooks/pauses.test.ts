import test from 'ava';
import { afterFailure, type EndpointHealth } from './pauses.ts';

const well: EndpointHealth = { failed_in_a_row: 0, is_resting: false, is_probed: false };
const refused = { kind: 'refused' } as const;
const unreachable = { kind: 'unreachable' } as const;

test('eight deliveries refused in a row pause the endpoint; one refused eight times does not', (t) => {
  const first = (before: number) => afterFailure({ ...well, failed_in_a_row: before }, true, refused);
  t.deepEqual(first(6), { failed_in_a_row: 7, pause: null });
  t.deepEqual(first(7), { failed_in_a_row: 8, pause: { reason: 'failing', ms: 5_000 } });
  t.deepEqual(afterFailure({ ...well, failed_in_a_row: 7 }, false, refused), {
    failed_in_a_row: 7,
    pause: null,
  });
});

test('each failed probe lengthens the pause to a minute at most; what began before it changes nothing', (t) => {
  const probe = (before: number) =>
    afterFailure({ failed_in_a_row: before, is_resting: false, is_probed: true }, false, refused).pause;
  t.deepEqual(
    [8, 9, 50].map((before) => probe(before)?.ms),
    [30_000, 60_000, 60_000],
  );
  t.deepEqual(afterFailure({ failed_in_a_row: 8, is_resting: true, is_probed: true }, true, unreachable), {
    failed_in_a_row: 8,
    pause: undefined,
  });
});

test('an endpoint nobody reaches is paused at once, and no longer once it answers, whatever it answers', (t) => {
  const gone = afterFailure(well, true, unreachable);
  t.deepEqual(gone, { failed_in_a_row: 1, pause: { reason: 'unreachable', ms: 5_000 } });
  const back = { failed_in_a_row: 1, is_resting: false, is_probed: true };
  t.is(afterFailure(back, false, refused).pause, null);
});

test('one that asks us to wait is waited for as long as it says, and that counts as no failure', (t) => {
  t.deepEqual(afterFailure(well, true, { kind: 'asked_to_wait', ms: 7_000 }), {
    failed_in_a_row: 0,
    pause: { reason: 'asked_to_wait', ms: 7_000 },
  });
});
