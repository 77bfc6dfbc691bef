import test from 'ava';
import { schemaChecks } from './json-schema.ts';

const checkOf = schemaChecks({
  Line: {
    type: 'object',
    required: ['qty'],
    properties: { qty: { type: 'string' }, note: { type: ['string', 'null'] } },
    unevaluatedProperties: false,
  },
});
const check = checkOf({
  type: 'object',
  properties: { lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } },
  additionalProperties: false,
});

test('what fits a schema fits, through what it refers to', (t) => {
  t.is(check({ lines: [{ qty: '1', note: null }, { qty: '2' }] }), undefined);
});

for (const [what, value, said] of [
  ['a field too many', { lines: [{ qty: '1', kind: 'x' }] }, '#/lines/0/kind'],
  ['a field that is missing', { lines: [{ qty: '1' }, {}] }, '#/lines/1'],
  ['another type', { lines: [{ qty: 1 }] }, '#/lines/0/qty'],
  ['an answer with more than is described', { lines: [], more: true }, '#/more'],
] as const) {
  test(`${what} is told with its place`, (t) => {
    t.true(check(value)?.includes(said), check(value));
  });
}
