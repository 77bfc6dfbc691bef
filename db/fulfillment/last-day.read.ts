/** What the warehouses of an organization did in the last day, hour by hour. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export const dayMeasures = ['orders', 'shipped', 'receipts', 'labels', 'labels_failed'] as const;
export type DayMeasure = (typeof dayMeasures)[number];

export interface HourCount {
  /** Null for what has no warehouse yet, or never will. */
  warehouse_id: string | null;
  measure: DayMeasure;
  /** 0 is the oldest of 24. */
  hour: number;
  count: number;
}

/**
 * Orders that came in, shipments that left, receipts received, labels printed and labels failed, by hour of the 24 before
 * `until`. Each reads a day of its table by an index.
 */
export function readLastDay(tx: TenantTransaction, until: Date): Promise<HourCount[]> {
  const from = sql`(${until}::timestamptz - interval '24 hours')`;
  const counted = (measure: DayMeasure, moment: SqlText, rowsOf: SqlText, warehouse: SqlText): SqlText =>
    sql`select ${warehouse} as warehouse_id, ${measure}::text as measure,
               floor(extract(epoch from ${moment} - ${from}) / 3600)::int as hour, count(*)::int as count
          from ${rowsOf} and ${moment} >= ${from} and ${moment} < ${until}::timestamptz
         group by 1, 2, 3`;
  const own = sql`x.organization_id = ${tx.organizationId}`;
  // The indexes by these moments go by merchant.
  const ofMerchants = (table: SqlText): SqlText =>
    sql`merchants m join ${table} x on x.organization_id = m.organization_id and x.merchant_id = m.id
      where m.organization_id = ${tx.organizationId}`;
  // A label's index is by when it was made: one that waited for more than a day is left out.
  const labels = (status: string): SqlText =>
    sql`print_jobs x left join print_devices d on d.organization_id = x.organization_id and d.id = x.device_id
      where ${own} and x.created_at >= ${from} - interval '24 hours' and x.status = ${status}`;
  const place = sql`coalesce(x.warehouse_id, d.warehouse_id)`;
  const here = sql`x.warehouse_id`;
  return rows<HourCount>(
    tx,
    sql`${counted('orders', sql`x.created_at`, sql`sales_orders x where ${own}`, here)}
      union all ${counted('shipped', sql`x.shipped_at`, ofMerchants(sql`wms_shipments`), here)}
      union all ${counted('receipts', sql`x.received_at`, ofMerchants(sql`inbound_receipts`), here)}
      union all ${counted('labels', sql`x.finished_at`, labels('done'), place)}
      union all ${counted('labels_failed', sql`x.finished_at`, labels('failed'), place)}`,
  );
}

export interface WarehouseName {
  id: string;
  code: string;
  name: string;
}

/** The warehouses a person can tell apart on one page. */
export function firstWarehouses(tx: TenantTransaction, limit: number): Promise<WarehouseName[]> {
  return rows<WarehouseName>(
    tx,
    sql`select id, code, name from warehouses where organization_id = ${tx.organizationId} and is_active
      order by priority, code limit ${limit}`,
  );
}
