import test from 'ava';
import { validate, version } from 'uuid';
import { newId } from './new-id.ts';

test('ids rise, differ and are of version 7, through many of one millisecond', (t) => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  t.deepEqual(ids, ids.toSorted());
  t.is(new Set(ids).size, ids.length);
  t.true(ids.every((id) => validate(id) && version(id) === 7));
  // The bits that are neither clock nor counter are random: forty of them, so hardly any two ids share them.
  t.true(new Set(ids.map((id) => id.slice(-10))).size > ids.length - 5);
});
