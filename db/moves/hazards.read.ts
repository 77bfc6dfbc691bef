/** Dangerous goods where goods are kept, or on their way there. Certain only under `enterSpace`. */
import { keepingTypes } from '../../domain/inventory/location-types.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

interface HazardsAt {
  location_id: string;
  code: string;
  classes: string[];
}

/** Of those of the locations where goods are kept. `moveIds`: planned moves that are carried out now. */
export function hazardsAt(
  tx: TenantTransaction,
  locationIds: readonly string[],
  moveIds: readonly string[] = [],
): Promise<HazardsAt[]> {
  const ids = [...new Set(locationIds)];
  return rows<HazardsAt>(
    tx,
    sql`select l.id as location_id, l.code, array_remove(array_agg(h.class order by h.class), null) as classes
          from locations l
          left join hazards_of(${tx.organizationId}::uuid, ${ids}::uuid[], ${[...moveIds]}::uuid[]) h on h.location_id = l.id
         where l.organization_id = ${tx.organizationId} and l.id = any (${ids}::uuid[])
           and ${isOneOf('l.type', keepingTypes)}
         group by l.id, l.code order by l.id`,
  );
}
