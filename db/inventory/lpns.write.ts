/**
 * Writes license plates. Lock order: license plates before balances, a license plate's own row and its cartons by id.
 */
import { isOneOf } from '../state-columns.ts';
import { loadedOnFloorStates, statesOnFloor, type LpnStatus } from '../../domain/inventory/lpn-states.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
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

/** Locks a license plate and its cartons, its own row first. Empty when the organization has no such LPN. */
export async function lockLpn(tx: TenantTransaction, lpn: string): Promise<LpnRow[]> {
  const own = await row<LpnRow>(
    tx,
    sql`select ${columns} from lpns where organization_id = ${tx.organizationId} and lpn = ${lpn} for update`,
  );
  if (!own) return [];
  const cartons = await rows<LpnRow>(
    tx,
    sql`select ${columns} from lpns where organization_id = ${tx.organizationId} and parent_lpn_id = ${own.id} order by id for update`,
  );
  return [own, ...cartons];
}

/** Locks a license plate by id. */
export function lockLpnById(tx: TenantTransaction, id: string): Promise<LpnRow | undefined> {
  return row<LpnRow>(
    tx,
    sql`select ${columns} from lpns where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** Creates a license plate. The table's constraint makes the LPN unique within the organization. */
export async function insertLpn(
  tx: TenantTransaction,
  plate: LpnRow & { sscc: string | null; height_cm: number | null; merchant_id: string | null },
): Promise<void> {
  await execute(tx, sql`insert into lpns ${values({ ...plate, organization_id: tx.organizationId })}`);
}

/** Nests a locked license plate or sets its SSCC or height; undefined fields stay as they are. */
export async function changeLpn(
  tx: TenantTransaction,
  id: string,
  changes: {
    parent_lpn_id: string | null | undefined;
    sscc: string | null | undefined;
    height_cm: number | null | undefined;
  },
): Promise<void> {
  await execute(
    tx,
    sql`update lpns set ${assignments({ ...changes, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** What stands on these locked license plates is no longer what was measured: how high they are nobody knows until it is said. */
export async function forgetHeights(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update lpns set height_cm = null, updated_at = now()
      where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[]) and height_cm is not null`,
  );
}

/** Moves locked license plates to a location; a planned one becomes active. */
export async function moveLpns(
  tx: TenantTransaction,
  ids: readonly string[],
  locationId: string,
): Promise<void> {
  await execute(
    tx,
    sql`update lpns set location_id = ${locationId}, updated_at = now(), state = case when state = 'planned' then 'active' else state end
      where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}

/** Consumes license plates that are empty, cartons included, so that their LPN is not used again. */
export async function consumeEmptyLpns(
  tx: TenantTransaction,
  ids: readonly (string | null)[],
): Promise<void> {
  const touched = [...new Set(ids.filter((id): id is string => id !== null))];
  if (touched.length === 0) return;
  await execute(
    tx,
    sql`update lpns p set state = 'consumed', updated_at = now()
      where p.organization_id = ${tx.organizationId} and p.id = any (${touched}::uuid[]) and ${isOneOf('p.state', loadedOnFloorStates)}
        and not exists (select 1 from inventory_balances b
                         where b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0)
        and not exists (select 1 from lpns c
                         where c.organization_id = p.organization_id and c.parent_lpn_id = p.id and c.state <> 'consumed')`,
  );
}

/**
 * Locks the pallet a carton is to be nested on. Refuses 400 UNKNOWN_REFERENCE, 400 when it is not a pallet or the other
 * is not a carton, 409 CONFLICT when they are at different locations or one has left the floor, LPN_IN_USE when the pallet
 * was picked to leave as it stands and the carton was not.
 */
export async function requireParent(
  tx: TenantTransaction,
  parentId: string,
  carton: { type: string; state: LpnStatus; warehouse_id: string; location_id: string | null },
): Promise<void> {
  if (carton.type !== 'carton')
    throw invalid('parent_id', 'not_a_carton', 'only a carton can be nested on a pallet');
  const parent = await lockLpnById(tx, parentId);
  if (!parent) throw unknownReference('parent_id', 'pallet');
  if (parent.type !== 'pallet') throw invalid('parent_id', 'not_a_pallet', 'parent_id must name a pallet');
  const isTogether = parent.warehouse_id === carton.warehouse_id && parent.location_id === carton.location_id;
  if (!isTogether || !statesOnFloor.includes(parent.state) || !statesOnFloor.includes(carton.state)) {
    throw new Refusal(
      'CONFLICT',
      'A carton and its pallet must be at the same location, both on the floor.',
      {
        pallet: { state: parent.state, location_id: parent.location_id },
        carton: { state: carton.state, location_id: carton.location_id },
      },
    );
  }
  if (parent.state === 'picked' && carton.state !== 'picked')
    throw new Refusal('LPN_IN_USE', `The pallet ${parent.lpn} was picked to leave as it stands.`, {
      lpn: parent.lpn,
      state: parent.state,
    });
}
