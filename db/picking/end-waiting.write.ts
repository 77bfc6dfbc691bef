/** Picks that waited for goods to be carried go on once their move ends. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Picks that waited for a move can be taken, wherever their goods are now. */
export async function endWaiting(
  tx: TenantTransaction,
  {
    id,
    lpn_id: plate,
    carries_allocations: carries,
  }: { id: string; lpn_id: string | null; carries_allocations: boolean },
): Promise<void> {
  if (!carries && plate === null) return;
  await execute(
    tx,
    sql`update pick_tasks set waits_for_move_id = null
         where organization_id = ${tx.organizationId} and waits_for_move_id = ${id}`,
  );
}

/** So can those of a license plate that was carried whole, whatever else they waited for. */
export async function endWaitingOn(tx: TenantTransaction, plateId: string): Promise<void> {
  await execute(
    tx,
    sql`update pick_tasks set waits_for_move_id = null
         where organization_id = ${tx.organizationId} and status = 'open' and waits_for_move_id is not null
           and allocation_id = any (array(
             select a.id from lpns c join allocations a on a.organization_id = c.organization_id and a.lpn_id = c.id and a.status = 'open'
              where c.organization_id = ${tx.organizationId} and (c.id = ${plateId} or c.parent_lpn_id = ${plateId})))`,
  );
}
