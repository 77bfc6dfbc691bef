/** Waves of random shipments: in order, none over its limits, none that could have taken the next. */
import test from 'ava';
import fc from 'fast-check';
import { decimal } from '../decimal.ts';
import { fillWaves, type WaveLimits } from './wave-plan.ts';

test('each wave holds what fits, in the order they came, and only what is too large has a wave of its own', (t) => {
  const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }));
  const shipment = fc.record({ lines: fc.integer({ min: 1, max: 9 }), cbm: fc.nat(40), kg: fc.nat(40) });
  fc.assert(
    fc.property(
      fc.array(shipment, { maxLength: 40 }),
      fc.record({ max_orders: limit(6), max_lines: limit(20), max_cbm: limit(60), max_kg: limit(60) }),
      (given, most) => {
        const waiting = given.map(({ lines, cbm, kg }, index) => ({
          id: `${index}`,
          lines,
          cbm: `${cbm / 10}`,
          kg: `${kg / 10}`,
        }));
        const limits: WaveLimits = {
          ...most,
          max_cbm: most.max_cbm === null ? null : `${most.max_cbm / 10}`,
          max_kg: most.max_kg === null ? null : `${most.max_kg / 10}`,
        };
        const waves = fillWaves(waiting, limits);
        t.deepEqual(
          waves.flatMap(({ shipment_ids: ids }) => ids),
          waiting.map(({ id }) => id),
        );
        const isWithin = (of: readonly number[]): boolean => {
          const total = (key: 'lines' | 'cbm' | 'kg') =>
            of.reduce((sum, index) => sum + given[index]![key], 0);
          const pairs = [
            [of.length, most.max_orders],
            [total('lines'), most.max_lines],
            [total('cbm'), most.max_cbm],
            [total('kg'), most.max_kg],
          ] as const;
          return pairs.every(([have, limitOf]) => limitOf === null || have <= limitOf);
        };
        for (const [index, wave] of waves.entries()) {
          const of = wave.shipment_ids.map(Number);
          t.true(of.length === 1 || isWithin(of));
          t.is(
            wave.lines,
            of.reduce((sum, one) => sum + given[one]!.lines, 0),
          );
          t.true(
            wave.kg.eq(decimal(`${of.reduce((sum, one) => sum + given[one]!.kg, 0)}`).div(decimal('10'))),
          );
          const next = waves[index + 1]?.shipment_ids[0];
          if (next !== undefined) t.false(isWithin([...of, Number(next)]) && !wave.is_full);
        }
      },
    ),
    { numRuns: 200 },
  );
});
