/** Rows as their views show them. */
import test from 'ava';
import { decimal } from '../../domain/decimal.ts';
import {
  anything,
  date,
  instant,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  qty,
  text,
  uuid,
} from '../../queues/schema.ts';
import { present } from '../../api/http/present.ts';

const at = new Date('2026-03-01T10:20:30.456Z');

test('numerics become numbers, moments ISO text, everything else passes', (t) => {
  const view = object({
    id: uuid(),
    day: date(),
    at: instant(),
    left_at: nullable(instant()),
    qty: qty(),
    rate: nullable(qty()),
    sum: qty(),
  });
  const row = {
    id: 'a',
    day: '2026-03-01',
    at,
    left_at: null,
    qty: '1.500000',
    rate: null,
    sum: decimal('0.1'),
  };
  const shown = {
    id: 'a',
    day: '2026-03-01',
    at: at.toISOString(),
    left_at: null,
    qty: 1.5,
    rate: null,
    sum: 0.1,
  };
  t.deepEqual(present(view, row), shown);
});

test('a column the view does not name is not shown; a field that is not there stays away', (t) => {
  const view = object({ id: uuid(), note: optional(text()) });
  const row = { secret_hash: 'x', id: 'a' };
  t.is(JSON.stringify(present(view, row)), '{"id":"a"}');
});

test('lists and objects are shown by their own views, stored JSON as it is', (t) => {
  const view = object({
    lines: listOf(object({ qty: qty() })),
    sums: listOf(qty()),
    place: nullable(object({ at: instant() })),
    address: openObject(),
    why: anything(),
  });
  const address = { zip: '04109', floor: '3' };
  const row = {
    lines: [{ qty: '2', item: 'a' }],
    sums: ['1', '2.5'],
    place: { at },
    address,
    why: { tried: ['1'] },
  };
  t.deepEqual(present(view, row), {
    lines: [{ qty: 2 }],
    sums: [1, 2.5],
    place: { at: at.toISOString() },
    address,
    why: { tried: ['1'] },
  });
  t.is(present(view, { ...row, place: null }).place, null);
});

test('the fields come in the order of the view', (t) => {
  const view = object({ a: qty(), b: qty(), c: optional(qty()) });
  t.is(JSON.stringify(present(view, { c: '3', b: '1', a: '2' })), '{"a":2,"b":1,"c":3}');
});

test('what is empty among the elements stays so', (t) => {
  const view = object({ sums: listOf(nullable(qty())) });
  t.deepEqual(present(view, { sums: ['1', null] }), { sums: [1, null] });
});
