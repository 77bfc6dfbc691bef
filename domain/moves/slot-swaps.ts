/** Which stock should change places with other stock, where no empty place is nearer. Pure. */
import { decimal, zero, type Decimal } from '../decimal.ts';
import type { Place } from '../inventory/room.ts';
import { refuses, type PickedStock } from './slotting.ts';

export interface Swap {
  stock: PickedStock;
  /** What lies nearer, and is picked less. */
  other: PickedStock;
  /** There and back, for each pick of both in the period. */
  saved: Decimal;
}

// Each of so many, most metres walked first, is held against all that lies nearer.
const lookedAtMax = 200;

/**
 * Stock with most metres walked first changes places with what saves most by it; a place changes once. `places` are shown as
 * empty: what lies there leaves.
 */
export function swapsOf(
  far: readonly PickedStock[],
  near: readonly PickedStock[],
  places: ReadonlyMap<string, Place>,
  most: number,
): Swap[] {
  const used = new Set<string>();
  const found: Swap[] = [];
  for (const stock of far.filter(isFree).slice(0, lookedAtMax)) {
    if (found.length === most) break;
    if (used.has(stock.location_id)) continue;
    const best = bestFor(
      stock,
      near.filter((one) => isFree(one) && !used.has(one.location_id)),
      places,
    );
    if (!best) continue;
    used.add(stock.location_id).add(best.other.location_id);
    found.push(best);
  }
  return found;
}

const isFree = ({ kept, metres, is_alone: isAlone }: PickedStock): boolean =>
  kept === null && metres !== null && isAlone;

function bestFor(
  stock: PickedStock,
  near: readonly PickedStock[],
  places: ReadonlyMap<string, Place>,
): Swap | undefined {
  const takes = (locationId: string, one: PickedStock): boolean => {
    const place = places.get(locationId);
    return place !== undefined && place.type === one.type && refuses(place, one) === null;
  };
  let best: Swap | undefined;
  for (const other of near) {
    if (other.location_id === stock.location_id) continue;
    const nearer = decimal(stock.metres!).minus(decimal(other.metres!));
    if (nearer.lte(zero) || other.picks >= stock.picks) continue;
    const saved = nearer.times(decimal(2 * (stock.picks - other.picks)));
    if (best && saved.lte(best.saved)) continue;
    if (takes(other.location_id, stock) && takes(stock.location_id, other)) best = { stock, other, saved };
  }
  return best;
}
