/** What goes out again for a return: where to, and the orders that replace its goods, of what and under lock. */
import type { OrderStatus } from '../../domain/orders/order-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Units to be replaced. */
export interface UnitsToReplace {
  item_id: string;
  qty: string;
}

/** The units of a return that are replaced as it is authorized, by item: of all its lines, or of those just added. */
export function linesToReplace(
  tx: TenantTransaction,
  returnId: string,
  lineIds: readonly string[] | null = null,
): Promise<UnitsToReplace[]> {
  return rows(
    tx,
    sql`select item_id, sum(qty) as qty from return_lines
         where organization_id = ${tx.organizationId} and return_id = ${returnId} and wanted = 'replace' and replace_at = 'authorize'
           and (${lineIds}::uuid[] is null or id = any (${lineIds}::uuid[]))
         group by item_id order by min(line_no)`,
  );
}

export interface Home {
  ship_to: object;
  carrier_code: string | null;
  service_code: string | null;
}

/** Where the goods of an order were sent, and how. */
export async function homeOf(tx: TenantTransaction, orderId: string): Promise<Home> {
  const found = await row<Home>(
    tx,
    sql`select ship_to, carrier_code, service_code from sales_orders
         where organization_id = ${tx.organizationId} and id = ${orderId}`,
  );
  return found!;
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

export interface Replacement {
  id: string;
  order_no: string;
  status: OrderStatus;
}

/** The orders that replace goods of a locked return and are not cancelled, locked in id order. */
export function lockReplacements(tx: TenantTransaction, returnId: string): Promise<Replacement[]> {
  return rows<Replacement>(
    tx,
    sql`select id, order_no, status from sales_orders
         where organization_id = ${tx.organizationId} and replaces_return_id = ${returnId} and status <> 'cancelled'
         order by id for update`,
  );
}
