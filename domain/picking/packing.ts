/** What can go into cartons, and when a shipment is fully packed. */
import { decimal, toJsonNumber, zero } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

export interface Unit {
  item_id: string;
  lot_no: string;
  qty: string;
}

export interface PackedUnits {
  item_id: string;
  lot_no: string;
  picked: string;
  shipped: string;
  packed: string;
}

const keyOf = ({ item_id: item, lot_no: lot }: { item_id: string; lot_no: string }): string =>
  `${item}/${lot}`;

/**
 * Refuses 409 OVER_PACKED {lines} when a carton would hold more of an item and lot than is picked and not yet packed.
 */
export function assertFits(state: readonly PackedUnits[], carton: readonly Unit[]): void {
  const wanted = new Map<string, Unit & { total: ReturnType<typeof decimal> }>();
  for (const unit of carton) {
    const before = wanted.get(keyOf(unit))?.total ?? zero;
    wanted.set(keyOf(unit), { ...unit, total: before.plus(decimal(unit.qty)) });
  }
  const over = [...wanted.values()].flatMap(({ item_id: itemId, lot_no: lot, total }) => {
    const there = state.find((one) => one.item_id === itemId && one.lot_no === lot);
    const [picked, packed] = [decimal(there?.picked ?? '0'), decimal(there?.packed ?? '0')];
    const would = packed.plus(total);
    if (would.lte(picked)) return [];
    return [
      {
        item_id: itemId,
        lot_no: lot || null,
        picked: toJsonNumber(picked),
        packed: toJsonNumber(packed),
        would_be: toJsonNumber(would),
      },
    ];
  });
  if (over.length === 0) return;
  throw new Refusal('OVER_PACKED', 'The carton would hold more than is picked and not packed yet.', {
    lines: over,
  });
}

/** Refuses 409 PACK_INCOMPLETE {missing} while a picked unit that has not left is not in any carton. */
export function assertAllPacked(state: readonly PackedUnits[]): void {
  const missing = state.flatMap(({ item_id: itemId, lot_no: lot, picked, shipped, packed }) => {
    const left = decimal(picked).minus(decimal(shipped)).minus(decimal(packed));
    return left.gt(zero) ? [{ item_id: itemId, lot_no: lot || null, qty: toJsonNumber(left) }] : [];
  });
  if (missing.length === 0) return;
  throw new Refusal('PACK_INCOMPLETE', 'Picked units are in no carton; pack them, or say without_cartons.', {
    missing,
  });
}
