/** What an order that replaces returned goods is made of. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The units of a return that are to be replaced, by item. */
export function linesToReplace(
  tx: TenantTransaction,
  returnId: string,
): Promise<{ item_id: string; qty: string }[]> {
  return rows(
    tx,
    sql`select item_id, sum(qty) as qty from return_lines
         where organization_id = ${tx.organizationId} and return_id = ${returnId} and wanted = 'replace'
         group by item_id order by min(line_no)`,
  );
}

/** Of an order, what its replacement has too. The channel never hears of it, so it is none of its orders. */
export async function orderToReplace(
  tx: TenantTransaction,
  orderId: string,
): Promise<{ currency: string; [column: string]: unknown }> {
  const found = await row<{ currency: string }>(
    tx,
    sql`select customer_id, warehouse_id, retailer_id, carrier_code, service_code, ship_to, currency from sales_orders
         where organization_id = ${tx.organizationId} and id = ${orderId}`,
  );
  return found!;
}
