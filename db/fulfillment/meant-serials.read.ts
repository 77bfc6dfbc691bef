/** The serials that somebody decided to send: on the lines of a return to a vendor, or of units that go back to their customer. */
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { NamedSerials } from '../inventory/serials/ship-serials.write.ts';
import type { Shipment } from '../shipping/shipments.write.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/**
 * For a shipment of which nobody says which units leave: of an item of which all units meant are still there to leave,
 * beside others that were named at its picks.
 */
export function meantSerials(
  tx: TenantTransaction,
  { id, vendor_return_id: toVendor, disposition_id: toCustomer }: Shipment,
): Promise<NamedSerials[]> {
  const own = tx.organizationId;
  return rows<NamedSerials>(
    tx,
    sql`select m.item_id, array_agg(m.serial_no order by m.serial_no) as serial_nos
          from (select l.item_id, unnest(l.serial_nos) as serial_no from vendor_return_lines l
                 where l.organization_id = ${own} and l.vendor_return_id = ${toVendor}
                union all
                select l.item_id, unnest(d.serial_nos) from dispositions d
                  join return_lines l on l.organization_id = d.organization_id and l.id = d.return_line_id
                 where d.organization_id = ${own} and d.id = ${toCustomer}) m
          join serials x on x.organization_id = ${own} and x.item_id = m.item_id and x.serial_no = m.serial_no
           and x.state = 'in_stock'
         group by m.item_id
        having count(*) <= (select sum(a.qty - (
                              select count(*) from serials k
                               where k.organization_id = a.organization_id and k.item_id = a.item_id and k.allocation_id = a.id
                                 and k.serial_no <> all (array_agg(m.serial_no))))
                              from allocations a
                             where a.organization_id = ${own} and a.shipment_id = ${id} and a.item_id = m.item_id
                               and ${isOneOf('a.status', holdingStates)})`,
  );
}
