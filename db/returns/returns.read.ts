/** Reads of returns: the list, and one with its lines, inspections and dispositions. */
import type { DispositionKind, Grade } from '../../domain/returns/dispositions.ts';
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import type { InspectMode, ReplaceMoment } from '../../domain/returns/return-rules.ts';
import type { ReturnKind, ReturnStatus, WantedOutcome } from '../../domain/returns/return-states.ts';
import type { Warning } from '../../domain/refusal.ts';
import type { PrintJobStatus } from '../../domain/printing/print-job-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import type { PhotoRow } from '../quality/photos.read.ts';
import { mentioning } from '../search.ts';
import { isInForce } from './came-back.ts';
import { photosOfReturn } from './inspection-photos.read.ts';
import { creditedOfLine } from './live-credits.ts';
import { lotWarnings } from './shipped-lots.read.ts';

export interface ReturnRow {
  id: string;
  return_no: string;
  status: ReturnStatus;
  kind: ReturnKind;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  order_id: string | null;
  order_no: string | null;
  shipment_id: string | null;
  receipt_id: string | null;
  receipt_no: string | null;
  replacement_order_id: string | null;
  channel_return_no: string | null;
  expires_on: string | null;
  note: string;
  end_reason: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  authorized_at: Date | null;
  rejected_at: Date | null;
  cancelled_at: Date | null;
  expired_at: Date | null;
  receiving_at: Date | null;
  inspecting_at: Date | null;
  disposed_at: Date | null;
  closed_at: Date | null;
}

export interface ReturnLineRow {
  id: string;
  line_no: number;
  order_line_id: string | null;
  shipment_line_id: string | null;
  receipt_line_id: string | null;
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  qty: string;
  received_qty: string;
  inspected_qty: string;
  disposed_qty: string;
  credited_qty: string;
  reason_code: string;
  lot_no: string | null;
  wanted: WantedOutcome;
  rule_id: string | null;
  inspect: InspectMode;
  disposition: DispositionKind | null;
  credit_percent: string;
  restocking_fee: string;
  fee_item_id: string | null;
  replace_at: ReplaceMoment;
  serial_nos: string[];
}

export interface InspectionRow {
  id: string;
  return_line_id: string;
  qty: string;
  sampled_qty: string;
  disposed_qty: string;
  serial_nos: string[];
  grade: Grade;
  rule_id: string | null;
  disposition: DispositionKind | null;
  credit_percent: string;
  restocking_fee: string;
  fee_item_id: string | null;
  defects: string[];
  note: string;
  minutes: string | null;
  inspected_by: string;
  inspected_at: Date;
  photos: PhotoRow[];
}

export interface DispositionRow {
  id: string;
  inspection_id: string;
  return_line_id: string;
  qty: string;
  serial_nos: string[];
  kind: DispositionKind;
  to_item_id: string | null;
  vendor_return_id: string | null;
  shipment_id: string | null;
  is_cancelled: boolean;
  reason_code: string | null;
  note: string;
  ledger_entry_ids: string[];
  disposed_by: string;
  disposed_at: Date;
}

/** A credit note that pays units back. */
export interface ReturnCreditRow {
  id: string;
  invoice_no: string | null;
  status: DocumentStatus;
  original_invoice_id: string;
  currency: string;
  total: string;
}

/** A label of its parcel. */
export interface ReturnLabelRow {
  print_job_id: string;
  status: PrintJobStatus;
  copies: number;
  created_at: Date;
}

export interface ReturnDetail extends ReturnRow {
  lines: ReturnLineRow[];
  inspections: InspectionRow[];
  dispositions: DispositionRow[];
  credits: ReturnCreditRow[];
  labels: ReturnLabelRow[];
  warnings: Warning[];
}

const columns = sql`r.id, r.return_no, r.status, r.kind, r.merchant_id, r.warehouse_id, w.code as warehouse_code, r.order_id,
  o.order_no, r.shipment_id, c.id as receipt_id, c.receipt_no, p.id as replacement_order_id, r.channel_return_no, r.expires_on, r.note, r.end_reason,
  r.created_by, r.created_at, r.updated_at, r.authorized_at, r.rejected_at, r.cancelled_at, r.expired_at, r.receiving_at,
  r.inspecting_at, r.disposed_at, r.closed_at`;

const from = sql`returns r`;
const joins = sql`join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
  left join sales_orders o on o.organization_id = r.organization_id and o.id = r.order_id
  left join inbound_receipts c on c.organization_id = r.organization_id and c.return_id = r.id
  left join lateral (select x.id from sales_orders x
                      where x.organization_id = r.organization_id and x.replaces_return_id = r.id
                      order by x.status = 'cancelled', x.created_at desc limit 1) p on true`;

export const returnSorts = { created_at: 'r.created_at', return_no: 'r.return_no' } as const;

export interface ReturnFilters {
  status?: ReturnStatus;
  merchant_id?: string;
  warehouse_id?: string;
  order_id?: string;
  shipment_id?: string;
  q?: string;
}

const words = { table: 'returns', id: 'r.id', columns: ['r.return_no', 'r.channel_return_no'] } as const;

/** A page of returns, newest first. `q` searches return_no and channel_return_no. */
export async function listReturns(
  tx: TenantTransaction,
  { q, page, page_size, sort, ...equal }: ReturnFilters & PageQuery,
): Promise<PageOf<ReturnRow>> {
  const where = every([sql`r.organization_id = ${tx.organizationId}`, ...equalTo('r', equal)]);
  const search = await mentioning(tx, words, q);
  const list = { columns, from, joins, where, search, sorts: returnSorts, id: 'r.id', usual: '-created_at' };
  return readPage<ReturnRow>(tx, list, { page, page_size, sort });
}

/** One return with everything that was found and done. */
export async function findReturn(tx: TenantTransaction, id: string): Promise<ReturnDetail | undefined> {
  const [found, lines, inspections, dispositions, credits, labels, photos, warnings] = await Promise.all([
    row<ReturnRow>(
      tx,
      sql`select ${columns} from ${from} ${joins} where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
    ),
    readReturnLines(tx, id),
    rows<Omit<InspectionRow, 'photos'>>(
      tx,
      sql`select i.id, i.return_line_id, i.qty, i.sampled_qty, i.serial_nos, i.grade, i.rule_id,
                 i.disposition, i.credit_percent, i.restocking_fee, i.fee_item_id, i.defects, i.note, i.minutes, i.inspected_by,
                 i.inspected_at,
                 coalesce((select sum(d.qty) from dispositions d
                            where d.organization_id = i.organization_id and d.inspection_id = i.id
                              and ${isInForce('d')}), 0) as disposed_qty
            from inspections i join return_lines l on l.organization_id = i.organization_id and l.id = i.return_line_id
           where l.organization_id = ${tx.organizationId} and l.return_id = ${id} order by i.inspected_at, i.id`,
    ),
    rows<DispositionRow>(
      tx,
      sql`select d.id, d.inspection_id, d.return_line_id, d.qty, d.serial_nos, d.kind, d.to_item_id, d.reason_code, d.note,
                 (select v.vendor_return_id from vendor_return_lines v
                   where v.organization_id = d.organization_id and v.disposition_id = d.id) as vendor_return_id,
                 (select s.id from wms_shipments s
                   where s.organization_id = d.organization_id and s.disposition_id = d.id) as shipment_id,
                 not ${isInForce('d')} as is_cancelled,
                 array(select e.entry_id from disposition_entries e
                        where e.organization_id = d.organization_id and e.disposition_id = d.id order by e.entry_id) as ledger_entry_ids,
                 d.disposed_by, d.disposed_at
            from dispositions d join return_lines l on l.organization_id = d.organization_id and l.id = d.return_line_id
           where l.organization_id = ${tx.organizationId} and l.return_id = ${id} order by d.disposed_at, d.id`,
    ),
    rows<ReturnCreditRow>(
      tx,
      sql`select id, invoice_no, status, original_invoice_id, currency, total from invoices
           where organization_id = ${tx.organizationId} and return_id = ${id} order by created_at, id`,
    ),
    rows<ReturnLabelRow>(
      tx,
      sql`select id as print_job_id, status, copies, created_at from print_jobs
           where organization_id = ${tx.organizationId} and ref_id = ${id} and ref_type = 'return'
           order by created_at desc, id desc limit 20`,
    ),
    photosOfReturn(tx, id),
    lotWarnings(tx, id),
  ]);
  const withPhotos = inspections.map((one) => ({
    ...one,
    photos: photos.filter((photo) => photo.inspection_id === one.id),
  }));
  return found && { ...found, lines, inspections: withPhotos, dispositions, credits, labels, warnings };
}

function readReturnLines(tx: TenantTransaction, returnId: string): Promise<ReturnLineRow[]> {
  return rows<ReturnLineRow>(
    tx,
    sql`select l.id, l.line_no, l.order_line_id, l.shipment_line_id, l.receipt_line_id, l.item_id, i.sku, i.name as item_name,
               i.uom, l.qty, coalesce(c.received_qty + c.damaged_qty, 0) as received_qty, l.reason_code, l.lot_no, l.wanted,
               l.rule_id, l.inspect, l.disposition, l.credit_percent, l.restocking_fee, l.fee_item_id, l.replace_at,
               coalesce((select sum(x.qty) from inspections x
                          where x.organization_id = l.organization_id and x.return_line_id = l.id), 0) as inspected_qty,
               coalesce((select sum(d.qty) from dispositions d
                          where d.organization_id = l.organization_id and d.return_line_id = l.id
                            and ${isInForce('d')}), 0) as disposed_qty,
               ${creditedOfLine} as credited_qty,
               array(select u.serial_no from return_units u
                      where u.organization_id = l.organization_id and u.return_line_id = l.id order by u.serial_no) as serial_nos
          from return_lines l
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
          left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
         where l.organization_id = ${tx.organizationId} and l.return_id = ${returnId} order by l.line_no`,
  );
}
