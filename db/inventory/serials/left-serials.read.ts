/** Which units a shipment left with, for who says it once more. */
import { rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import type { NamedSerials } from './ship-serials.write.ts';

export function readSerialsLeft(tx: TenantTransaction, shipmentId: string): Promise<NamedSerials[]> {
  return rows(
    tx,
    sql`select item_id, array_agg(serial_no order by serial_no) as serial_nos from serials
         where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId} group by item_id order by item_id`,
  );
}
