/** Where a label that names no printer could go. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

interface PrinterChoices {
  warehouse_count: number;
  /** A default printer without a warehouse takes the labels that name none. */
  has_unplaced_default: boolean;
  warehouses: { id: string; code: string; name: string }[];
  printers: { id: string; name: string; warehouse_code: string | null; is_default_label_printer: boolean }[];
}

const namedMax = 20;

/** The first twenty warehouses and printers by name, and the number of warehouses. */
export async function readPrinterChoices(tx: TenantTransaction): Promise<PrinterChoices> {
  const found = await row<PrinterChoices>(
    tx,
    sql`select
        (select count(*)::int from warehouses where organization_id = ${tx.organizationId} and is_active) as warehouse_count,
        exists (select 1 from print_devices d where d.organization_id = ${tx.organizationId} and d.warehouse_id is null
                   and d.is_default_label_printer and d.removed_at is null) as has_unplaced_default,
        (select coalesce(jsonb_agg(w), '[]') from (
           select id, code, name from warehouses where organization_id = ${tx.organizationId} and is_active
            order by code limit ${namedMax}) w) as warehouses,
        (select coalesce(jsonb_agg(p), '[]') from (
           select d.id, d.name, w.code as warehouse_code, d.is_default_label_printer
             from print_devices d left join warehouses w on w.organization_id = d.organization_id and w.id = d.warehouse_id
            where d.organization_id = ${tx.organizationId} and d.removed_at is null
            order by d.name, d.id limit ${namedMax}) p) as printers`,
  );
  return found!;
}

/** The id of the active warehouse with this code. */
export async function findWarehouseByCode(tx: TenantTransaction, code: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select id from warehouses where organization_id = ${tx.organizationId} and code = ${code} and is_active`,
  );
  return found?.id;
}
