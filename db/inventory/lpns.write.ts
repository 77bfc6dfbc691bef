/** Writes of license plates. Lock order: plates before balances, the plate's own row and its cartons by id. */
import type { LpnStatus } from '../../domain/inventory/lpn-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';

export interface LpnRow {
  id: string;
  lpn: string;
  type: 'pallet' | 'carton';
  parent_lpn_id: string | null;
  warehouse_id: string;
  location_id: string | null;
  state: LpnStatus;
}

const columns = 'id, lpn, type, parent_lpn_id, warehouse_id, location_id, state';

/** Locks a plate and the cartons on it, the plate first. Empty when the organization has no such plate. */
export async function lockLpn(tx: TenantTransaction, organizationId: string, lpn: string): Promise<LpnRow[]> {
  const own = await row<LpnRow>(
    tx,
    `select ${columns} from lpns where organization_id = ? and lpn = ? for update`,
    [organizationId, lpn],
  );
  if (!own) return [];
  const cartons = await rows<LpnRow>(
    tx,
    `select ${columns} from lpns where organization_id = ? and parent_lpn_id = ? order by id for update`,
    [organizationId, own.id],
  );
  return [own, ...cartons];
}

/** Locks a plate by its id. */
export function lockLpnById(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<LpnRow | undefined> {
  return row<LpnRow>(tx, `select ${columns} from lpns where organization_id = ? and id = ? for update`, [
    organizationId,
    id,
  ]);
}

/** Puts locked plates to a location; a planned one is active from then on. */
export async function moveLpns(
  tx: TenantTransaction,
  organizationId: string,
  ids: readonly string[],
  locationId: string,
): Promise<void> {
  await tx.raw(
    `update lpns set location_id = ?, updated_at = now(), state = case when state = 'planned' then 'active' else state end
      where organization_id = ? and id = any (?::uuid[])`,
    [locationId, organizationId, [...ids]],
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
  await tx.raw(
    `update lpns p set state = 'consumed', updated_at = now()
      where p.organization_id = ? and p.id = any (?::uuid[]) and p.state in ('active', 'picked')
        and not exists (select 1 from inventory_balances b
                         where b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0)
        and not exists (select 1 from lpns c
                         where c.organization_id = p.organization_id and c.parent_lpn_id = p.id and c.state <> 'consumed')`,
    [organizationId, touched],
  );
}
