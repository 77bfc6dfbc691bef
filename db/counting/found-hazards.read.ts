/** Dangerous goods that a count found where they were not known to be. */
import type { Apart } from '../../domain/inventory/hazard-segregation.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { apartOf } from '../inventory/stock-references.read.ts';
import { sql } from '../sql-text.ts';

/** Those of a class that is kept apart from others, by place. */
export async function foundApart(
  tx: TenantTransaction,
  taskId: string,
): Promise<{ location_id: string; apart: Apart }[]> {
  const found = await rows<{ location_id: string; apart: Apart | null }>(
    tx,
    sql`select distinct c.location_id, ${apartOf} as apart
          from count_lines c join items i on i.organization_id = c.organization_id and i.id = c.item_id
         where c.organization_id = ${tx.organizationId} and c.task_id = ${taskId} and c.posted_delta > 0
           and i.hazard is not null`,
  );
  return found.flatMap(({ location_id, apart }) => (apart ? [{ location_id, apart }] : []));
}
