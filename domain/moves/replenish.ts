/** How much of what is brought to a pick face. Pure. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import type { Apart } from '../inventory/hazard-segregation.ts';
import { classRefusal, type KeptAs } from '../inventory/storage-class.ts';
import { noRoom, partOf, unitsThatFit, type Lying, type Place } from '../inventory/room.ts';
import { isApart } from './putaway.ts';

export const replenishKinds = ['min_max', 'on_demand', 'top_up'] as const;
export type ReplenishKind = (typeof replenishKinds)[number];

/** How urgent its moves are: picks wait for the first, a face under its least comes before most work, the last after all. */
export const replenishPriority: Readonly<Record<ReplenishKind, number>> = {
  on_demand: 50,
  min_max: 90,
  top_up: 1_000_000,
};

/** Why a face gets nothing. */
export const unreplenished = [
  'enough',
  'no_source',
  'source_locked',
  'no_room',
  'class',
  'hazard_segregation',
  'already_planned',
] as const;
export type Unreplenished = (typeof unreplenished)[number];

export interface Face extends KeptAs {
  face_id: string;
  warehouse_id: string;
  location_id: string;
  location: string;
  item_id: string;
  merchant_id: string;
  sku: string;
  min_qty: string;
  max_qty: string;
  /** Base units of what it is filled in. */
  refill: string;
  weight_kg: string | null;
  volume_cbm: string | null;
  apart: Apart | null;
  capacity_policy: 'refuse' | 'warn';
  /** Available there. */
  available: string;
  /** What comes that no order has yet. */
  coming_free: string;
}

/** Units of one lot in one place, loose or on one plate. */
export interface Source {
  item_id: string;
  location_id: string;
  location: string;
  lot_no: string;
  lpn_id: string | null;
  pallet_lpn: string | null;
  /** Available, less what planned moves take. */
  free: string;
  is_locked: boolean;
  /** How high the plate stands; null for loose ones, and where nobody said. */
  lpn_height_cm: string | null;
  /** The plate may go whole: nothing else is on it, nothing of it is allocated, and nobody is to move it. */
  is_whole: boolean;
}

/** Why whoever brought the item there would be refused, however little of it; undefined when they would not. */
export function unfit(face: Face, place: Place): Unreplenished | undefined {
  if (face.capacity_policy === 'refuse' && classRefusal(place, [face])) return 'class';
  return isApart(place, [lyingOf(face, '', zero)]) ? 'hazard_segregation' : undefined;
}

const ofFace = (place: Place, { item_id: id }: Face): Decimal =>
  sum([...place.here, ...place.coming].filter((one) => one.item_id === id).map(({ qty }) => qty));

/** How much of a lot of the item the face takes: up to its most, in whole refill units, within the limits of the place. */
export function roomOfFace(
  face: Face,
  place: Place,
  lotNo: string,
  unit: Decimal = decimal(face.refill),
): Decimal {
  const open = decimal(face.max_qty).minus(ofFace(place, face));
  if (open.lte(zero)) return zero;
  return wholeOf(unitsThatFit(place, lyingOf(face, lotNo, open)), unit);
}

/** Whether the face takes more at all: of the lot that is there already, which a place of one lot asks for. */
function hasRoom(face: Face, place: Place): boolean {
  const there = [...place.here, ...place.coming].find(({ item_id: id }) => id === face.item_id);
  return roomOfFace(face, place, there?.lot_no ?? '').gt(zero);
}

const wholeOf = (qty: Decimal, unit: Decimal): Decimal => qty.div(unit).round(0, 0).times(unit);

/** Loose units of an item and lot, with what they weigh and measure. */
export function lyingOf(
  {
    item_id,
    weight_kg,
    volume_cbm,
    apart = null,
  }: Pick<Face, 'item_id' | 'weight_kg' | 'volume_cbm'> & Partial<Pick<Face, 'apart'>>,
  lot_no: string,
  qty: Decimal,
): Lying {
  const all = (each: string | null): Decimal => qty.times(decimal(each ?? '0'));
  const size = { weight_kg: all(weight_kg), volume_cbm: all(volume_cbm) };
  return { item_id, lot_no, qty, ...size, lpn_id: null, apart };
}

export interface Refill {
  source: Source;
  qty: Decimal;
  isWhole: boolean;
}

/**
 * What fills a face, from its sources in their order; plates that fit whole first. Takes the room of the place, and the
 * stock of the sources. Or why nothing does.
 */
export function refill(
  kind: 'min_max' | 'top_up',
  face: Face,
  place: Place,
  sources: readonly Source[],
): Refill[] | Unreplenished {
  const [available, coming] = [decimal(face.available), decimal(face.coming_free)];
  const least = decimal(kind === 'min_max' ? face.min_qty : face.max_qty);
  if (available.gte(least)) return 'enough';
  if (available.plus(coming).gte(least)) return 'already_planned';
  const reason = unfit(face, place);
  if (reason) return reason;
  if (place.is_locked || !place.is_active || !hasRoom(face, place)) return 'no_room';
  const ofItem = sources.filter(({ item_id: id, location_id: at }) => id === face.item_id && at !== place.id);
  const usable = ofItem.filter(({ is_locked: isLocked, free }) => !isLocked && decimal(free).gt(zero));
  if (usable.length === 0) return ofItem.some((one) => one.is_locked) ? 'source_locked' : 'no_source';
  const refills: Refill[] = [];
  const take = (source: Source, qty: Decimal, isWhole: boolean): void => {
    place.coming.push({ ...lyingOf(face, source.lot_no, qty), lpn_id: isWhole ? source.lpn_id : null });
    source.free = decimal(source.free).minus(qty).toFixed();
    refills.push({ source, qty, isWhole });
  };
  for (const source of usable) {
    const qty = decimal(source.free);
    const goods = {
      ...lyingOf(face, source.lot_no, qty),
      lpn_id: source.lpn_id,
      lpn_height_cm: source.lpn_height_cm,
    };
    const room = roomOfFace(face, place, source.lot_no, decimal('1'));
    if (source.is_whole && qty.lte(room) && noRoom(place, [goods]) === null) take(source, qty, true);
  }
  for (const source of usable) {
    const wanted = roomOfFace(face, place, source.lot_no);
    const free = wholeOf(decimal(source.free), decimal(face.refill));
    const qty = free.lt(wanted) ? free : wanted;
    if (qty.lte(zero)) continue;
    if (noRoom(place, [partOf(lyingOf(face, source.lot_no, qty), qty)]) === null) take(source, qty, false);
  }
  return refills.length > 0 ? refills : 'no_source';
}

/** What a face needs: its least lasts a refill's way, its most so many busy days, in whole refill units. */
export function suggestedFace(
  { p95_a_day: busyDay, refill: unit }: { p95_a_day: string; refill: string },
  coverDays: number,
): { min_qty: Decimal; max_qty: Decimal } {
  const least = decimal(busyDay);
  const whole = least.times(decimal(coverDays)).div(decimal(unit)).round(0, 3).times(decimal(unit));
  const most = least.plus(decimal(unit));
  return { min_qty: least, max_qty: whole.gt(most) ? whole : most };
}
