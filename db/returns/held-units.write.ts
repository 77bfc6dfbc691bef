/** Returned units that wait on hold for their disposition, and what keeps them there. */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import { assertKeptOnHold, type AwaitingReturn } from '../../domain/returns/return-limits.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Stock of one lot on hold, wherever it stands in a warehouse: returned units may have been moved since. */
export interface HeldStock {
  warehouse_id: string;
  item_id: string;
  lot_no: string;
}

/**
 * Makes those who lift holds of this stock take turns, whatever the location: each counts what the one before it left.
 * Taken before balances are locked, and by nobody else.
 */
export async function lockLifting(tx: TenantTransaction, stock: HeldStock): Promise<void> {
  // Ids may come in capitals: both spellings are one stock.
  const ids = `${tx.organizationId}/${stock.warehouse_id}/${stock.item_id}`.toLowerCase();
  const name = `lift hold/${ids}/${stock.lot_no}`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Refuses 409 RETURN_UNDISPOSED when less is on hold than waits for a disposition. Both are read together, since counts
 * and dispositions change both at once.
 */
export async function assertReturnsKept(tx: TenantTransaction, stock: HeldStock): Promise<void> {
  assertKeptOnHold(await readHeldUnits(tx, stock));
}

/**
 * What is on hold of the stock, and what of it waits for a disposition. What arrived is the ledger's word, what became of
 * it the dispositions'; neither is ever changed.
 */
export async function readHeldUnits(
  tx: TenantTransaction,
  stock: HeldStock,
): Promise<{ held: Decimal; awaiting: AwaitingReturn[] }> {
  const found = await row<{ held: string; awaiting: AwaitingReturn[] }>(
    tx,
    sql`select (select coalesce(sum(b.qty), 0) from inventory_balances b
                 where b.organization_id = ${tx.organizationId} and b.warehouse_id = ${stock.warehouse_id}
                   and b.item_id = ${stock.item_id} and b.lot_no = ${stock.lot_no} and b.status = 'hold') as held,
               coalesce(jsonb_agg(jsonb_build_object('return_id', a.return_id, 'return_no', a.return_no, 'qty', a.qty::text)
                                  order by a.return_no), '[]') as awaiting
          from (select r.id as return_id, r.return_no, sum(${arrivedOnHold(stock)} - ${disposedFromHold(stock)}) as qty
                  from return_lines l
                  join returns r on r.organization_id = l.organization_id and r.id = l.return_id
                  join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
                 where l.organization_id = ${tx.organizationId} and l.item_id = ${stock.item_id}
                   and r.warehouse_id = ${stock.warehouse_id} and r.status in ('receiving', 'inspecting')
                 group by r.id, r.return_no) a
         where a.qty > 0`,
  );
  return { held: decimal(found!.held), awaiting: found!.awaiting };
}

function arrivedOnHold({ lot_no: lot }: HeldStock): SqlText {
  return sql`coalesce((select sum(e.qty_delta) from inventory_ledger e
                        where e.organization_id = l.organization_id and e.ref_id = c.receipt_id
                          and e.ref_line_id = l.receipt_line_id and e.item_id = l.item_id and e.lot_no = ${lot}
                          and e.status = 'hold' and e.transaction_type = any (${[...arrivalTypes, 'reverse']}::text[])), 0)`;
}

function disposedFromHold({ lot_no: lot }: HeldStock): SqlText {
  return sql`coalesce((select sum(d.qty) from dispositions d
                        where d.organization_id = l.organization_id and d.return_line_id = l.id
                          and d.lot_no = ${lot} and d.stock_status = 'hold'), 0)`;
}
