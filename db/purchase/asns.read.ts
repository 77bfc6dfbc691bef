/** Reads advance shipping notices. From its first count on, an ASN's status is that of its receipt. */
import { isOneOf } from '../state-columns.ts';
import { countedStates } from '../../domain/receiving/receipt-states.ts';
import type { AsnStatus } from '../../domain/purchase/asn-states.ts';
import { isDay, readMomentAt, type Place } from '../business-day.read.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';

export interface AsnRow {
  id: string;
  asn_no: string;
  status: AsnStatus;
  merchant_id: string;
  warehouse_id: string;
  warehouse_code: string;
  po_id: string | null;
  po_no: string | null;
  vendor_id: string | null;
  vendor: string | null;
  receipt_id: string | null;
  eta: Date | null;
  container_no: string | null;
  seal_no: string | null;
  carrier: string | null;
  tracking_no: string | null;
  bol_no: string | null;
  vendor_ref: string | null;
  note: string;
  created_at: Date;
  updated_at: Date;
  departed_at: Date | null;
  arrived_at: Date | null;
  cancelled_at: Date | null;
}

export interface AsnLineRow {
  id: string;
  line_no: number;
  carton_id: string | null;
  item_id: string;
  sku: string;
  qty: string;
  uom: string;
  uom_factor: string;
  lot_no: string | null;
  expiry_date: string | null;
}

export interface AsnCartonRow {
  id: string;
  carton_no: number;
  sscc: string;
  weight_kg: string | null;
}

export interface EtaChangeRow {
  eta: Date | null;
  previous_eta: Date | null;
  reason: string;
  note: string;
  changed_by: string;
  changed_at: Date;
}

export interface AsnDetail extends AsnRow {
  lines: AsnLineRow[];
  cartons: AsnCartonRow[];
  eta_changes: EtaChangeRow[];
}

/** The status of ASN `a` with receipt `r`, as an expression. */
export const asnStatus: SqlText = sql`
  case when a.status = 'cancelled' then a.status
       when ${isOneOf('r.status', countedStates)} then r.status else a.status end`;

const asns = sql`asns a`;
const withReceipt = sql`left join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id`;
const from = sql`${asns} ${withReceipt}`;

const columns = sql`
  a.id, a.asn_no, ${asnStatus} as status, a.merchant_id, a.warehouse_id, w.code as warehouse_code, a.po_id, o.po_no,
  a.vendor_id, v.name as vendor, a.receipt_id, a.eta, a.container_no, a.seal_no, a.carrier, a.tracking_no, a.bol_no,
  a.vendor_ref, a.note, a.created_at, a.updated_at, a.departed_at, a.arrived_at, a.cancelled_at`;

const joins = sql`
  join warehouses w on w.organization_id = a.organization_id and w.id = a.warehouse_id
  left join purchase_orders o on o.organization_id = a.organization_id and o.id = a.po_id
  left join vendors v on v.organization_id = a.organization_id and v.id = a.vendor_id`;

export const asnSorts = {
  created_at: 'a.created_at',
  eta: { by: sql`a.eta`, isNullable: true },
  asn_no: 'a.asn_no',
} as const;

export interface AsnFilters {
  q?: string | undefined;
  status?: AsnStatus | undefined;
  merchant_id?: string | undefined;
  warehouse_id?: string | undefined;
  po_id?: string | undefined;
  container_no?: string | undefined;
}

const words = {
  table: 'asns',
  id: 'a.id',
  columns: ['a.asn_no', 'a.container_no', 'a.bol_no'],
} as const;

/** A page of ASNs, newest first. */
export async function listAsns(
  tx: TenantTransaction,
  filters: AsnFilters,
  page: PageQuery,
): Promise<PageOf<AsnRow>> {
  const { q, status, merchant_id, warehouse_id, po_id, container_no } = filters;
  const wanted = [sql`a.organization_id = ${tx.organizationId}`];
  if (status) wanted.push(sql`${asnStatus} = ${status}`);
  if (merchant_id) wanted.push(sql`a.merchant_id = ${merchant_id}`);
  if (warehouse_id) wanted.push(sql`a.warehouse_id = ${warehouse_id}`);
  if (po_id) wanted.push(sql`a.po_id = ${po_id}`);
  if (container_no) wanted.push(sql`a.container_no = ${container_no}`);
  const search = await mentioning(tx, words, q);
  const list = {
    columns,
    // Its receipt tells what the status is.
    ...(status ? { from: sql`${from} ${joins}` } : { from: asns, joins: sql`${withReceipt} ${joins}` }),
    where: every(wanted),
    search,
    sorts: asnSorts,
    id: 'a.id',
    usual: '-created_at',
  };
  return readPage<AsnRow>(tx, list, page);
}

/** One ASN with its lines, cartons and history of expected arrivals. */
export async function findAsn(tx: TenantTransaction, id: string): Promise<AsnDetail | undefined> {
  const [asn] = await rows<AsnRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where a.organization_id = ${tx.organizationId} and a.id = ${id}`,
  );
  if (!asn) return undefined;
  const cartons = await rows<AsnCartonRow>(
    tx,
    sql`select id, carton_no, sscc, weight_kg from asn_cartons
         where organization_id = ${tx.organizationId} and asn_id = ${id} order by carton_no`,
  );
  const changes = await rows<EtaChangeRow>(
    tx,
    sql`select eta, previous_eta, reason, note, changed_by, changed_at from asn_eta_changes
         where organization_id = ${tx.organizationId} and asn_id = ${id} order by changed_at, id`,
  );
  return { ...asn, lines: await readAsnLines(tx, id), cartons, eta_changes: changes };
}

export function readAsnLines(tx: TenantTransaction, asnId: string): Promise<AsnLineRow[]> {
  return rows<AsnLineRow>(
    tx,
    sql`select l.id, l.line_no, l.carton_id, l.item_id, i.sku, l.qty, l.uom, l.uom_factor, l.lot_no, l.expiry_date
          from asn_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where l.organization_id = ${tx.organizationId} and l.asn_id = ${asnId} order by l.line_no`,
  );
}

/**
 * What live ASNs of an order announce and nobody has counted yet, in base units by item. What is counted on a receipt is
 * taken once from all ASNs that are counted there.
 */
export async function readAnnounced(
  tx: TenantTransaction,
  orderId: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ item_id: string; qty: string }>(
    tx,
    sql`select announced.item_id, sum(greatest(announced.qty - coalesce(counted.qty, 0), 0)) as qty
          from (select a.receipt_id, l.item_id, sum(l.qty * l.uom_factor) as qty
                  from ${from} join asn_lines l on l.organization_id = a.organization_id and l.asn_id = a.id
                 where a.organization_id = ${tx.organizationId} and a.po_id = ${orderId}
                   and ${asnStatus} not in ('received', 'closed', 'cancelled')
                 group by a.receipt_id, l.item_id) announced
          left join lateral (
            select sum((n.received_qty + n.damaged_qty) * n.uom_factor) as qty from inbound_receipt_lines n
             where n.organization_id = ${tx.organizationId} and n.receipt_id = announced.receipt_id
               and n.item_id = announced.item_id) counted on true
         group by announced.item_id`,
  );
  return new Map(found.map(({ item_id: item, qty }) => [item, qty]));
}

/** When a delivery is expected: the moment said, or the beginning of the day said, at its warehouse. */
export async function etaAt(tx: TenantTransaction, place: Place, said: string): Promise<string> {
  return isDay(said) ? (await readMomentAt(tx, place, said)).toISOString() : said;
}
