/**
 * The room of a location: its limits, what lies there, and what planned moves bring. One rule for planners, for whoever
 * confirms, and for a plain move. Pure.
 */
import { atLeastZero, decimal, sum, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { groupBy } from '../group-by.ts';
import type { LocationType, Mixing, Velocity } from './location-types.ts';
import { Refusal } from '../refusal.ts';
import type { Apart } from './hazard-segregation.ts';
import type { KeptAs } from './storage-class.ts';

/** Some units of an item that lie, or will lie, somewhere. */
export interface Lying {
  item_id: string;
  lot_no: string;
  qty: Decimal;
  weight_kg: Decimal;
  volume_cbm: Decimal;
  /** The license plate they are carried on; null for loose ones. */
  lpn_id: string | null;
  /** How high the plate stands with what is on it; left out or null where nobody said: it fits. */
  lpn_height_cm?: string | null;
  /** Dangerous goods that are kept apart from others; left out or null for all other goods. */
  apart?: Apart | null;
}

/** Goods that are brought, with the classes of places that keep them. */
export type Brought = Lying & KeptAs;

export interface Place extends KeptAs {
  id: string;
  code: string;
  zone: string;
  type: LocationType;
  pick_sequence: number;
  is_active: boolean;
  /** A count holds it. */
  is_locked: boolean;
  velocity: Velocity | null;
  x_m: string | null;
  y_m: string | null;
  capacity: string | null;
  max_weight_kg: string | null;
  max_volume_cbm: string | null;
  max_lpns: number | null;
  max_lpn_height_cm: string | null;
  mixing: Mixing;
  /** Whether any of these limits it, of those that what lies there takes from: a height is nobody's to take. */
  is_limited: boolean;
  /** Without plates: how many of those stand there, or are on their way, is told beside. */
  here: Lying[];
  coming: Lying[];
  plates_here: number;
  plates_coming: number;
  /** Classes of dangerous goods there or on their way, where some are asked about that are kept apart. */
  hazards?: readonly string[];
}

export type NoRoom = 'full_units' | 'full_weight' | 'full_volume' | 'full_lpns' | 'too_high' | 'mixing';

interface Limit {
  reason: Exclude<NoRoom, 'mixing' | 'too_high'>;
  max: Decimal;
  used: Decimal;
}

const measures = [
  ['full_units', 'capacity', 'qty'],
  ['full_weight', 'max_weight_kg', 'weight_kg'],
  ['full_volume', 'max_volume_cbm', 'volume_cbm'],
] as const;

const plates = (lying: readonly Lying[]): Set<string> =>
  new Set(lying.flatMap(({ lpn_id: id }) => (id === null ? [] : [id])));

/** What takes room at a place: with what is on its way, or without. */
interface Taken {
  lying: readonly Lying[];
  plates: number;
}

const takenBy = ({ here, coming, plates_here, plates_coming }: Place): Taken => ({
  lying: [...here, ...coming],
  plates: plates_here + plates_coming,
});

const takenHere = ({ here, plates_here }: Place): Taken => ({ lying: here, plates: plates_here });

/** The limits that goods would come under, with what is used of each. Loose goods take no place of a license plate. */
function limitsFor(place: Place, { lying, plates: counted }: Taken, goods: readonly Lying[]): Limit[] {
  const limits: Limit[] = measures.flatMap(([reason, max, of]) =>
    place[max] === null ? [] : [{ reason, max: decimal(place[max]), used: sum(lying.map((one) => one[of])) }],
  );
  if (place.max_lpns === null || plates(goods).size === 0) return limits;
  const used = decimal(counted + plates(lying).size);
  return [...limits, { reason: 'full_lpns', max: decimal(place.max_lpns), used }];
}

const of = { full_units: 'qty', full_weight: 'weight_kg', full_volume: 'volume_cbm' } as const;

function needOf(reason: Limit['reason'], goods: readonly Lying[]): Decimal {
  return reason === 'full_lpns' ? decimal(plates(goods).size) : sum(goods.map((one) => one[of[reason]]));
}

const mixKey = (mixing: Mixing, { item_id: item, lot_no: lot }: Lying): string =>
  mixing === 'one_lot' ? `${item}/${lot}` : item;

function isMixed({ mixing }: Place, together: readonly Lying[]): boolean {
  if (mixing === 'any') return false;
  const kinds = groupBy(together, (one) => mixKey(mixing, one));
  return [...kinds.values()].filter((alike) => sum(alike.map(({ qty }) => qty)).gt(zero)).length > 1;
}

/** The plate that is higher than the place allows; undefined when none is. */
const tooHigh = ({ max_lpn_height_cm: max }: Place, goods: readonly Lying[]): Lying | undefined =>
  goods.find(({ lpn_height_cm: height }) => max !== null && height && decimal(height).gt(decimal(max)));

/** What would not fit if these goods lay there besides; null when all do. */
function clash(place: Place, taken: Taken, goods: readonly Lying[]): NoRoom | null {
  if (tooHigh(place, goods)) return 'too_high';
  if (isMixed(place, [...taken.lying, ...goods])) return 'mixing';
  const full = limitsFor(place, taken, goods).find(({ reason, max, used }) => {
    const need = needOf(reason, goods);
    return need.gt(zero) && used.plus(need).gt(max);
  });
  return full?.reason ?? null;
}

/** Why these goods may not lie there, all of them; `reserved_by_move` when only planned moves leave no room. */
export function noRoom(place: Place, goods: readonly Lying[]): NoRoom | 'reserved_by_move' | null {
  const reason = clash(place, takenBy(place), goods);
  return reason !== null && clash(place, takenHere(place), goods) === null ? 'reserved_by_move' : reason;
}

/** How many of these loose units still fit; whole units when they are whole. */
export function unitsThatFit(place: Place, goods: Lying): Decimal {
  const taken = takenBy(place);
  if (isMixed(place, [...taken.lying, goods])) return zero;
  const places = goods.qty.round(0).eq(goods.qty) ? 0 : 6;
  return limitsFor(place, taken, [goods]).reduce((most, { reason, max, used }) => {
    const need = needOf(reason, [goods]);
    if (need.lte(zero) || used.plus(need).lte(max)) return most;
    const fit = max.minus(used).times(goods.qty).div(need).round(places, 0);
    return fit.lt(most) ? atLeastZero(fit) : most;
  }, goods.qty);
}

/** A part of loose units. */
export function partOf(goods: Lying, qty: Decimal): Lying {
  const share = (whole: Decimal): Decimal => whole.times(qty).div(goods.qty);
  return { ...goods, qty, weight_kg: share(goods.weight_kg), volume_cbm: share(goods.volume_cbm) };
}

/** 409 LOCATION_FULL or MIXING_REFUSED for goods that may not lie there, or undefined. */
export function roomRefusal(
  place: Place,
  goods: readonly Lying[],
  { isToldHeld }: { isToldHeld: boolean },
): Refusal | undefined {
  const taken = takenBy(place);
  const reason = clash(place, taken, goods);
  if (reason === null) return undefined;
  const at = { location_id: place.id, location: place.code };
  if (reason === 'mixing') {
    return new Refusal('MIXING_REFUSED', `${place.code} keeps ${mixingWords[place.mixing]} at a time.`, {
      ...at,
      mixing: place.mixing,
      ...(isToldHeld ? { held: heldOf(taken.lying) } : {}),
    });
  }
  if (reason === 'too_high') return heightRefusal(place, goods);
  const { max, used } = limitsFor(place, taken, goods).find((limit) => limit.reason === reason)!;
  const [free, wouldBe] = [max.minus(used), used.plus(needOf(reason, goods))];
  return new Refusal(
    'LOCATION_FULL',
    `${place.code} takes ${max.toString()} ${limitWords[reason]}; it would have ${wouldBe.toString()} with what is on its way.`,
    {
      ...at,
      limit: limitNames[reason],
      max: toJsonNumber(max),
      free: toJsonNumber(atLeastZero(free)),
      would_be: toJsonNumber(wouldBe),
    },
  );
}

function heldOf(lying: readonly Lying[]): { item_id: string; lot_no: string | null }[] {
  const held = new Map(lying.map((one) => [`${one.item_id}/${one.lot_no}`, one]));
  return [...held.values()].slice(0, 20).map(({ item_id, lot_no }) => ({ item_id, lot_no: lot_no || null }));
}

const mixingWords = { any: 'anything', one_item: 'one item', one_lot: 'one lot of one item' } as const;
const limitNames = {
  full_units: 'capacity',
  full_weight: 'max_weight_kg',
  full_volume: 'max_volume_cbm',
  full_lpns: 'max_lpns',
} as const;
const limitWords = {
  full_units: 'units',
  full_weight: 'kg',
  full_volume: 'cubic metres',
  full_lpns: 'license plates',
} as const;

/** 409 LOCATION_FULL for a plate that is higher than the place allows. */
function heightRefusal(place: Place, goods: readonly Lying[]): Refusal {
  const high = tooHigh(place, goods)!;
  const [max, wouldBe] = [decimal(place.max_lpn_height_cm!), decimal(high.lpn_height_cm!)];
  return new Refusal(
    'LOCATION_FULL',
    `${place.code} takes license plates up to ${max.toString()} cm high; this one is ${wouldBe.toString()} cm.`,
    {
      location_id: place.id,
      location: place.code,
      limit: 'max_lpn_height_cm',
      max: toJsonNumber(max),
      free: toJsonNumber(max),
      would_be: toJsonNumber(wouldBe),
    },
  );
}
