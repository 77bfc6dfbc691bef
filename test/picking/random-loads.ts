/** Random loads and cartons, and the plan for them held against the independent checker. */
import { planPack, type CartonFacts, type PackLine, type PackPlan } from '../../domain/picking/pack-plan.ts';
import { faultsOf } from './pack-plan-checker.ts';

export interface RandomLoad {
  lines: PackLine[];
  types: CartonFacts[];
}

/** A generator of numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const cm = (value: number): string => (Math.max(1, Math.round(value * 100)) / 100).toFixed(2);

/** Up to `kinds` items: flat, long and cubic ones, fractions of units, some that must stand or bear little or nothing known. */
export function randomLoad(seed: number, { kinds = 8, most = 12 } = {}): RandomLoad {
  const random = randomFrom(seed);
  const upTo = (max: number): number => Math.floor(random() * max) + 1;
  const oneIn = (n: number): boolean => random() < 1 / n;
  const scale = [3, 10, 25][upTo(3) - 1]!;
  const side = (): string => cm(0.3 + random() * scale * (oneIn(5) ? 3 : 1));
  const lines = Array.from({ length: upTo(kinds) }, (_, at): PackLine => {
    const unit = {
      uom: 'EA',
      factor: '1',
      length_cm: oneIn(40) ? null : side(),
      width_cm: side(),
      height_cm: side(),
      weight_kg: oneIn(40) ? null : (random() * 3).toFixed(oneIn(2) ? 3 : 6),
      must_stand: oneIn(4),
      max_stack: oneIn(3) ? upTo(4) : null,
      is_shippable: oneIn(15),
    };
    const inCase = {
      ...unit,
      uom: 'CS',
      factor: String(upTo(6) + 1),
      is_shippable: oneIn(2),
      max_stack: null,
    };
    return {
      item_id: `item-${at}`,
      sku: `SKU-${at}`,
      lot_no: oneIn(3) ? 'LOT' : '',
      qty: oneIn(20) ? `${upTo(most)}.5` : String(upTo(most)),
      packagings: oneIn(3) ? [unit, { ...inCase, length_cm: side(), weight_kg: '2.5' }] : [unit],
    };
  });
  const isPriced = oneIn(2);
  const types = Array.from({ length: upTo(6) }, (_, at): CartonFacts => {
    const [length, width, height] = [side(), side(), side()].map((one) =>
      cm(Number(one) * (1 + random() * 2)),
    );
    return {
      id: `type-${at}`,
      code: `BOX-${at}`,
      inner_length_cm: length!,
      inner_width_cm: width!,
      inner_height_cm: height!,
      outer_length_cm: null,
      outer_width_cm: null,
      outer_height_cm: null,
      tare_kg: '0.25',
      max_weight_kg: oneIn(3) ? null : (1 + random() * 20).toFixed(3),
      cost: isPriced ? (0.2 + random() * 2).toFixed(2) : null,
    };
  });
  return { lines, types };
}

const numbers = <T extends object>(facts: T): any =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' && /_(cm|kg)$|^factor$/.test(name) ? Number(value) : value,
    ]),
  );

export function checked({ lines, types }: RandomLoad): { plan: PackPlan; faults: string[] } {
  const plan = planPack(lines, types);
  const goods = lines.map(({ item_id, lot_no: lot, qty, packagings }) => ({
    item_id,
    lot_no: lot || null,
    qty: Number(qty),
    packagings: packagings.map(numbers),
  }));
  return { plan, faults: faultsOf(plan, goods, types.map(numbers)) };
}
