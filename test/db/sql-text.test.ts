import test from 'ava';
import { assignments, equalTo, every, matching, sql, values } from '../../db/sql-text.ts';

test('what a list is not asked for is no condition; false, nothing and an empty text are asked for', (t) => {
  const asked = { status: 'open', merchant_id: undefined, disputed: false, code: '' };
  const { text, bindings } = every(equalTo('d', asked));
  t.is(text, '(d.status = ? and d.disputed = ? and d.code = ?)');
  t.deepEqual(bindings, ['open', false, '']);
  t.is(every(equalTo('d', {})).text, 'true');
});

test('a name that is none is refused, so that no text of a client becomes one', (t) => {
  for (const given of ['a = 1 or b', 'id"', 'Status', 'a.b.c', '']) {
    t.throws(() => equalTo('d', { [given]: 1 }), { message: /is no SQL name/ });
    t.throws(() => assignments({ [given]: 1 }), { message: /is no SQL name/ });
    t.throws(() => values({ [given]: 1 }), { message: /is no SQL name/ });
  }
});

test('a match wants a value for every field: null is matched, undefined would match too much', (t) => {
  t.is(matching({ id: 1, merchant_id: null }).text, '"id" = ? and "merchant_id" is null');
  t.throws(() => matching({ id: undefined }), { message: /id is to match, and has no value/ });
});

test('records of differing fields are inserted together, each with the defaults of what it leaves out', (t) => {
  const { text, bindings } = values([
    { id: 1, note: undefined },
    { id: 2, version: sql`version + ${3}` },
  ]);
  t.is(text, '("id", "version") values (?, default), (?, version + ?)');
  t.deepEqual(bindings, [1, 2, 3]);
});
