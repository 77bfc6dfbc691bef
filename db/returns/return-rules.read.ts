/** Reads return rules in the order they are tried. */
import type { ReturnRule } from '../../domain/returns/return-rules.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** The active rules that may apply to a merchant's goods, in the order they are tried. */
export function rulesFor(tx: TenantTransaction, merchantId: string): Promise<ReturnRule[]> {
  return rows<ReturnRule>(
    tx,
    sql`select id, name, priority, merchant_id, item_class, reason_code, grade, kind, inspect, disposition, credit_percent,
               restocking_fee, fee_item_id, replace_at, window_days, auto_authorize
          from return_rules
         where organization_id = ${tx.organizationId} and is_active and (merchant_id is null or merchant_id = ${merchantId})
         order by priority, created_at, id`,
  );
}

/** Of each of these lines, the class of its item and when its order line left last. */
export function linesLeftAt(
  tx: TenantTransaction,
  lines: readonly { item_id: string; order_line_id: string | null }[],
): Promise<{ item_class: string; left_at: Date | null }[]> {
  return rows(
    tx,
    sql`select i.item_class, (select max(h.shipped_at) from wms_shipment_lines s
                                join wms_shipments h on h.organization_id = s.organization_id and h.id = s.shipment_id
                               where s.organization_id = i.organization_id and s.order_line_id = l.order_line_id) as left_at
          from unnest(${lines.map((line) => line.item_id)}::uuid[], ${lines.map((line) => line.order_line_id)}::uuid[])
                 with ordinality as l (item_id, order_line_id, place)
          join items i on i.organization_id = ${tx.organizationId} and i.id = l.item_id
         order by l.place`,
  );
}

/** Whose an item is, and of which class. */
export function itemFacts(
  tx: TenantTransaction,
  itemId: string,
): Promise<{ merchant_id: string; item_class: string | null } | undefined> {
  return row(
    tx,
    sql`select merchant_id, item_class from items where organization_id = ${tx.organizationId} and id = ${itemId}`,
  );
}
