import test from 'ava';
import { Refusal } from '../refusal.ts';
import { holds } from './conditions.ts';

const order = {
  financial_status: 'paid',
  total: '120.50',
  tags: ['gift', 'vip'],
  note: { toString: 1, indexOf: 1 },
  line_items: Array.from({ length: 1_000 }, (_, index) => ({ sku: `S-${index}`, quantity: index % 5 })),
};

test('conditions say of an order what JSONLogic says of it', (t) => {
  const yes = [
    { '==': [{ var: 'financial_status' }, 'paid'] },
    { '>': [{ var: 'total' }, 100] },
    { '<': [100, { var: 'total' }, 200] },
    { in: ['vip', { var: 'tags' }] },
    { in: ['aid', { var: 'financial_status' }] },
    { '==': [{ cat: [{ var: 'tags' }] }, 'gift,vip'] },
    { '==': [{ var: 'line_items.1.sku' }, 'S-1'] },
    { '==': [{ var: 'line_items.length' }, 1_000] },
    {
      some: [
        { var: 'line_items' },
        { and: [{ '==': [{ var: 'sku' }, 'S-999'] }, { '>': [{ var: 'quantity' }, 3] }] },
      ],
    },
    {
      '==': [
        {
          reduce: [{ var: 'line_items' }, { '+': [{ var: 'accumulator' }, { var: 'current.quantity' }] }, 0],
        },
        2_000,
      ],
    },
    { '!': [{ missing: ['tags', 'total'] }] },
    { '==': [{ var: 'nowhere' }, null] },
    { '!=': [{ var: 'tags' }, null] },
    { '==': [{ var: ['nowhere', 7] }, 7] },
    { '!': [{ '>': [{ var: 'tags' }, 0] }] },
  ];
  for (const condition of yes) t.true(holds(condition, order), JSON.stringify(condition));
  t.true(holds(undefined, order));
  for (const name of ['constructor', 'toString.length', '__proto__.constructor'])
    t.false(holds({ '!!': [{ var: { cat: ['', name] } }] }, { a: 1 }), `${name} is no field of an event`);
});

test('a condition that grows without end, or takes too long, is over soon and says so', (t) => {
  const forty = Array.from({ length: 40 }, (_, index) => index);
  const twice = (operator: string) => ({ [operator]: [{ var: 'accumulator' }, { var: 'accumulator' }] });
  const nested = (depth: number): object =>
    depth === 0 ? { var: '' } : { map: [Array.from({ length: 20 }, () => 1), nested(depth - 1)] };
  const costly = [
    { '==': [{ reduce: [forty, twice('merge'), [1]] }, 1] },
    { '==': [{ reduce: [forty, twice('cat'), 'x'] }, 1] },
    { '!!': [nested(8)] },
    {
      reduce: [
        { var: 'line_items' },
        { if: [{ in: [1, { var: 'accumulator' }] }, 1, { var: 'accumulator' }] },
        { var: 'line_items' },
      ],
    },
  ];
  for (const condition of costly) {
    const fault = t.throws(() => holds(condition, order), { instanceOf: Refusal });
    t.is(fault.code, 'FLOW_INVALID');
    t.regex(fault.message, /steps/);
  }
  // A list in a list in a list, each twice: written out, it would be a text of 2^40 letters.
  const folded = { reduce: [forty, [{ var: 'accumulator' }, { var: 'accumulator' }], 1] };
  for (const condition of [{ '==': [folded, 'x'] }, { '>': [folded, 1] }, { cat: [folded] }])
    t.notThrows(() => holds(condition, order), JSON.stringify(Object.keys(condition)));
});

test('what an event makes of a condition is refused and never a fault of ours', (t) => {
  t.false(holds({ in: ['a', { var: 'note' }] }, order));
  t.false(holds({ '==': [{ var: 'note' }, 'x'] }, order));
  const fault = t.throws(() => holds({ missing_some: [1, null] }, order), { instanceOf: Refusal });
  t.is(fault.code, 'FLOW_INVALID');
});
