import test from 'ava';
import fc from 'fast-check';
import { decimal, sum, zero } from '../decimal.ts';
import { spreadOverLines, unitsOf, type OpenLine } from './spread-receipt.ts';

const line = fc.record({
  sku: fc.constantFrom('A', 'B'),
  lot_no: fc.constantFrom(null, 'L1', 'L2'),
  remaining: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 10 }),
});
const count = fc.record({
  sku: fc.constantFrom('A', 'B', 'C'),
  lot_no: fc.constantFrom(undefined, 'L1', 'L2'),
  qty: fc.integer({ min: 0, max: 30 }),
});

test('parts add up to their count, stay on its SKU, and overfill a line only when the SKU has no room left', (t) => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(count, { maxLength: 6 }), (given, counts) => {
      const lines: OpenLine[] = given.map(({ remaining, ...rest }, index) => ({
        ...rest,
        id: `line-${index}`,
        uom: 'EA',
        remaining: remaining === null ? null : decimal(remaining),
      }));
      const parts = spreadOverLines(lines, counts);
      counts.forEach(({ sku, qty }, index) => {
        const own = parts.filter((part) => part.count === index);
        const isKnown = lines.some((one) => one.sku === sku);
        t.is(own.length > 0, isKnown);
        if (isKnown) t.is(String(sum(own.map((part) => part.qty))), String(qty));
        for (const { line_id: id } of own) t.is(lines.find((one) => one.id === id)!.sku, sku);
      });
      const takenBy = (id: string) =>
        sum(parts.filter((part) => part.line_id === id).map((part) => part.qty));
      for (const over of lines.filter(
        ({ id, remaining }) => remaining !== null && takenBy(id).gt(remaining),
      )) {
        const others = lines.filter((one) => one.sku === over.sku);
        t.true(others.every(({ id, remaining }) => remaining === null || takenBy(id).gte(remaining)));
      }
    }),
  );
});

test('a count goes first to the line that announces its lot', (t) => {
  const lines = [
    { id: 'any', sku: 'A', uom: 'EA', lot_no: null, remaining: decimal(5) },
    { id: 'lot', sku: 'A', uom: 'EA', lot_no: 'L1', remaining: decimal(2) },
  ];
  const parts = spreadOverLines(lines, [{ sku: 'A', lot_no: 'L1', qty: 3 }]);
  t.deepEqual(
    parts.map(({ line_id: id, qty }) => [id, String(qty)]),
    [
      ['lot', '2'],
      ['any', '1'],
    ],
  );
  t.true(spreadOverLines(lines, [{ sku: 'A', qty: 0 }])[0]!.qty.eq(zero));
});

test('a count in a unit stays on the lines of that unit; a SKU is in the units that expect more of it', (t) => {
  const inUnit = (id: string, uom: string, remaining: number) => ({
    id,
    sku: 'A',
    uom,
    lot_no: null,
    remaining: decimal(remaining),
  });
  const lines = [inUnit('cases', 'CASE', 2), inUnit('pieces', 'EA', 5)];
  t.deepEqual(unitsOf(lines, 'A'), ['CASE', 'EA']);
  t.deepEqual(unitsOf([inUnit('cases', 'CASE', 0), lines[1]!], 'A'), ['EA']);
  t.deepEqual(unitsOf([inUnit('cases', 'CASE', 0)], 'A'), ['CASE']);
  const parts = spreadOverLines(lines, [{ sku: 'A', uom: 'EA', qty: 6 }]);
  t.deepEqual(
    parts.map(({ line_id: id, qty }) => [id, String(qty)]),
    [['pieces', '6']],
  );
});
