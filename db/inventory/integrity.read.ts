/** Verifies that ledger and balances agree, computed anew on every request. */
import { toJsonNumber } from '../../domain/decimal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

const key = sql`item_id, location_id, status, lot_no, lpn_id`;
const mismatchesShownMax = 100;

interface Mismatch {
  item_id: string;
  location_id: string;
  status: string;
  lot_no: string;
  lpn_id: string | null;
  balance: string;
  ledger: string;
}

/**
 * Compares the ledger sum with the balance for every key, allocated stock with its open allocations, and live serials
 * with the stock of their item.
 */
export async function checkIntegrity(tx: TenantTransaction, organizationId: string) {
  const compared = sql`
    with summed as (
      select ${key}, sum(qty_delta) as qty from inventory_ledger where organization_id = ${organizationId} group by ${key}
    ), compared as (
      select ${key}, sum(balance) as balance, sum(ledger) as ledger
        from (select ${key}, qty as balance, 0 as ledger from inventory_balances where organization_id = ${organizationId}
              union all select ${key}, 0, qty from summed) both_sides
       group by ${key}
    )`;
  const counted = await row<{ keys: string; mismatches: string; moment: Date }>(
    tx,
    sql`${compared} select count(*) as keys, count(*) filter (where balance <> ledger) as mismatches,
       statement_timestamp() as moment from compared`,
  );
  const wrong = await rows<Mismatch>(
    tx,
    sql`${compared} select * from compared where balance <> ledger order by ${key} limit ${mismatchesShownMax}`,
  );
  const allocated = await row<{ wrong: string }>(
    tx,
    sql`select count(*) as wrong from inventory_balances where organization_id = ${organizationId} and status = 'allocated' and qty <> held_qty`,
  );
  const serials = await row<{ wrong: string }>(
    tx,
    sql`select count(*) as wrong
       from items i
       left join (select item_id, sum(qty) as qty from inventory_balances where organization_id = ${organizationId} group by item_id) b
         on b.item_id = i.id
       left join (select item_id, count(*) as live from serials where organization_id = ${organizationId} and state = 'in_stock'
                   group by item_id) s on s.item_id = i.id
      where i.organization_id = ${organizationId} and i.serial_tracked and coalesce(b.qty, 0) <> coalesce(s.live, 0)`,
  );
  return {
    checked_at: counted!.moment.toISOString(),
    keys_checked: Number(counted!.keys),
    mismatch_count: Number(counted!.mismatches),
    mismatches: wrong.map((mismatch) => ({
      ...mismatch,
      lot_no: mismatch.lot_no || null,
      balance: toJsonNumber(mismatch.balance),
      ledger: toJsonNumber(mismatch.ledger),
    })),
    allocation_mismatch_count: Number(allocated!.wrong),
    serial_mismatch_count: Number(serials!.wrong),
  };
}
