import test from 'ava';
import { Refusal } from '../../domain/refusal.ts';
import { createHubRate } from './hub-rate.ts';

const hub = (id: string, organization_id = 'of one') => ({ id, organization_id });

test('each hub has a rate of its own, whatever it asks over', (t) => {
  const rate = createHubRate();
  for (let asked = 0; asked < 200; asked += 1) {
    rate.count(hub('one'));
    t.is(rate.waitFor(hub('one')), 0);
  }
  let waitMs = 0;
  while (waitMs === 0) waitMs = rate.waitFor(hub('one'));
  t.true(waitMs <= 5);
  // The rate goes on refilling: counted until it refuses, however slow the machine is.
  const countAll = (): never => {
    while (true) rate.count(hub('one'));
  };
  const refused = t.throws<Refusal>(countAll, { instanceOf: Refusal });
  t.is(refused?.code, 'RATE_LIMITED');
  t.notThrows(() => rate.count(hub('another')));
});

test("the hubs of an organization share a rate, and another organization's hub does not wait", (t) => {
  const rate = createHubRate();
  let asked = 0;
  // Each asks for less than it may by itself.
  while (rate.waitFor(hub(`hub ${Math.floor(asked / 200)}`)) === 0) asked += 1;
  t.true(asked >= 2_000, `${asked}`);
  t.is(rate.waitFor(hub('elsewhere', 'of another')), 0);
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
