/** Locations with their limits, what lies there and what planned moves bring. Certain only under `enterSpace`. */
import { decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Lying, Place } from '../../domain/inventory/room.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** What is being carried at this moment: it counts neither where it lies nor as on its way. */
export interface UnderWay {
  moveIds?: readonly string[];
  plateIds?: readonly string[];
}

export async function readRoom(
  tx: TenantTransaction,
  locationIds: readonly string[],
  { moveIds = [], plateIds = [] }: UnderWay = {},
): Promise<Map<string, Place>> {
  if (locationIds.length === 0) return new Map();
  const ids = [...new Set(locationIds)];
  const [places, lying] = await Promise.all([
    rows<Omit<Place, 'here' | 'coming'>>(
      tx,
      sql`select l.id, l.code, l.zone, l.type, l.pick_sequence, l.is_active, l.storage_class, l.velocity, l.x_m, l.y_m,
              l.capacity, l.max_weight_kg, l.max_volume_cbm, l.max_lpns, l.mixing,
              exists (select 1 from location_locks k
                       where k.organization_id = l.organization_id and k.location_id = l.id) as is_locked
         from locations l where l.organization_id = ${tx.organizationId} and l.id = any (${ids}::uuid[])`,
    ),
    rows<Record<'qty' | 'weight_kg' | 'volume_cbm', string> & LyingRow>(
      tx,
      sql`select * from room_at(${tx.organizationId}::uuid, ${ids}::uuid[], ${[...moveIds]}::uuid[], ${[...plateIds]}::uuid[])`,
    ),
  ]);
  const at = groupBy(lying, ({ location_id: id }) => id);
  return new Map(
    places.map((place) => {
      const there = at.get(place.id) ?? [];
      const of = (isHere: boolean): Lying[] => there.filter((one) => one.is_here === isHere).map(lyingOf);
      return [place.id, { ...place, here: of(true), coming: of(false) }];
    }),
  );
}

interface LyingRow {
  location_id: string;
  is_here: boolean;
  item_id: string;
  lot_no: string;
  lpn_id: string | null;
}

function lyingOf({
  item_id,
  lot_no,
  lpn_id,
  ...amounts
}: LyingRow & Record<'qty' | 'weight_kg' | 'volume_cbm', string>): Lying {
  const { qty, weight_kg, volume_cbm } = amounts;
  return {
    item_id,
    lot_no,
    lpn_id,
    qty: decimal(qty),
    weight_kg: decimal(weight_kg),
    volume_cbm: decimal(volume_cbm),
  };
}
