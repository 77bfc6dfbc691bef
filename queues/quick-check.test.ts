/** The quick check against joi: over every command's input, with values that fit, nearly fit and do not fit. */
import test from 'ava';
import fc from 'fast-check';
import Joi from 'joi';
import { commandsByName } from './commands.ts';
import { quickCheck, unsure } from './quick-check.ts';
import {
  custom,
  flag,
  freeText,
  integer,
  list,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
} from './schema.ts';

interface Seen {
  type: string;
  $_terms: { keys?: { key: string; schema: Joi.AnySchema }[] | null; items?: Joi.AnySchema[] };
  _valids: { values(): unknown[] } | null;
}

const texts = fc.constantFrom(
  '',
  'a',
  'A-01',
  'two words',
  'two\nlines',
  'NUL \u0000',
  '\uD800',
  '2026-02-28',
  '2026-02-30',
  '2026-02-28T10:00:00Z',
  'USD',
  '0190A5B2-0000-7000-8000-000000000001',
  '0190a5b2-0000-7000-8000-00000000000',
  'someone@example.com',
  'x'.repeat(70),
  'x'.repeat(3_000),
);
const numbers = fc.constantFrom(
  0,
  1,
  -1,
  2,
  5.5,
  0.1234567,
  1e9,
  1e20,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
);
const anything = fc.oneof(
  texts,
  numbers,
  fc.boolean(),
  fc.constantFrom(null, [], {}, undefined, [undefined]),
);

/** Mostly what fits the schema's form. */
function valueOf(schema: Joi.AnySchema): fc.Arbitrary<unknown> {
  const { type, $_terms: terms, _valids: valids } = schema as unknown as Seen;
  const words = valids?.values() ?? [];
  const chosen = words.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...words) }] : [];
  return fc.oneof({ weight: 12, arbitrary: formOf(type, terms) }, ...chosen, {
    weight: 1,
    arbitrary: anything,
  });
}

function formOf(type: string, { keys, items }: Seen['$_terms']): fc.Arbitrary<unknown> {
  if (type === 'string') return texts;
  if (type === 'number') return numbers;
  if (type === 'boolean') return fc.boolean();
  if (type === 'array' && items?.[0]) return fc.array(valueOf(items[0]), { maxLength: 3 });
  if (type !== 'object' || !keys) return anything;
  const fields = Object.fromEntries(keys.map(({ key, schema }) => [key, valueOf(schema)]));
  const required = keys
    .filter(({ schema }) => schema._flags['presence'] === 'required')
    .map(({ key }) => key);
  return fc
    .tuple(fc.record(fields, { requiredKeys: required }), fc.boolean(), fc.nat(9))
    .map(([record, isMore, chance]) => (chance === 0 ? { ...record, another: isMore } : record));
}

test('what it passes joi passes as well, with the same value', (t) => {
  let passed = 0;
  for (const { name, input } of commandsByName.values()) {
    fc.assert(
      fc.property(valueOf(input), (value) => {
        const quick = quickCheck(input)(value);
        if (quick === unsure) return;
        passed += 1;
        const judged = input.validate(value, { convert: false });
        t.is(judged.error, undefined, name);
        t.deepEqual(quick, judged.value, name);
        t.is(JSON.stringify(quick), JSON.stringify(judged.value), `${name}, in the same order`);
      }),
      { numRuns: 60 },
    );
  }
  t.true(passed > 100, `${passed} were passed`);
});

const id = '0190a5b2-0000-7000-8000-000000000001';
const line = object({ item_id: uuid(), qty: qty({ positive: true }), note: optional(nullable(freeText())) });
const document = object({
  name: text(20),
  lines: list(line, { min: 1, max: 2 }),
  is_rush: optional(flag()),
  copies: optional(integer({ min: 1, max: 9 })),
});

test('what is plainly right is passed without joi', (t) => {
  const lines = [{ item_id: id.toUpperCase(), qty: 1.5, note: '' }];
  t.deepEqual(quickCheck(document)({ name: 'A', lines, is_rush: true, copies: 9 }), {
    name: 'A',
    lines: [{ item_id: id, qty: 1.5, note: '' }],
    is_rush: true,
    copies: 9,
  });
});

test('what does not fit is left to joi, whatever is wrong with it', (t) => {
  const good = { name: 'A', lines: [{ item_id: id, qty: 1 }] };
  const bad: object[] = [
    { ...good, name: '' },
    { ...good, name: 'x'.repeat(21) },
    { ...good, other: 1 },
    { ...good, copies: 1.5 },
    { ...good, copies: '1' },
    { ...good, is_rush: 'true' },
    { ...good, lines: [] },
    { ...good, lines: Array.from({ length: 3 }, () => good.lines[0]) },
    { ...good, lines: [{ item_id: id, qty: 0 }] },
    { ...good, lines: [{ item_id: id }] },
    { lines: good.lines },
  ];
  for (const value of bad) t.is(quickCheck(document)(value), unsure, JSON.stringify(value));
});

test('what is not understood is asked of joi: rules between fields, defaults, other types', (t) => {
  const either = object({ a: optional(text()), b: optional(text()) });
  const ruled = custom(Joi.object({ a: Joi.string(), b: Joi.string() }).xor('a', 'b'));
  t.deepEqual(quickCheck(either)({ a: 'x', b: 'y' }), { a: 'x', b: 'y' });
  t.is(quickCheck(ruled)({ a: 'x', b: 'y' }), unsure);
  t.deepEqual(quickCheck(ruled)({ a: 'x' }), { a: 'x' });
  const referring = custom(Joi.object({ least: Joi.number(), most: Joi.number().min(Joi.ref('least')) }));
  t.is(quickCheck(referring)({ least: 3, most: 2 }), unsure);
  t.deepEqual(quickCheck(referring)({ least: 2, most: 3 }), { least: 2, most: 3 });
  const filled = custom(Joi.object({ size: Joi.number().default(4) }));
  const given = quickCheck(filled)({});
  t.true(given === unsure || (given as { size: number }).size === 4);
});
