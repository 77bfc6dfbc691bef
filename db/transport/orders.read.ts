/**
 * Reads transport orders with their tenders, tracking and proofs of delivery. A merchant's token sees no rates, and what
 * tells of the whole load only where it reads that of the load itself.
 */
import { isOneOf } from '../state-columns.ts';
import { liveTenderStates } from '../../domain/transport/transport-states.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { PodType } from '../../domain/transport/pod-files.ts';
import type { TrackingCode } from '../../domain/transport/tracking.ts';
import type { TenderStatus, TransportStatus } from '../../domain/transport/transport-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { billOfLadingOf, isWhole } from '../shipping/whole-load.ts';

export interface TransportRow {
  id: string;
  transport_no: string;
  status: TransportStatus;
  load_id: string | null;
  load_no: string | null;
  warehouse_id: string | null;
  warehouse_code: string | null;
  ship_mode: ShipMode;
  origin: Record<string, unknown>;
  destination: Record<string, unknown>;
  pickup_date: string | null;
  delivery_date: string | null;
  carrier_id: string | null;
  carrier: string | null;
  tender_status: TenderStatus | null;
  tender_expires_at: Date | null;
  rate: string | null;
  currency: string | null;
  tracked_at: Date | null;
  delivered_at: Date | null;
  signed_by: string | null;
  pod_count: number;
  note: string;
  cancel_reason: string | null;
  created_at: Date;
  updated_at: Date;
  assigned_at: Date | null;
  dispatched_at: Date | null;
  in_transit_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
}

const columns = sql`o.id, o.transport_no, o.status, o.load_id, l.load_no, o.warehouse_id, w.code as warehouse_code, o.ship_mode,
  o.origin, case when ${isWhole} then o.destination else '{}' end as destination, o.pickup_date, o.delivery_date,
  o.carrier_id, c.name as carrier, t.status as tender_status, t.expires_at as tender_expires_at, t.rate, t.currency,
  o.tracked_at, o.delivered_at, case when ${isWhole} then o.signed_by end as signed_by,
  case when ${isWhole} then (select count(*)::integer from pod_files p
    where p.organization_id = o.organization_id and p.order_id = o.id) else 0 end as pod_count,
  case when ${isWhole} then o.note else '' end as note, case when ${isWhole} then o.cancel_reason end as cancel_reason,
  o.created_at, o.updated_at, o.assigned_at, o.dispatched_at, o.in_transit_at, o.completed_at,
  o.cancelled_at`;

const from = sql`transport_orders o`;
const joins = sql`left join loads l on l.organization_id = o.organization_id and l.id = o.load_id
  left join warehouses w on w.organization_id = o.organization_id and w.id = o.warehouse_id
  left join carriers c on c.organization_id = o.organization_id and c.id = o.carrier_id
  left join transport_tenders t on t.organization_id = o.organization_id and t.order_id = o.id
    and ${isOneOf('t.status', liveTenderStates)}
  ${billOfLadingOf(sql`o`, sql`o.load_id`)}`;

/** Joins the order of a table's rows, and its load's bill of lading. */
const ofOrder = (table: SqlText): SqlText => sql`
  join transport_orders o on o.organization_id = ${table}.organization_id and o.id = ${table}.order_id
  ${billOfLadingOf(sql`o`, sql`o.load_id`)}`;

export const transportSorts = {
  created_at: 'o.created_at',
  updated_at: 'o.updated_at',
  transport_no: 'o.transport_no',
};

export interface TransportFilters {
  status?: string;
  warehouse_id?: string;
  carrier_id?: string;
  load_id?: string;
}

export function listTransports(
  tx: TenantTransaction,
  filters: TransportFilters,
  page: PageQuery,
): Promise<PageOf<TransportRow>> {
  const parts = [sql`o.organization_id = ${tx.organizationId}`];
  if (filters.status) parts.push(sql`o.status = ${filters.status}`);
  if (filters.warehouse_id) parts.push(sql`o.warehouse_id = ${filters.warehouse_id}::uuid`);
  if (filters.carrier_id) parts.push(sql`o.carrier_id = ${filters.carrier_id}::uuid`);
  if (filters.load_id) parts.push(sql`o.load_id = ${filters.load_id}::uuid`);
  const list = {
    columns,
    from,
    joins,
    where: every(parts),
    sorts: transportSorts,
    id: 'o.id',
    usual: '-created_at',
  };
  return readPage<TransportRow>(tx, list, page);
}

export async function findTransport(tx: TenantTransaction, id: string): Promise<TransportRow | undefined> {
  const [found] = await rows<TransportRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where o.organization_id = ${tx.organizationId} and o.id = ${id}`,
  );
  return found;
}

export interface TenderRow {
  id: string;
  tender_no: number;
  carrier_id: string;
  carrier: string;
  rate: string;
  currency: string;
  status: TenderStatus;
  reason: string | null;
  offered_at: Date;
  expires_at: Date | null;
  answered_at: Date | null;
}

/** Every tender of an order, oldest first. */
export function listTenders(tx: TenantTransaction, orderId: string): Promise<TenderRow[]> {
  return rows<TenderRow>(
    tx,
    sql`select t.id, t.tender_no, t.carrier_id, c.name as carrier, t.rate, t.currency, t.status, t.reason, t.offered_at,
               t.expires_at, t.answered_at
          from transport_tenders t
          join carriers c on c.organization_id = t.organization_id and c.id = t.carrier_id
         where t.organization_id = ${tx.organizationId} and t.order_id = ${orderId} order by t.tender_no limit 500`,
  );
}

export interface TrackingRow {
  id: string;
  code: TrackingCode;
  occurred_at: Date;
  received_at: Date;
  location: string | null;
  note: string;
  source: string;
  external_id: string | null;
  moved_to: TransportStatus | null;
}

/** The tracking events of an order in the order they happened; the latest thousand. */
export async function listTracking(tx: TenantTransaction, orderId: string): Promise<TrackingRow[]> {
  const latest = await rows<TrackingRow>(
    tx,
    sql`select e.id, e.code, e.occurred_at, e.received_at, e.location, case when ${isWhole} then e.note else '' end as note,
               e.source, e.external_id, e.moved_to
          from transport_events e ${ofOrder(sql`e`)}
         where e.organization_id = ${tx.organizationId} and e.order_id = ${orderId}
         order by e.occurred_at desc, e.id desc limit 1000`,
  );
  return latest.toReversed();
}

export interface PodFileRow {
  id: string;
  filename: string;
  content_type: PodType;
  size_bytes: number;
  sha256: string;
  uploaded_by: string;
  uploaded_at: Date;
}

const podColumns = sql`p.id, p.filename, p.content_type, p.size_bytes, p.sha256, p.uploaded_by, p.uploaded_at`;
// A proof shows everything that was delivered.
const pods = sql`pod_files p ${ofOrder(sql`p`)}`;

export function listPodFiles(tx: TenantTransaction, orderId: string): Promise<PodFileRow[]> {
  return rows<PodFileRow>(
    tx,
    sql`select ${podColumns} from ${pods}
         where p.organization_id = ${tx.organizationId} and p.order_id = ${orderId} and ${isWhole}
         order by p.uploaded_at, p.id limit 1000`,
  );
}

export async function findPodFile(
  tx: TenantTransaction,
  orderId: string,
  id: string,
): Promise<PodFileRow | undefined> {
  const [found] = await rows<PodFileRow>(
    tx,
    sql`select ${podColumns} from ${pods}
         where p.organization_id = ${tx.organizationId} and p.order_id = ${orderId} and p.id = ${id} and ${isWhole}`,
  );
  return found;
}
