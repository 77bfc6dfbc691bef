/** Where a receipt's waiting goods could go: the decision of the planner, without its locks, and nothing taken. */
import { decimal, sum } from '../../../domain/decimal.ts';
import type { PutawayStep } from '../../../domain/moves/putaway.ts';
import type { Place } from '../../../domain/inventory/room.ts';
import type { TenantTransaction } from '../../database.ts';
import { readOrganization } from '../../tenancy/organizations.read.ts';
import { openFloor, putAway, type Putting } from '../find-places.read.ts';
import { describeGoods } from './putaway-goods.read.ts';
import { waitingGoods, type WaitingRow } from './waiting-goods.read.ts';

export type PutawayReason = 'same_item_and_lot' | 'same_item' | 'free_capacity';

export interface PutawaySuggestion {
  location_id: string;
  location: string;
  zone: string;
  reason: PutawayReason;
  free_capacity: string | null;
}

export interface PutawayRow extends WaitingRow {
  suggestions: PutawaySuggestion[];
}

// For each row.
const suggestionsMax = 3;

export async function suggestPutaway(tx: TenantTransaction, receiptId: string): Promise<PutawayRow[]> {
  const [waiting, { putaway: setting }] = await Promise.all([
    waitingGoods(tx, receiptId),
    readOrganization(tx),
  ]);
  if (setting === 'off' || waiting.length === 0) return waiting.map((row) => ({ ...row, suggestions: [] }));
  const described = await describeGoods(tx, waiting);
  const [first] = described;
  if (!first) return [];
  const floor = await openFloor(tx, first.warehouse_id, described);
  const suggested = new Map<string, PutawaySuggestion[]>();
  for (const goods of described) {
    const { placed } = await putAway(floor, goods, suggestionsMax);
    suggested.set(
      keyOf(goods.item_id, goods.lot_no, goods.from_location_id, goods.stock_status, goods.pallet_lpn),
      placed.map(shown),
    );
  }
  return waiting.map((row) => ({
    ...row,
    suggestions:
      suggested.get(keyOf(row.item_id, row.lot_no, row.location_id, row.status, row.pallet_lpn)) ?? [],
  }));
}

/** Everything on a plate goes where the plate does. */
function keyOf(item: string | null, lot: string, place: string, status: string, lpn: string | null): string {
  return lpn ?? [item, lot, place, status].join('/');
}

const reasons: Partial<Record<PutawayStep['place'], PutawayReason>> = {
  same_lot: 'same_item_and_lot',
  same_item: 'same_item',
};

function shown({ place, why }: Putting['placed'][number]): PutawaySuggestion {
  const { id: location_id, code: location, zone } = place;
  const reason = reasons[why.step] ?? 'free_capacity';
  return { location_id, location, zone, reason, free_capacity: freeOf(place) };
}

function freeOf({ capacity, here, coming }: Place): string | null {
  if (capacity === null) return null;
  return decimal(capacity)
    .minus(sum([...here, ...coming].map(({ qty }) => qty)))
    .toFixed();
}
