/** What was on a license plate with goods of several merchants as it was carried: each is billed for its own. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The move has just been written as done, and its plate stands where it was carried to. */
export async function noteCarried(tx: TenantTransaction, moveId: string): Promise<void> {
  await execute(
    tx,
    sql`insert into planned_move_goods (organization_id, move_id, merchant_id, item_id, qty, carried_at)
        select m.organization_id, m.id, b.merchant_id, b.item_id, sum(b.qty), m.finished_at
          from planned_moves m
          join lpns p on p.organization_id = m.organization_id and (p.id = m.lpn_id or p.parent_lpn_id = m.lpn_id)
          join inventory_balances b on b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0
         where m.organization_id = ${tx.organizationId} and m.id = ${moveId}
         group by m.organization_id, m.id, b.merchant_id, b.item_id, m.finished_at`,
  );
}
