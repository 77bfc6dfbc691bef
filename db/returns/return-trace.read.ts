/**
 * The way of returned units, line by line: what sold them, what they left with, what they came in on, what was found, what
 * became of them, and what it did to the books. Each step names the one before it by a foreign key.
 */
import type { DispositionKind, Grade } from '../../domain/returns/dispositions.ts';
import type { WantedOutcome } from '../../domain/returns/return-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { sql } from '../sql-text.ts';
import { isInForce } from './came-back.ts';
import { readTracedBooks, type TracedBooks } from './return-trace-books.read.ts';
import { byLine, traced, type OfLine } from './traced-lines.ts';

interface TracedLineRow {
  return_line_id: string;
  line_no: number;
  item_id: string;
  sku: string;
  qty: string;
  reason_code: string;
  wanted: WantedOutcome;
  order_line_id: string | null;
  order_id: string | null;
  order_no: string | null;
  ordered_qty: string | null;
  fulfilled_qty: string | null;
  receipt_line_id: string | null;
  receipt_id: string | null;
  receipt_no: string | null;
  received_qty: string | null;
  damaged_qty: string | null;
}

type TracedShipment = OfLine<{
  shipment_line_id: string;
  shipment_id: string;
  shipment_no: string;
  status: ShipmentStatus;
  qty: string;
  tracking_no: string | null;
  shipped_at: Date | null;
}>;

type TracedUnit = OfLine<{
  serial_no: string;
  shipment_id: string | null;
  receipt_id: string | null;
}>;

type TracedEntry = OfLine<{
  entry_id: string;
  disposition_id: string | null;
  transaction_type: string;
  item_id: string;
  location_id: string;
  status: string;
  lot_no: string;
  qty_delta: string;
  actor: string;
  occurred_at: Date;
}>;

type TracedInspection = OfLine<{
  inspection_id: string;
  qty: string;
  grade: Grade;
  serial_nos: string[];
  inspected_by: string;
  inspected_at: Date;
}>;

type TracedDisposition = OfLine<{
  disposition_id: string;
  inspection_id: string;
  kind: DispositionKind;
  qty: string;
  serial_nos: string[];
  to_item_id: string | null;
  shipment_id: string | null;
  is_cancelled: boolean;
  disposed_by: string;
  disposed_at: Date;
}>;

export interface TracedLine extends TracedLineRow {
  shipments: TracedShipment[];
  units: TracedUnit[];
  ledger: TracedEntry[];
  inspections: TracedInspection[];
  dispositions: TracedDisposition[];
  books: TracedBooks | null;
}

const columns = sql`l.id as return_line_id, l.line_no, l.item_id, i.sku, l.qty, l.reason_code, l.wanted, l.order_line_id,
  o.id as order_id, o.order_no, ol.qty as ordered_qty, ol.fulfilled_qty, l.receipt_line_id, c.receipt_id, h.receipt_no,
  c.received_qty, c.damaged_qty`;

const from = sql`return_lines l
  join items i on i.organization_id = l.organization_id and i.id = l.item_id
  left join sales_order_lines ol on ol.organization_id = l.organization_id and ol.id = l.order_line_id
  left join sales_orders o on o.organization_id = ol.organization_id and o.id = ol.order_id
  left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
  left join inbound_receipts h on h.organization_id = c.organization_id and h.id = c.receipt_id`;

/** A page of a return's lines with their way, or undefined if there is no such return. The books only when asked for. */
export async function traceReturn(
  tx: TenantTransaction,
  returnId: string,
  page: PageQuery,
  { withBooks }: { withBooks: boolean },
): Promise<PageOf<TracedLine> | undefined> {
  const found = await row(
    tx,
    sql`select 1 from returns where organization_id = ${tx.organizationId} and id = ${returnId}`,
  );
  if (!found) return undefined;
  const where = sql`l.organization_id = ${tx.organizationId} and l.return_id = ${returnId}`;
  const list = { columns, from, where, order: ['l.line_no', 'l.id'] };
  const lines = await readPage<TracedLineRow>(tx, list, page);
  const ids = lines.rows.map(({ return_line_id: id }) => id);
  const [shipments, units, ledger, inspections, dispositions] = await Promise.all([
    shipmentsOf(tx, ids),
    unitsOf(tx, ids),
    ledgerOf(tx, ids),
    inspectionsOf(tx, ids),
    dispositionsOf(tx, ids),
  ]);
  const books = withBooks ? await readTracedBooks(tx, ids) : undefined;
  const shown = lines.rows.map((line) => {
    const of = <T>(steps: Map<string, T[]>): T[] => steps.get(line.return_line_id) ?? [];
    return {
      ...line,
      shipments: of(shipments),
      units: of(units),
      ledger: of(ledger),
      inspections: of(inspections),
      dispositions: of(dispositions),
      books: books ? books(line.return_line_id) : null,
    };
  });
  return { ...lines, rows: shown };
}

async function shipmentsOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedShipment>(
      tx,
      sql`select l.id as return_line_id, s.id as shipment_line_id, h.id as shipment_id, h.shipment_no, h.status, s.qty,
                 h.tracking_no, h.shipped_at
            from ${traced(tx, ids)}
            join wms_shipment_lines s on s.organization_id = l.organization_id and s.order_line_id = l.order_line_id
             and (l.shipment_line_id is null or s.id = l.shipment_line_id)
            join wms_shipments h on h.organization_id = s.organization_id and h.id = s.shipment_id and h.shipped_at is not null
           order by h.shipped_at, h.id`,
    ),
  );
}

async function unitsOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedUnit>(
      tx,
      sql`select l.id as return_line_id, n.serial_no, gone.shipment_id, back.receipt_id
            from ${traced(tx, ids)}
            cross join lateral (
              select u.serial_no from return_units u
               where u.organization_id = l.organization_id and u.return_line_id = l.id
               union
              select unnest(x.serial_nos) from inspections x
               where x.organization_id = l.organization_id and x.return_line_id = l.id) n
            left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
            left join lateral (
              select z.receipt_id from serials z
               where z.organization_id = l.organization_id and z.serial_no = n.serial_no and z.item_id = l.item_id
                 and z.receipt_id = c.receipt_id limit 1) back on true
            left join lateral (
              select z.shipment_id from serials z
                join wms_shipment_lines s on s.organization_id = z.organization_id and s.shipment_id = z.shipment_id
                 and s.order_line_id = l.order_line_id
               where z.organization_id = l.organization_id and z.serial_no = n.serial_no and z.item_id = l.item_id
               order by z.left_at desc limit 1) gone on true
           order by n.serial_no`,
    ),
  );
}

/** What its counts posted, and then its dispositions. */
async function ledgerOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedEntry>(
      tx,
      sql`select x.return_line_id, e.id as entry_id, x.disposition_id, e.transaction_type, e.item_id, e.location_id, e.status,
                 e.lot_no, e.qty_delta, e.actor, e.occurred_at
            from (select l.organization_id, l.id as return_line_id, null::uuid as disposition_id, e.id
                    from ${traced(tx, ids)}
                    join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
                    join inventory_ledger e on e.organization_id = c.organization_id and e.ref_id = c.receipt_id
                     and e.ref_line_id = c.id
                   union all
                  select l.organization_id, l.id, d.id, p.entry_id
                    from ${traced(tx, ids)}
                    join dispositions d on d.organization_id = l.organization_id and d.return_line_id = l.id
                    join disposition_entries p on p.organization_id = d.organization_id and p.disposition_id = d.id) x
            join inventory_ledger e on e.organization_id = x.organization_id and e.id = x.id
           order by e.occurred_at, e.id`,
    ),
  );
}

async function inspectionsOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedInspection>(
      tx,
      sql`select return_line_id, id as inspection_id, qty, grade, serial_nos, inspected_by, inspected_at from inspections
           where organization_id = ${tx.organizationId} and return_line_id = any (${[...ids]}::uuid[])
           order by inspected_at, id`,
    ),
  );
}

async function dispositionsOf(tx: TenantTransaction, ids: readonly string[]) {
  return byLine(
    await rows<TracedDisposition>(
      tx,
      sql`select d.return_line_id, d.id as disposition_id, d.inspection_id, d.kind, d.qty, d.serial_nos, d.to_item_id,
                 s.id as shipment_id, not ${isInForce('d')} as is_cancelled, d.disposed_by, d.disposed_at
            from dispositions d
            left join wms_shipments s on s.organization_id = d.organization_id and s.disposition_id = d.id
           where d.organization_id = ${tx.organizationId} and d.return_line_id = any (${[...ids]}::uuid[])
           order by d.disposed_at, d.id`,
    ),
  );
}
