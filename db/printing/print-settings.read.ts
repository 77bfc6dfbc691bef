/** When printers ask about their backlog, by warehouse, and how long labels are worth printing, by kind. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface PrintSettings {
  warehouses: { warehouse_id: string; backlog_minutes: number }[];
  kinds: { label_kind: string; expires_after_minutes: number }[];
}

export async function readPrintSettings(tx: TenantTransaction): Promise<PrintSettings> {
  const [warehouses, kinds] = await Promise.all([
    rows<PrintSettings['warehouses'][number]>(
      tx,
      sql`select warehouse_id, minutes as backlog_minutes from print_backlog_limits
        where organization_id = ${tx.organizationId} order by warehouse_id`,
    ),
    rows<PrintSettings['kinds'][number]>(
      tx,
      sql`select label_kind, minutes as expires_after_minutes from label_lives
        where organization_id = ${tx.organizationId} order by label_kind`,
    ),
  ]);
  return { warehouses, kinds };
}
