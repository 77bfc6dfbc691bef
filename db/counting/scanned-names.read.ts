/** What a counter's scans name: places of the task by their code, items by their SKU or a barcode. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { CountedStock } from './count-scans.write.ts';

/** The places of a task with these codes: their ids. */
export async function placesScanned(
  tx: TenantTransaction,
  taskId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ code: string; id: string }>(
    tx,
    sql`select l.code, l.id from count_task_locations c
          join locations l on l.organization_id = c.organization_id and l.id = c.location_id
         where c.organization_id = ${tx.organizationId} and c.task_id = ${taskId} and l.code = any (${[...codes]}::text[])`,
  );
  return new Map(found.map(({ code, id }) => [code, id]));
}

export interface ScannedItem {
  place: number;
  item_id: string;
  /** Not its SKU was read, but a barcode, which stands for a unit. */
  is_barcode: boolean;
}

/**
 * The items that each scan may be of, of any merchant: of those the ones the task counts, and of those the ones that lie
 * where it was scanned, if there are any.
 */
export function itemsScanned(
  tx: TenantTransaction,
  taskId: string,
  scans: readonly { place: number; item: string; location_id: string }[],
): Promise<ScannedItem[]> {
  return rows<ScannedItem>(
    tx,
    sql`with named as (
          select k.place, k.location_id, i.id as item_id, false as is_barcode
            from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as k (place integer, item text, location_id uuid)
            join merchants m on m.organization_id = ${tx.organizationId}
            join items i on i.organization_id = m.organization_id and i.merchant_id = m.id and i.sku = k.item
          union all
          select k.place, k.location_id, b.item_id, true
            from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as k (place integer, item text, location_id uuid)
            join item_barcodes b on b.organization_id = ${tx.organizationId} and b.barcode = k.item
        ), once as (
          select distinct on (n.place, n.item_id) n.place, n.item_id, n.is_barcode,
                 t.item_ids is null or n.item_id = any (t.item_ids) as is_asked,
                 exists (select 1 from inventory_balances b
                          where b.organization_id = t.organization_id and b.location_id = n.location_id
                            and b.item_id = n.item_id and b.qty > 0) as is_there
            from named n join count_tasks t on t.organization_id = ${tx.organizationId} and t.id = ${taskId}
           order by n.place, n.item_id, n.is_barcode
        ), ranked as (
          select o.*, rank() over (partition by o.place order by o.is_asked desc, o.is_there desc) as place_of from once o
        )
        select place, item_id, is_barcode from ranked where place_of = 1 order by place, item_id`,
  );
}

/** The status of the planned line that each scan is of, by its place, where there is exactly one of that item and lot. */
export async function statusesPlanned(
  tx: TenantTransaction,
  taskId: string,
  scans: readonly { place: number; location_id: string; item_id: string; lot_no: string }[],
): Promise<ReadonlyMap<number, CountedStock['status']>> {
  const found = await rows<{ place: number; status: CountedStock['status'] }>(
    tx,
    sql`select k.place, min(n.status) as status
          from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as k (place integer, location_id uuid, item_id uuid, lot_no text)
          join count_lines n on n.organization_id = ${tx.organizationId} and n.task_id = ${taskId} and n.is_planned
           and n.location_id = k.location_id and n.item_id = k.item_id and n.lot_no = k.lot_no
         group by k.place having count(*) = 1`,
  );
  return new Map(found.map(({ place, status }) => [place, status]));
}
