/** Resolves what yard callers name by id or by what is written on it. */
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { plainPlate } from '../../domain/yard/plates.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { asUuid } from '../named.read.ts';
import { sql } from '../sql-text.ts';

/** The default warehouse when none is named: the first by priority. Refuses 400 when there is none at all. */
export async function usualWarehouse(tx: TenantTransaction): Promise<string> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from warehouses where organization_id = ${tx.organizationId} and is_active order by priority, code limit 1`,
  );
  if (!found)
    throw invalid('warehouse_id', 'required', 'warehouse_id is required: there is no active warehouse');
  return found.id;
}

/** A trailer by id or plate, with the yard it is in. Refuses 400 UNKNOWN_REFERENCE. */
export async function trailerNamed(
  tx: TenantTransaction,
  given: string,
): Promise<{ id: string; warehouse_id: string | null }> {
  const id = asUuid(given);
  const [found] = await rows<{ id: string; warehouse_id: string | null }>(
    tx,
    sql`select t.id, v.warehouse_id from trailers t
          left join yard_visits v on v.organization_id = t.organization_id and v.trailer_id = t.id and v.departed_at is null
         where t.organization_id = ${tx.organizationId} and (t.id = ${id}::uuid or t.plate = ${plainPlate(given)})
         order by t.id = ${id}::uuid desc nulls last limit 1`,
  );
  if (!found) throw unknownReference('trailer_id', 'trailer');
  return found;
}

/** The warehouse of an appointment; undefined when there is no such appointment. */
export async function warehouseOfAppointment(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const [found] = await rows<{ warehouse_id: string }>(
    tx,
    sql`select warehouse_id from dock_appointments where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.warehouse_id;
}
