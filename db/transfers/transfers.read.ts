/** Reads of transfers: the list, and one with its lines and what of them is where. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { MissingOutcome, TransferStatus } from '../../domain/transfers/transfer-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';
import { equalTo, every, sql } from '../sql-text.ts';

export interface TransferRow {
  id: string;
  transfer_no: string;
  status: TransferStatus;
  merchant_id: string;
  from_warehouse_id: string;
  from_warehouse_code: string;
  to_warehouse_id: string;
  to_warehouse_code: string;
  shipment_id: string | null;
  shipment_no: string | null;
  receipt_id: string | null;
  receipt_no: string | null;
  ship_mode: ShipMode;
  carrier_code: string | null;
  expected_date: string | null;
  note: string;
  missing: MissingOutcome | null;
  end_reason: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  released_at: Date | null;
  in_transit_at: Date | null;
  partially_received_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  cancelled_at: Date | null;
}

/** What was shipped, and what of it has ended how; what has not is in transit. */
export interface SentQuantities {
  shipped_qty: string;
  received_qty: string;
  written_off_qty: string;
  back_qty: string;
  in_transit_qty: string;
}

export interface TransferLineRow extends SentQuantities {
  id: string;
  line_no: number;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  qty: string;
  receipt_line_id: string | null;
}

export interface TransferGoodsRow extends SentQuantities {
  transfer_line_id: string;
  item_id: string;
  lot_no: string | null;
  pallet_lpn: string | null;
}

export interface TransferDetail extends TransferRow {
  lines: TransferLineRow[];
  goods: TransferGoodsRow[];
}

const columns = sql`t.id, t.transfer_no, t.status, t.merchant_id, t.from_warehouse_id, f.code as from_warehouse_code,
  t.to_warehouse_id, w.code as to_warehouse_code, s.id as shipment_id, s.shipment_no, c.id as receipt_id, c.receipt_no,
  t.ship_mode, t.carrier_code, t.expected_date, t.note, t.missing, t.end_reason, t.created_by, t.created_at, t.updated_at,
  t.released_at, t.in_transit_at, t.partially_received_at, t.received_at, t.closed_at, t.cancelled_at`;

const from = sql`transfers t`;
const joins = sql`join warehouses f on f.organization_id = t.organization_id and f.id = t.from_warehouse_id
  join warehouses w on w.organization_id = t.organization_id and w.id = t.to_warehouse_id
  left join wms_shipments s on s.organization_id = t.organization_id and s.transfer_id = t.id
  left join inbound_receipts c on c.organization_id = t.organization_id and c.transfer_id = t.id`;

export const transferSorts = { created_at: 't.created_at', transfer_no: 't.transfer_no' } as const;

export interface TransferFilters {
  status?: TransferStatus;
  merchant_id?: string;
  from_warehouse_id?: string;
  to_warehouse_id?: string;
  q?: string;
}

const words = { table: 'transfers', id: 't.id', columns: ['t.transfer_no'] } as const;

/** A page of transfers, newest first. `q` searches transfer_no. */
export async function listTransfers(
  tx: TenantTransaction,
  { q, page, page_size, sort, ...equal }: TransferFilters & PageQuery,
): Promise<PageOf<TransferRow>> {
  const where = every([sql`t.organization_id = ${tx.organizationId}`, ...equalTo('t', equal)]);
  const search = await mentioning(tx, words, q);
  const list = {
    columns,
    from,
    joins,
    where,
    search,
    sorts: transferSorts,
    id: 't.id',
    usual: '-created_at',
  };
  return readPage<TransferRow>(tx, list, { page, page_size, sort });
}

/** One transfer with its lines, and its goods by lot and license plate. */
export async function findTransfer(tx: TenantTransaction, id: string): Promise<TransferDetail | undefined> {
  const sums = sql`coalesce(sum(g.qty), 0) as shipped_qty, coalesce(sum(g.received_qty), 0) as received_qty,
    coalesce(sum(g.written_off_qty), 0) as written_off_qty, coalesce(sum(g.back_qty), 0) as back_qty,
    coalesce(sum(g.qty - g.received_qty - g.written_off_qty - g.back_qty), 0) as in_transit_qty`;
  const [found, lines, goods] = await Promise.all([
    row<TransferRow>(
      tx,
      sql`select ${columns} from ${from} ${joins} where t.organization_id = ${tx.organizationId} and t.id = ${id}`,
    ),
    rows<TransferLineRow>(
      tx,
      sql`select l.id, l.line_no, l.item_id, i.sku, i.name as item_name, i.uom, l.qty, l.receipt_line_id, ${sums}
            from transfer_lines l
            join items i on i.organization_id = l.organization_id and i.id = l.item_id
            left join transfer_goods g on g.organization_id = l.organization_id and g.transfer_line_id = l.id
           where l.organization_id = ${tx.organizationId} and l.transfer_id = ${id}
           group by l.id, l.line_no, l.item_id, i.sku, i.name, i.uom, l.qty, l.receipt_line_id order by l.line_no`,
    ),
    rows<TransferGoodsRow>(
      tx,
      sql`select g.transfer_line_id, g.item_id, nullif(g.lot_no, '') as lot_no, p.lpn as pallet_lpn, ${sums}
            from transfer_goods g
            left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id
           where g.organization_id = ${tx.organizationId} and g.transfer_id = ${id}
           group by g.id, g.transfer_line_id, g.item_id, g.lot_no, p.lpn order by g.id`,
    ),
  ]);
  return found && { ...found, lines, goods };
}

/** The warehouses of these ids, by id, with what papers say of them. */
export async function readWarehouses(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; address: Record<string, unknown> }>> {
  const found = await rows<{ id: string; name: string; address: Record<string, unknown> }>(
    tx,
    sql`select id, name, address from warehouses
         where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
  return new Map(found.map(({ id, ...warehouse }) => [id, warehouse]));
}
