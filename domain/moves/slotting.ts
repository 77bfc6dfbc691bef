/** Which stock should lie nearer to where it leaves: what is picked most, from furthest away. Pure. */
import { decimal, toJsonNumber, type Decimal } from '../decimal.ts';
import type { Velocity } from '../inventory/location-types.ts';
import { noRoom, type Lying, type Place } from '../inventory/room.ts';
import { otherThan, type KeptAs } from '../inventory/storage-class.ts';

/** Why stock that was picked stays where it is. */
export const unmoved = [
  'no_coordinates',
  'locked',
  'allocated',
  'on_hold',
  'mixed',
  'face',
  'already_planned',
  'no_better_place',
] as const;
export type Unmoved = (typeof unmoved)[number];

/** An item's stock at a place where it was picked. */
export interface PickedStock extends KeptAs {
  item_id: string;
  sku: string;
  merchant_id: string;
  velocity: Velocity | null;
  location_id: string;
  location: string;
  type: Place['type'];
  /** Pick entries of the period at this place. */
  picks: number;
  /** Metres to the nearest dock or staging place; null where coordinates are missing. */
  metres: string | null;
  lot_no: string;
  lpn_id: string | null;
  pallet_lpn: string | null;
  goods: Lying;
  /** It is all that lies at its place, or is to. */
  is_alone: boolean;
  /** What keeps it there; null when nothing does. */
  kept: Exclude<Unmoved, 'no_better_place'> | null;
}

/** An empty place, with its metres to the nearest dock or staging place. */
export interface FreePlace {
  place: Place;
  metres: string;
}

export interface Reslot {
  stock: PickedStock;
  to: FreePlace;
  /** There and back, for each pick of the period. */
  saved: Decimal;
  rejected: { location_id: string; location: string; reason: string }[];
}

/** So many nearer places that were passed over are named. */
const rejectedShown = 10;

/** Stock with most metres walked first gets the nearest place that takes all of it; a place gets one stock. */
export function slot(
  stocks: readonly PickedStock[],
  places: readonly FreePlace[],
  most: number,
): { moves: Reslot[]; not: { stock: PickedStock; reason: Unmoved }[] } {
  const walked = ({ picks, metres }: PickedStock): Decimal => decimal(metres ?? '0').times(decimal(picks));
  const sorted = stocks.toSorted((one, two) => walked(two).cmp(walked(one)) || (one.sku < two.sku ? -1 : 1));
  const nearest = places.toSorted((one, two) => decimal(one.metres).cmp(decimal(two.metres)));
  const taken = new Set<FreePlace>();
  const moves: Reslot[] = [];
  const not: { stock: PickedStock; reason: Unmoved }[] = [];
  for (const stock of sorted) {
    const reason = stock.kept ?? (stock.metres === null ? 'no_coordinates' : null);
    if (reason !== null) {
      not.push({ stock, reason });
      continue;
    }
    if (moves.length === most) break;
    const found = placeFor(stock, nearest, taken);
    if (found) {
      taken.add(found.to);
      moves.push(found);
    } else not.push({ stock, reason: 'no_better_place' });
  }
  return { moves, not };
}

function placeFor(
  stock: PickedStock,
  nearest: readonly FreePlace[],
  taken: ReadonlySet<FreePlace>,
): Reslot | undefined {
  const rejected: Reslot['rejected'] = [];
  const far = decimal(stock.metres!);
  for (const to of nearest) {
    const less = far.minus(decimal(to.metres));
    if (less.lte(decimal(0))) return undefined;
    const { place } = to;
    if (place.type !== stock.type || taken.has(to)) continue;
    const reason = refuses(place, stock);
    if (reason === null) return { stock, to, saved: less.times(decimal(2 * stock.picks)), rejected };
    if (rejected.length < rejectedShown)
      rejected.push({ location_id: place.id, location: place.code, reason });
  }
  return undefined;
}

export function refuses(place: Place, stock: PickedStock): string | null {
  if (place.velocity !== null && stock.velocity !== null && place.velocity !== stock.velocity)
    return otherThan(place, stock) ?? 'velocity';
  return takesNot(place, stock);
}

/** The same where it lies for a while only: how often it is picked does not matter. */
export const takesNot = (place: Place, stock: PickedStock): string | null =>
  otherThan(place, stock) ?? noRoom(place, [stock.goods]);

/** The move's reasons, kept with it. */
export const whyOf = ({ stock, to, saved, rejected }: Reslot, days: number): object => ({
  days,
  picks: stock.picks,
  metres_from: toJsonNumber(stock.metres!),
  metres_to: toJsonNumber(to.metres),
  metres_saved: toJsonNumber(saved),
  rejected,
});
