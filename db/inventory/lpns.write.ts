/** Writes of license plates. Lock order: plates before balances, the plate's own row and its cartons by id. */
import type { LpnStatus } from '../../domain/inventory/lpn-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';

export interface LpnRow {
  id: string;
  lpn: string;
  type: 'pallet' | 'carton';
  parent_lpn_id: string | null;
  warehouse_id: string;
  location_id: string | null;
  state: LpnStatus;
}

const columns = sql`id, lpn, type, parent_lpn_id, warehouse_id, location_id, state`;

/** Locks a plate and the cartons on it, the plate first. Empty when the organization has no such plate. */
export async function lockLpn(tx: TenantTransaction, organizationId: string, lpn: string): Promise<LpnRow[]> {
  const own = await row<LpnRow>(
    tx,
    sql`select ${columns} from lpns where organization_id = ${organizationId} and lpn = ${lpn} for update`,
  );
  if (!own) return [];
  const cartons = await rows<LpnRow>(
    tx,
    sql`select ${columns} from lpns where organization_id = ${organizationId} and parent_lpn_id = ${own.id} order by id for update`,
  );
  return [own, ...cartons];
}

/** Locks a plate by its id. */
export function lockLpnById(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<LpnRow | undefined> {
  return row<LpnRow>(
    tx,
    sql`select ${columns} from lpns where organization_id = ${organizationId} and id = ${id} for update`,
  );
}

/** Makes a license plate. Its text is once in an organization, by the table's constraint. */
export async function insertLpn(
  tx: TenantTransaction,
  organizationId: string,
  plate: LpnRow & { sscc: string | null },
): Promise<void> {
  await execute(tx, sql`insert into lpns ${values({ ...plate, organization_id: organizationId })}`);
}

/** Nests a locked plate or gives it its SSCC; what is left undefined stays. */
export async function changeLpn(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
  changes: { parent_lpn_id: string | null | undefined; sscc: string | null | undefined },
): Promise<void> {
  await execute(
    tx,
    sql`update lpns set ${assignments({ ...changes, updated_at: sql`now()` })}
      where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** Puts locked plates to a location; a planned one is active from then on. */
export async function moveLpns(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly string[],
  locationId: string,
): Promise<void> {
  await execute(
    tx,
    sql`update lpns set location_id = ${locationId}, updated_at = now(), state = case when state = 'planned' then 'active' else state end
      where organization_id = ${organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}

/** Plates that carry nothing any more, themselves or on their cartons, are consumed; so their number is not used again. */
export async function consumeEmptyLpns(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly (string | null)[],
): Promise<void> {
  const touched = [...new Set(ids.filter((id): id is string => id !== null))];
  if (touched.length === 0) return;
  await execute(
    tx,
    sql`update lpns p set state = 'consumed', updated_at = now()
      where p.organization_id = ${organizationId} and p.id = any (${touched}::uuid[]) and p.state in ('active', 'picked')
        and not exists (select 1 from inventory_balances b
                         where b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0)
        and not exists (select 1 from lpns c
                         where c.organization_id = p.organization_id and c.parent_lpn_id = p.id and c.state <> 'consumed')`,
  );
}
