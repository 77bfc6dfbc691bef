import test from 'ava';
import { Refusal } from '../../domain/refusal.ts';
import { createHubRate } from './hub-rate.ts';

test('each hub has a rate of its own, whatever it asks over', (t) => {
  const rate = createHubRate();
  for (let asked = 0; asked < 200; asked += 1) {
    rate.count('one');
    t.is(rate.waitFor('one'), 0);
  }
  let waitMs = 0;
  while (waitMs === 0) waitMs = rate.waitFor('one');
  t.true(waitMs <= 5);
  // The rate goes on refilling: counted until it refuses, however slow the machine is.
  const countAll = (): never => {
    while (true) rate.count('one');
  };
  const refused = t.throws<Refusal>(countAll, { instanceOf: Refusal });
  t.is(refused?.code, 'RATE_LIMITED');
  t.notThrows(() => rate.count('another'));
});

test('four links of a hub may wait for their welcome', (t) => {
  const rate = createHubRate();
  const left = [1, 2, 3, 4].map(() => rate.enter('one'));
  const refused = t.throws<Refusal>(() => rate.enter('one'), { instanceOf: Refusal });
  t.is(refused?.code, 'RATE_LIMITED');
  t.notThrows(() => rate.enter('another'));
  left[0]!();
  left[0]!();
  t.notThrows(() => rate.enter('one'));
  t.throws(() => rate.enter('one'), { instanceOf: Refusal }, 'a place is given back once');
});
