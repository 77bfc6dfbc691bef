/** Reads carriers, and resolves one by the name people use. */
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { containsPattern } from '../search.ts';

export interface CarrierRow {
  id: string;
  code: string;
  name: string;
  scac: string | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
}

export const carrierSorts = { code: 'c.code', name: 'c.name', created_at: 'c.created_at' };

export function listCarriers(
  tx: TenantTransaction,
  filters: { q?: string; is_active?: boolean },
  page: PageQuery,
): Promise<PageOf<CarrierRow>> {
  const parts = [sql`c.organization_id = ${tx.organizationId}`];
  if (filters.is_active !== undefined) parts.push(sql`c.is_active = ${filters.is_active}`);
  if (filters.q) {
    const pattern = containsPattern(filters.q);
    parts.push(sql`(c.code ilike ${pattern} or c.name ilike ${pattern})`);
  }
  const columns = sql`c.id, c.code, c.name, c.scac, c.is_active, c.created_at, c.updated_at`;
  const list = {
    columns,
    from: sql`carriers c`,
    where: every(parts),
    sorts: carrierSorts,
    id: 'c.id',
    usual: 'code',
  };
  return readPage<CarrierRow>(tx, list, page);
}

/** The carrier with that id, code or name; undefined when it is unknown. */
export async function carrierNamed(
  tx: TenantTransaction,
  given: string,
): Promise<{ id: string; name: string } | undefined> {
  const id = uuidPattern.test(given) ? given : null;
  const [found] = await rows<{ id: string; name: string }>(
    tx,
    sql`select id, name from carriers
         where organization_id = ${tx.organizationId} and (id = ${id}::uuid or code = ${given} or lower(name) = lower(${given}))
         order by id = ${id}::uuid desc nulls last, code = ${given} desc, id limit 1`,
  );
  return found;
}

/** A carrier's SCAC, null when it has none; undefined when there is no such carrier. */
export function findScac(tx: TenantTransaction, id: string): Promise<{ scac: string | null } | undefined> {
  return row<{ scac: string | null }>(
    tx,
    sql`select scac from carriers where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
