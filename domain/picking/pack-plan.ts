/**
 * A pack plan in the words of the trade: of lines of goods with their packagings, in centimetres and kilograms, it makes
 * boxes for `cartonize`, and of its cartons what people read, pack by and check.
 */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { clashOf, type Apart } from '../inventory/hazard-segregation.ts';
import {
  cartonize,
  type CartonType,
  type Goods,
  type PackMethod,
  type PlannedCarton,
  type smallerReasons,
  type UnpackedReason,
} from './cartonize.ts';
import { volumeOf, type Rotation, type Size } from './turns.ts';

/** One packaging of an item; what nobody measured is null. */
export interface PackedAs {
  uom: string;
  factor: string;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
  weight_kg: string | null;
  must_stand: boolean;
  max_stack: number | null;
  is_shippable: boolean;
}

export interface PackLine {
  item_id: string;
  sku: string;
  lot_no: string;
  qty: string;
  /** Of one base unit first, then of larger ones that ship as they are. */
  packagings: readonly PackedAs[];
  /** Dangerous goods that go into no carton with some others. */
  apart?: Apart | null;
}

/** A carton type as it is stored. */
export interface CartonFacts {
  id: string;
  code: string;
  inner_length_cm: string;
  inner_width_cm: string;
  inner_height_cm: string;
  outer_length_cm: string | null;
  outer_width_cm: string | null;
  outer_height_cm: string | null;
  tare_kg: string;
  max_weight_kg: string | null;
  cost: string | null;
}

export interface PlanPlacement {
  item_id: string;
  lot_no: string | null;
  uom: string;
  rotation: Rotation;
  x_cm: number;
  y_cm: number;
  z_cm: number;
  count_x: number;
  count_y: number;
  count_z: number;
}

export interface PlanLine {
  item_id: string;
  sku: string;
  lot_no: string | null;
  qty: number;
}

export interface PlanCarton {
  carton: number;
  /** Its number when it is packed; null as long as nothing is kept of the plan. */
  sscc: string | null;
  carton_type_id: string | null;
  carton_type: string | null;
  length_cm: number;
  width_cm: number;
  height_cm: number;
  weight_kg: number;
  fill: number;
  lines: PlanLine[];
  placements: PlanPlacement[];
  rejected: { carton_type: string; reason: (typeof smallerReasons)[number]; left: number }[];
}

export interface PackPlan {
  cartons: PlanCarton[];
  unpacked: (PlanLine & { reason: UnpackedReason })[];
  at_least: number;
  method: PackMethod | null;
}

const perCm = 100;
const perKg = 1_000_000;
/** Where nobody says how much a carton bears: a hundred tonnes, so that sums stay exact. */
const bearsAnything = 100_000 * perKg;

const scaled = (value: string, by: number): number =>
  decimal(value).times(decimal(by)).round(0, 3).toNumber();
const inCm = (tenths: number): number => tenths / perCm;

/** What a key of the planner stands for. */
interface Unit {
  line: PackLine;
  packaging: PackedAs;
}

/** Plans the cartons of these lines. Dangerous goods that are kept apart are planned one after the other. */
export function planPack(lines: readonly PackLine[], types: readonly CartonFacts[]): PackPlan {
  const plans = groupsOf(lines).map((group) => planTogether(group, types));
  const [only] = plans;
  if (plans.length === 1) return only!;
  return {
    cartons: plans.flatMap(({ cartons }) => cartons).map((one, at) => ({ ...one, carton: at + 1 })),
    unpacked: plans.flatMap(({ unpacked }) => unpacked),
    at_least: Math.max(...plans.map(({ at_least: least }) => least)),
    method: plans.find(({ method }) => method !== null)?.method ?? null,
  };
}

/** Lines that may be in one carton, as few groups as the order of the lines makes. */
function groupsOf(lines: readonly PackLine[]): PackLine[][] {
  const groups: PackLine[][] = [[]];
  for (const line of lines) {
    const { apart } = line;
    const group = groups.find(
      (one) =>
        !apart ||
        !clashOf(
          [apart],
          one.flatMap((other) => other.apart?.class ?? []),
        ),
    );
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

function planTogether(lines: readonly PackLine[], types: readonly CartonFacts[]): PackPlan {
  const units = new Map<string, Unit>();
  const unpacked: PackPlan['unpacked'] = [];
  const goods = lines.flatMap((line) => {
    const { boxes, rest } = boxesOf(line);
    if (rest.gt(zero)) unpacked.push({ ...shownLine(line, rest), reason: 'fraction' });
    return boxes.map(({ packaging, count }): Goods => {
      const key = JSON.stringify([line.item_id, line.lot_no, packaging.uom]);
      units.set(key, { line, packaging });
      const { must_stand, max_stack, is_shippable } = packaging;
      const weight = packaging.weight_kg === null ? null : scaled(packaging.weight_kg, perKg);
      return { key, count, size: sizeOf(packaging), weight, must_stand, max_stack, is_shippable };
    });
  });
  const known = new Map(types.map((type) => [type.id, type]));
  const plan = cartonize(goods, types.map(spaceOf));
  for (const { key, count, reason } of plan.unpacked) {
    const { line, packaging } = units.get(key)!;
    unpacked.push({ ...shownLine(line, decimal(packaging.factor).times(decimal(count))), reason });
  }
  return {
    cartons: plan.cartons.map((carton, at) =>
      shownCarton(carton, at + 1, units, carton.type && known.get(carton.type.id)!),
    ),
    unpacked,
    at_least: plan.at_least,
    method: plan.method,
  };
}

/** Whole boxes of the largest packaging that ships by itself, then base units. A part of a base unit is no box. */
function boxesOf({ qty, packagings }: PackLine): {
  boxes: { packaging: PackedAs; count: number }[];
  rest: Decimal;
} {
  const [unit, ...larger] = packagings;
  const boxes: { packaging: PackedAs; count: number }[] = [];
  let rest = decimal(qty);
  const own = larger
    .filter((packaging) => packaging.is_shippable && sizeOf(packaging) && packaging.weight_kg !== null)
    .toSorted((one, two) => decimal(two.factor).cmp(decimal(one.factor)));
  for (const packaging of [...own, unit!]) {
    const count = rest.div(decimal(packaging.factor)).round(0, 0);
    if (count.eq(zero)) continue;
    boxes.push({ packaging, count: count.toNumber() });
    rest = rest.minus(count.times(decimal(packaging.factor)));
  }
  return { boxes, rest };
}

function sizeOf({ length_cm: length, width_cm: width, height_cm: height }: PackedAs): Size | null {
  if (length === null || width === null || height === null) return null;
  return [scaled(length, perCm), scaled(width, perCm), scaled(height, perCm)];
}

function spaceOf(type: CartonFacts): CartonType {
  const { id, code, max_weight_kg: most, cost } = type;
  const empty = scaled(type.tare_kg, perKg);
  const inside = (side: string): number => decimal(side).times(decimal(perCm)).round(0, 0).toNumber();
  return {
    id,
    code,
    // Never larger than it is: what is lost is a tenth of a millimetre.
    inner: [inside(type.inner_length_cm), inside(type.inner_width_cm), inside(type.inner_height_cm)],
    max_weight: most === null ? bearsAnything : Math.max(0, scaled(most, perKg) - empty),
    cost: cost === null ? null : scaled(cost, 10_000),
  };
}

const shownLine = ({ item_id, sku, lot_no: lot }: PackLine, qty: Decimal): PlanLine => ({
  item_id,
  sku,
  lot_no: lot || null,
  qty: toJsonNumber(qty),
});

function shownCarton(
  { type, blocks, rejected }: PlannedCarton,
  carton: number,
  units: ReadonlyMap<string, Unit>,
  facts: CartonFacts | null,
): PlanCarton {
  const held = new Map<PackLine, Decimal>();
  let [weight, volume] = [facts ? scaled(facts.tare_kg, perKg) : 0, 0];
  const placements = blocks.map(({ load, at, rotation, counts }): PlanPlacement => {
    const { line, packaging } = units.get(load.key)!;
    const count = volumeOf(counts);
    weight += load.weight * count;
    volume += volumeOf(load.size) * count;
    const qty = decimal(packaging.factor).times(decimal(count));
    held.set(line, (held.get(line) ?? zero).plus(qty));
    const [x_cm, y_cm, z_cm] = at.map(inCm) as [number, number, number];
    const [count_x, count_y, count_z] = counts;
    const named = { item_id: line.item_id, lot_no: line.lot_no || null, uom: packaging.uom };
    return { ...named, rotation, x_cm, y_cm, z_cm, count_x, count_y, count_z };
  });
  const inner = type?.inner ?? blocks[0]!.box;
  return {
    carton,
    sscc: null,
    carton_type_id: type?.id ?? null,
    carton_type: type?.code ?? null,
    ...outside(inner, facts),
    weight_kg: weight / perKg,
    fill: Math.round((volume / volumeOf(inner)) * 1000) / 1000,
    lines: [...held].map(([line, qty]) => shownLine(line, qty)),
    placements,
    rejected: rejected.map(({ type: { code }, reason, left }) => ({ carton_type: code, reason, left })),
  };
}

/** What a carrier measures: the outside, or the inside where nobody measured it. */
function outside(
  [length, width, height]: Size,
  facts: CartonFacts | null,
): Pick<PlanCarton, 'length_cm' | 'width_cm' | 'height_cm'> {
  return {
    length_cm: Number(facts?.outer_length_cm ?? inCm(length)),
    width_cm: Number(facts?.outer_width_cm ?? inCm(width)),
    height_cm: Number(facts?.outer_height_cm ?? inCm(height)),
  };
}
