/** Reads of serials: where a unit is, or was last, and who has it. */
import { row, type TenantTransaction } from '../../database.ts';
import { equalTo, every, sql } from '../../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../../page.ts';

export const serialStates = ['in_stock', 'in_transit', 'shipped', 'removed'] as const;
export type SerialState = (typeof serialStates)[number];

export interface SerialRow {
  id: string;
  serial_no: string;
  item_id: string;
  sku: string;
  item_name: string;
  merchant_id: string;
  state: SerialState;
  is_presumed: boolean;
  warehouse_id: string | null;
  location_id: string | null;
  location: string | null;
  lot_no: string | null;
  lpn_id: string | null;
  lpn: string | null;
  parent_lpn: string | null;
  is_place_presumed: boolean;
  placed_by: string | null;
  receipt_id: string | null;
  receipt_no: string | null;
  transfer_id: string | null;
  transfer_no: string | null;
  shipment_id: string | null;
  shipment_no: string | null;
  order_id: string | null;
  order_no: string | null;
  ship_to: string | null;
  tracking_no: string | null;
  received_at: Date;
  left_at: Date | null;
}

const columns = sql`s.id, s.serial_no, s.item_id, i.sku, i.name as item_name, i.merchant_id, s.state, s.is_presumed, l.warehouse_id,
  s.location_id, l.code as location, nullif(s.lot_no, '') as lot_no, s.lpn_id, p.lpn, u.lpn as parent_lpn, s.is_place_presumed,
  s.placed_by, s.receipt_id, r.receipt_no, s.transfer_id, t.transfer_no, s.shipment_id, h.shipment_no, h.order_id, o.order_no,
  h.ship_to ->> 'name' as ship_to, h.tracking_no, s.received_at, s.left_at`;

const from = sql`serials s`;
const joins = sql`join items i on i.organization_id = s.organization_id and i.id = s.item_id
  left join locations l on l.organization_id = s.organization_id and l.id = s.location_id
  left join lpns p on p.organization_id = s.organization_id and p.id = s.lpn_id
  left join lpns u on u.organization_id = p.organization_id and u.id = p.parent_lpn_id
  left join inbound_receipts r on r.organization_id = s.organization_id and r.id = s.receipt_id
  left join transfers t on t.organization_id = s.organization_id and t.id = s.transfer_id
  left join wms_shipments h on h.organization_id = s.organization_id and h.id = s.shipment_id
  left join sales_orders o on o.organization_id = h.organization_id and o.id = h.order_id`;

export interface SerialFilters {
  serial_no?: string;
  item_id?: string;
  state?: SerialState;
  location_id?: string;
  lpn_id?: string;
  receipt_id?: string;
  shipment_id?: string;
}

const sorts = { received_at: 's.received_at' };

/** Serials, those received last first. One that left and came back is there once for each time. */
export function listSerials(
  tx: TenantTransaction,
  filters: SerialFilters,
  page: PageQuery,
): Promise<PageOf<SerialRow>> {
  const where = every([sql`s.organization_id = ${tx.organizationId}`, ...equalTo('s', filters)]);
  const list = { columns, from, joins, where, sorts, id: 's.id', usual: '-received_at' };
  return readPage<SerialRow>(tx, list, page);
}

export function findSerial(tx: TenantTransaction, id: string): Promise<SerialRow | undefined> {
  return row<SerialRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where s.organization_id = ${tx.organizationId} and s.id = ${id}`,
  );
}
