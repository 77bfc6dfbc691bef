/** What a kept release answered is compared to the last field. */
import test from 'ava';
import { changesIn } from './changes.ts';

const before = {
  '/api/wms/items': [
    { id: 'a', sku: 'TEA', uoms: ['each', 'case'], dims: { width_cm: 5 } },
    { id: 'b', sku: 'INK', uoms: [], dims: null },
  ],
};
const [tea, ink] = before['/api/wms/items'];

test('what is the same, in another order, with more to it, is no change', (t) => {
  const now = { '/api/wms/items': [{ ...ink, colour: 'blue' }, tea], '/api/wms/colours': [] };
  t.deepEqual(changesIn(before, now), []);
});

test('what was lost or altered is told: a value, an entry, a record', (t) => {
  const told = (items: unknown): string[] => changesIn(before, { '/api/wms/items': items });
  t.deepEqual(told([{ ...tea, dims: { width_cm: 6 } }, ink]), [
    './api/wms/items[a].dims.width_cm was 5 and is 6',
  ]);
  t.deepEqual(told([{ ...tea, uoms: ['each'] }, ink]), [
    './api/wms/items[a].uoms had 2 entries and has 1',
    './api/wms/items[a].uoms[1] was "case" and is undefined',
  ]);
  t.is(told([tea]).length, 2);
  t.is(changesIn(before, {}).length, 1);
});
