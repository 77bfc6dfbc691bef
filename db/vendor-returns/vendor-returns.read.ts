/** Reads of returns to vendors: the list, and one with its lines. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { SetAsideStatus } from '../../domain/inventory/allocations.ts';
import type { VendorReturnStatus } from '../../domain/vendor-returns/vendor-return-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';
import { equalTo, every, sql } from '../sql-text.ts';

export interface VendorReturnRow {
  id: string;
  return_no: string;
  status: VendorReturnStatus;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  vendor_id: string;
  vendor_name: string;
  shipment_id: string | null;
  shipment_no: string | null;
  authorization_no: string | null;
  credit_no: string | null;
  ship_mode: ShipMode;
  carrier_code: string | null;
  ship_to: Record<string, unknown>;
  note: string;
  end_reason: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  released_at: Date | null;
  shipped_at: Date | null;
  credited_at: Date | null;
  cancelled_at: Date | null;
}

export interface VendorReturnLineRow {
  id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  qty: string;
  stock_status: SetAsideStatus;
  location_id: string | null;
  location: string | null;
  lot_no: string | null;
  reason_code: string | null;
  serial_nos: string[];
  disposition_id: string | null;
  return_id: string | null;
}

export interface VendorReturnDetail extends VendorReturnRow {
  lines: VendorReturnLineRow[];
}

const columns = sql`r.id, r.return_no, r.status, r.merchant_id, r.warehouse_id, w.code as warehouse_code, r.vendor_id,
  v.name as vendor_name, s.id as shipment_id, s.shipment_no, r.authorization_no, r.credit_no, r.ship_mode, r.carrier_code,
  r.ship_to, r.note, r.end_reason, r.created_by, r.created_at, r.updated_at, r.released_at, r.shipped_at, r.credited_at,
  r.cancelled_at`;

const from = sql`vendor_returns r`;
const joins = sql`join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
  join vendors v on v.organization_id = r.organization_id and v.id = r.vendor_id
  left join wms_shipments s on s.organization_id = r.organization_id and s.vendor_return_id = r.id`;

const sorts = { created_at: 'r.created_at', return_no: 'r.return_no' } as const;

export interface VendorReturnFilters {
  status?: VendorReturnStatus;
  merchant_id?: string;
  warehouse_id?: string;
  vendor_id?: string;
  q?: string;
}

const words = {
  table: 'vendor_returns',
  id: 'r.id',
  columns: ['r.return_no', 'r.authorization_no', 'r.credit_no'],
} as const;

/** A page of returns to vendors, newest first. `q` searches return_no, authorization_no and credit_no. */
export async function listVendorReturns(
  tx: TenantTransaction,
  { q, page, page_size, sort, ...equal }: VendorReturnFilters & PageQuery,
): Promise<PageOf<VendorReturnRow>> {
  const where = every([sql`r.organization_id = ${tx.organizationId}`, ...equalTo('r', equal)]);
  const search = await mentioning(tx, words, q);
  const list = { columns, from, joins, where, search, sorts, id: 'r.id', usual: '-created_at' };
  return readPage<VendorReturnRow>(tx, list, { page, page_size, sort });
}

export async function findVendorReturn(
  tx: TenantTransaction,
  id: string,
): Promise<VendorReturnDetail | undefined> {
  const [found, lines] = await Promise.all([
    row<VendorReturnRow>(
      tx,
      sql`select ${columns} from ${from} ${joins} where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
    ),
    rows<VendorReturnLineRow>(
      tx,
      sql`select l.id, l.line_no, l.item_id, i.sku, i.name as item_name, i.uom, l.qty, l.stock_status, l.location_id,
                 p.code as location, nullif(l.lot_no, '') as lot_no, l.reason_code, l.serial_nos,
                 l.disposition_id, c.return_id
            from vendor_return_lines l
            join items i on i.organization_id = l.organization_id and i.id = l.item_id
            left join locations p on p.organization_id = l.organization_id and p.id = l.location_id
            left join dispositions d on d.organization_id = l.organization_id and d.id = l.disposition_id
            left join return_lines c on c.organization_id = d.organization_id and c.id = d.return_line_id
           where l.organization_id = ${tx.organizationId} and l.vendor_return_id = ${id} order by l.line_no`,
    ),
  ]);
  return found && { ...found, lines };
}
