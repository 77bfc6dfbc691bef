/** How an item is packed: from one base unit to a pallet, each level exactly so many base units. */
import { decimal, toJsonNumber, zero } from '../decimal.ts';
import { invalid, Refusal } from '../refusal.ts';

/** From the smallest to the largest. */
export const packagingLevels = ['each', 'inner', 'case', 'layer', 'pallet'] as const;
export type PackagingLevel = (typeof packagingLevels)[number];

export interface GivenPackaging {
  level: PackagingLevel;
  uom?: string;
  factor?: number;
  length_cm?: number | null;
  width_cm?: number | null;
  height_cm?: number | null;
  weight_kg?: number | null;
  ti?: number | null;
  hi?: number | null;
  must_stand?: boolean;
  max_stack?: number | null;
  is_shippable?: boolean;
  gtin?: string | null;
  contains_level?: PackagingLevel | null;
}

/** A packaging with everything said. */
export type Packaging = { [K in keyof GivenPackaging]-?: Exclude<GivenPackaging[K], undefined> };

/**
 * The packagings of an item whose base unit is `baseUom`. Refuses 400 for one that is named twice or not whole, and 409
 * PACKAGING_DIFFERS where numbers contradict each other.
 */
export function wholePackagings(
  given: readonly GivenPackaging[],
  baseUom: string,
  uoms: readonly { uom: string; factor: number | string }[] = [],
): Packaging[] {
  const packagings = given.map((one, at) => wholePackaging(one, baseUom, at));
  assertOnce(packagings.map(({ level }) => level));
  assertOnce(packagings.map(({ uom }) => uom.toUpperCase()));
  assertOnce(packagings.flatMap(({ gtin }) => gtin ?? []));
  const sorted = packagings.toSorted(
    (one, two) => packagingLevels.indexOf(one.level) - packagingLevels.indexOf(two.level),
  );
  for (const [at, one] of sorted.entries()) {
    const smaller = sorted[at - 1];
    if (smaller && one.factor <= smaller.factor)
      throw differs(`A ${one.level} must hold more than a ${smaller.level}.`, {
        level: one.level,
        factor: one.factor,
        more_than: smaller.factor,
      });
    assertFilled(one, sorted.slice(0, at));
    const unit = uoms.find(({ uom }) => uom.toUpperCase() === one.uom.toUpperCase());
    if (unit && !decimal(unit.factor).eq(decimal(one.factor)))
      throw differs(`uoms and packagings say differently how many are in a ${one.uom}.`, {
        level: one.level,
        factor: one.factor,
        unit_factor: Number(unit.factor),
      });
  }
  assertLayers(sorted);
  return sorted;
}

/** It holds a whole number of what it is filled with. Of a base unit that is divided, such as a kilogram, it may hold any part. */
function assertFilled({ level, factor, contains_level }: Packaging, smaller: readonly Packaging[]): void {
  const inside = contains_level ?? smaller.at(-1)?.level ?? 'each';
  if (inside === 'each' && level !== 'each') return;
  const content = smaller.find((one) => one.level === inside);
  if (contains_level && !content)
    throw differs(`A ${level} cannot be filled with ${inside}s, which the item does not have.`, {
      level,
      contains_level,
    });
  if (!content || decimal(factor).mod(decimal(content.factor)).eq(zero)) return;
  throw differs(`A ${level} of ${factor} cannot be filled with ${inside}s of ${content.factor}.`, {
    level,
    factor,
    multiple_of: content.factor,
  });
}

function wholePackaging(given: GivenPackaging, baseUom: string, at: number): Packaging {
  const { level } = given;
  const isEach = level === 'each';
  const uom = given.uom ?? (isEach ? baseUom : undefined);
  const factor = given.factor ?? (isEach ? 1 : undefined);
  const place = `packagings.${at}`;
  if (uom === undefined) throw invalid(`${place}.uom`, 'required', `${place}.uom is required for a ${level}`);
  if (factor === undefined)
    throw invalid(`${place}.factor`, 'required', `${place}.factor is required for a ${level}`);
  const isBase = uom.toUpperCase() === baseUom.toUpperCase();
  if (isEach !== isBase)
    throw invalid(
      `${place}.uom`,
      'base_unit',
      isEach ? `each is always in the base unit, ${baseUom}` : `${baseUom} is the base unit, which is each`,
    );
  if (isEach && factor !== 1) throw invalid(`${place}.factor`, 'base_unit', 'each is always 1');
  const sides = [given.length_cm, given.width_cm, given.height_cm].filter((side) => typeof side === 'number');
  if (sides.length % 3 !== 0)
    throw invalid(
      place,
      'sides',
      `${place} needs length_cm, width_cm and height_cm together, or none of them`,
    );
  return {
    level,
    uom: isBase ? baseUom : uom,
    factor,
    length_cm: given.length_cm ?? null,
    width_cm: given.width_cm ?? null,
    height_cm: given.height_cm ?? null,
    weight_kg: given.weight_kg ?? null,
    ti: given.ti ?? null,
    hi: given.hi ?? null,
    must_stand: given.must_stand ?? false,
    max_stack: given.max_stack ?? null,
    is_shippable: given.is_shippable ?? false,
    gtin: given.gtin ?? null,
    contains_level: given.contains_level ?? null,
  };
}

/** A pallet of so many cases a layer and so many layers holds exactly that. */
function assertLayers(packagings: readonly Packaging[]): void {
  const pallet = packagings.find(({ level }) => level === 'pallet');
  const inLayer = packagings.find(({ level }) => level === 'case');
  if (!pallet?.ti || !pallet.hi || !inLayer) return;
  const expected = decimal(inLayer.factor).times(decimal(pallet.ti)).times(decimal(pallet.hi));
  if (expected.eq(decimal(pallet.factor))) return;
  throw differs(
    `${pallet.ti} cases a layer and ${pallet.hi} layers are ${expected.toString()}, not ${pallet.factor}.`,
    { level: 'pallet', factor: pallet.factor, expected: toJsonNumber(expected) },
  );
}

function differs(sentence: string, details: Record<string, unknown>): Refusal {
  return new Refusal('PACKAGING_DIFFERS', sentence, { path: 'packagings', ...details });
}

function assertOnce(values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined)
    throw invalid('packagings', 'repeated', `packagings names ${twice} more than once`);
}
