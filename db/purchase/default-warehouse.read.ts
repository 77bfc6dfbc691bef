/** Where goods go when the request names no warehouse. */
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The named warehouse, otherwise the most preferred one. Refuses 400 UNKNOWN_REFERENCE. */
export async function chooseWarehouse(tx: TenantTransaction, given: string | null): Promise<string> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from warehouses
         where organization_id = ${tx.organizationId}
           and case when ${given}::uuid is null then is_active else id = ${given}::uuid end
         order by priority, code limit 1`,
  );
  if (found) return found.id;
  if (given) throw unknownReference('warehouse_id', 'warehouse');
  throw invalid(
    'warehouse_id',
    'required',
    'warehouse_id is required: the organization has no active warehouse',
  );
}
