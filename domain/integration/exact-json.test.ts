import test from 'ava';
import fc from 'fast-check';
import { idText, parseExactly, topLevelId } from './exact-json.ts';

const idOf = (text: string) => idText((parseExactly(text) as { id?: unknown } | null)?.id);

test('an id is exact whatever stands around it', (t) => {
  const id = '820982911946154508';
  for (const text of [
    `{"id":${id}}`,
    `{ "line_items": [{"id": 1}], "note": "\\"id\\": 2 \\\\", "id" :\n ${id} , "a": {"id": 3} }`,
    `{"x":"id","id":${id}}`,
    `{"id":"${id}"}`,
    `{"\\u0069d":${id}}`,
    `{"id":1,"id":${id}}`,
    `{"inner":{"id":${id}0},"id":${id}}`,
    `{"inner":{"id":820982911946154507},"id":${id}}`,
  ])
    t.is(topLevelId(text), id, text);
  t.is(topLevelId('{"id":450789469}'), '450789469');
  for (const text of ['{}', '[]', 'null', '1', '{"id":1.5}', '{"id":{"id":1}}', '{"id":""}', '{"id":null}'])
    t.is(topLevelId(text), undefined, text);
  for (const text of ['', '{"id":1', '{"id":01}', "{'id':1}"])
    t.throws(() => topLevelId(text), undefined, text);
});

test('looked up or parsed whole, it is the same id', (t) => {
  const digits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((id) => `"id":${id}`);
  const other = fc.tuple(fc.string(), fc.jsonValue()).map(([name, value]) => {
    return `${JSON.stringify(name === 'id' ? 'ids' : name)}:${JSON.stringify(value)}`;
  });
  const nested = fc.array(digits, { maxLength: 2 }).map((ids) => `"inner":[{${ids.join(',')}}]`);
  const members = fc.array(fc.oneof(digits, other, nested), { maxLength: 6 });
  fc.assert(
    fc.property(members, (all) => {
      const text = `{${all.join(', ')}}`;
      t.is(topLevelId(text), idOf(text), text);
    }),
  );
});
