/** What the label of a parcel that comes back says, and what its carrier is told. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface ReturnForLabel {
  order_no: string | null;
  merchant: string;
  warehouse: string;
  address: Record<string, unknown>;
  /** What its items weigh together; null where the weight of one is unknown. */
  items_kg: string | null;
}

export async function readReturnForLabel(tx: TenantTransaction, id: string): Promise<ReturnForLabel> {
  const found = await row<ReturnForLabel>(
    tx,
    sql`select coalesce(o.channel_order_no, o.order_no) as order_no, m.name as merchant, w.name as warehouse, w.address,
               (select case when bool_and(i.weight_kg is not null) then sum(l.qty * i.weight_kg) end
                  from return_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
                 where l.organization_id = r.organization_id and l.return_id = r.id) as items_kg
          from returns r
          join merchants m on m.organization_id = r.organization_id and m.id = r.merchant_id
          join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
          left join sales_orders o on o.organization_id = r.organization_id and o.id = r.order_id
         where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
  return found!;
}
