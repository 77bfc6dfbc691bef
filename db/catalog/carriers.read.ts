/** A carrier as people name it. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The carrier of that id, code or name; undefined for one the catalogue does not know. */
export async function carrierNamed(
  tx: TenantTransaction,
  organizationId: string,
  given: string,
): Promise<{ id: string; name: string } | undefined> {
  const id = uuidPattern.test(given) ? given : null;
  const [found] = await rows<{ id: string; name: string }>(
    tx,
    sql`select id, name from carriers
         where organization_id = ${organizationId} and (id = ${id}::uuid or code = ${given} or lower(name) = lower(${given}))
         order by id = ${id}::uuid desc nulls last, code = ${given} desc, id limit 1`,
  );
  return found;
}
