/** Locations with their limits, what lies there and what planned moves bring. Certain only under `enterSpace`. */
import { decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Place } from '../../domain/inventory/room.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { hazardsAt } from './hazards.read.ts';

/** What is being carried at this moment: it counts neither where it lies nor as on its way. */
export interface UnderWay {
  moveIds?: readonly string[];
  plateIds?: readonly string[];
}

export interface ReadRoom extends UnderWay {
  /** What lies at others is not read: they are shown as empty. Left out, it is read of all. */
  listed?: readonly string[];
  /** Whether dangerous goods there are read. */
  hazards?: boolean;
}

export async function readRoom(
  tx: TenantTransaction,
  locationIds: readonly string[],
  { moveIds = [], plateIds = [], listed = locationIds, hazards = false }: ReadRoom = {},
): Promise<Map<string, Place>> {
  if (locationIds.length === 0) return new Map();
  const ids = [...new Set(locationIds)];
  const [places, lying, hazardous] = await Promise.all([
    rows<Omit<Place, keyof Lies | 'hazards'>>(
      tx,
      sql`select l.id, l.code, l.zone, l.type, l.pick_sequence, l.is_active, l.storage_class,
              l.temperature_class, l.velocity, l.x_m, l.y_m, l.capacity, l.max_weight_kg, l.max_volume_cbm, l.max_lpns, l.max_lpn_height_cm,
              l.mixing, l.is_limited,
              exists (select 1 from location_locks k
                       where k.organization_id = l.organization_id and k.location_id = l.id) as is_locked
         from locations l where l.organization_id = ${tx.organizationId} and l.id = any (${ids}::uuid[])`,
    ),
    listed.length === 0
      ? []
      : rows<LyingRow>(
          tx,
          sql`select * from room_of(${tx.organizationId}::uuid, ${[...new Set(listed)]}::uuid[],
                                    ${[...moveIds]}::uuid[], ${[...plateIds]}::uuid[])`,
        ),
    hazards ? hazardsAt(tx, ids, moveIds) : [],
  ]);
  const classesAt = new Map(hazardous.map(({ location_id: id, classes }) => [id, classes]));
  const at = groupBy(lying, ({ location_id: id }) => id);
  return new Map(
    places.map((place) => [
      place.id,
      { ...place, ...liesAt(at.get(place.id) ?? []), hazards: classesAt.get(place.id) ?? [] },
    ]),
  );
}

type Lies = Pick<Place, 'here' | 'coming' | 'plates_here' | 'plates_coming'>;

/** An item and lot there; without an item, the number of license plates. */
interface LyingRow extends Record<'qty' | 'weight_kg' | 'volume_cbm', string> {
  location_id: string;
  is_here: boolean;
  item_id: string | null;
  lot_no: string;
  plates: number;
}

function liesAt(found: readonly LyingRow[]): Lies {
  const lies: Lies = { here: [], coming: [], plates_here: 0, plates_coming: 0 };
  for (const { is_here: isHere, item_id, lot_no, qty, weight_kg, volume_cbm, plates } of found) {
    if (item_id === null) lies[isHere ? 'plates_here' : 'plates_coming'] = plates;
    else
      lies[isHere ? 'here' : 'coming'].push({
        item_id,
        lot_no,
        lpn_id: null,
        qty: decimal(qty),
        weight_kg: decimal(weight_kg),
        volume_cbm: decimal(volume_cbm),
      });
  }
  return lies;
}
