/**
 * Where goods are put away: the first rule that matches them, its steps in order, the first place of a step that has room.
 * Pure: what is known of the places comes in, the place chosen and those passed over, with the reason, come out.
 */
import { sum, zero, type Decimal } from '../decimal.ts';
import { clashAmong, type Apart } from '../inventory/hazard-segregation.ts';
import { keepingTypes, type LocationType, type Velocity } from '../inventory/location-types.ts';
import type { MovableStatus } from './move-kinds.ts';
import { noRoom, unitsThatFit, type Lying, type NoRoom, type Place } from '../inventory/room.ts';
import { otherThan, type KeptAs } from '../inventory/storage-class.ts';

export const putawayPlaces = ['fixed', 'same_lot', 'same_item', 'consolidate', 'empty', 'any'] as const;
export const putawayOrders = ['sequence', 'nearest_dock', 'nearest_face'] as const;

export interface PutawayStep {
  place: (typeof putawayPlaces)[number];
  location_id?: string;
  zones?: readonly string[];
  types?: readonly LocationType[];
  order?: (typeof putawayOrders)[number];
}

export interface PutawayMatch {
  merchant_id?: string;
  item_id?: string;
  item_class?: string;
  storage_class?: string;
  temperature_class?: string;
  hazard_class?: string;
  velocity?: Velocity;
  source_type?: string;
  stock_status?: MovableStatus;
  is_lpn?: boolean;
}

export interface PutawayRule {
  /** Null for what is done without a rule. */
  id: string | null;
  name: string | null;
  applies_to: PutawayMatch;
  steps: readonly PutawayStep[];
  split: 'allowed' | 'never';
}

/** Goods that wait at one place: loose units of an item and lot, or a license plate with all that is on it. */
export interface PutawayGoods extends KeptAs {
  warehouse_id: string;
  from_location_id: string;
  from_location: string;
  /** Where they wait, for distances. */
  x_m: string | null;
  y_m: string | null;
  /** Null for a plate with goods of several. */
  merchant_id: string | null;
  item_id: string | null;
  sku: string | null;
  lot_no: string;
  lpn_id: string | null;
  pallet_lpn: string | null;
  stock_status: MovableStatus;
  item_class: string;
  /** Of all that is on a plate: one with several goes nowhere. */
  temperature_classes: readonly string[];
  velocity: Velocity | null;
  /** Of dangerous goods; null for others, and for a plate with several. */
  hazard_class: string | null;
  source_type: string | null;
  receipt_id: string | null;
  /** What it is: one row for loose goods. */
  goods: readonly Lying[];
}

/** How high a plate stands; null for loose goods, or where nobody said. */
export const heightOf = ({ goods }: Pick<PutawayGoods, 'goods'>): string | null =>
  goods[0]?.lpn_height_cm ?? null;

export const qtyOf = ({ goods }: Pick<PutawayGoods, 'goods'>): Decimal => sum(goods.map(({ qty }) => qty));

const withoutRule: PutawayRule = {
  id: null,
  name: null,
  applies_to: {},
  steps: [{ place: 'same_lot' }, { place: 'same_item' }, { place: 'any' }],
  split: 'allowed',
};

/** The first rule, in the order given, of which everything named is so. */
export function ruleFor(rules: readonly PutawayRule[], goods: PutawayGoods): PutawayRule {
  const facts: Record<keyof PutawayMatch, unknown> = { ...goods, is_lpn: goods.lpn_id !== null };
  const isSo = ([name, wanted]: [string, unknown]): boolean => facts[name as keyof PutawayMatch] === wanted;
  return rules.find(({ applies_to: named }) => Object.entries(named).every(isSo)) ?? withoutRule;
}

/** Whether any of a step's places may be meant, or only those where the item lies or that it names. */
export const walksFloor = ({ place }: PutawayStep): boolean =>
  place === 'consolidate' || place === 'empty' || place === 'any';

export const typesOf = ({ types = keepingTypes }: PutawayStep): readonly LocationType[] => types;

/**
 * Whether a step means this place at all, of those it walks or where the goods lie already. Where they are now they are not
 * put. `wasOccupied`: it was when it was looked for.
 */
export function isMeant(
  step: PutawayStep,
  place: Place,
  of: PutawayGoods,
  { wasOccupied }: { wasOccupied: boolean },
): boolean {
  if (place.id === of.from_location_id) return false;
  if (step.place === 'fixed') return place.id === step.location_id;
  if (!typesOf(step).includes(place.type)) return false;
  if (step.zones && !step.zones.includes(place.zone)) return false;
  const isOccupied = place.here.length + place.coming.length > 0;
  if (step.place === 'empty') return !isOccupied;
  return step.place !== 'consolidate' || wasOccupied || isOccupied;
}

export type PassedOver =
  | NoRoom
  | 'reserved_by_move'
  | 'inactive'
  | 'locked'
  | 'class'
  | 'temperature'
  | 'hazard_segregation';

/** How much of the goods a place takes, or why none. A plate goes whole, and so does what may not be split. */
export function takes(
  { split }: Pick<PutawayRule, 'split'>,
  place: Place,
  wanted: PutawayGoods,
): Decimal | PassedOver {
  const { goods, lpn_id: plate } = wanted;
  if (!place.is_active) return 'inactive';
  if (place.is_locked) return 'locked';
  const other = otherThan(place, wanted);
  if (other !== null) return other;
  if (wanted.temperature_classes.some((one) => one !== place.temperature_class)) return 'temperature';
  if (isApart(place, goods)) return 'hazard_segregation';
  const reason = noRoom(place, goods);
  if (reason === null) return sum(goods.map(({ qty }) => qty));
  if (plate !== null || split === 'never') return reason;
  const fits = unitsThatFit(place, goods[0]!);
  return fits.gt(zero) ? fits : reason;
}

/** Whether dangerous goods there, on their way there, or on the plate itself are kept apart from these. */
export function isApart({ hazards = [], coming }: Place, goods: readonly Lying[]): boolean {
  const mine = apartAmong(goods);
  if (mine.length === 0) return false;
  const onTheirWay = apartAmong(coming).map((one) => one.class);
  return clashAmong(mine, [...hazards, ...onTheirWay]) !== undefined;
}

/** The dangerous goods among these that are kept apart from others. */
export const apartAmong = (goods: readonly Lying[]): Apart[] => goods.flatMap(({ apart }) => apart ?? []);

export interface PutawayWhy {
  /** The rule's id and name; null without one. */
  rule: { id: string; name: string } | null;
  step: PutawayStep['place'];
  /** Its place among those the step means and that were looked at, from 1: of full ones that say so, the first are. */
  rank: number;
  rejected: { location_id: string; location: string; reason: PassedOver }[];
}
