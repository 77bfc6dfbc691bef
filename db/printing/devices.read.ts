/** Reads the list of print devices. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import type { PrinterLanguage } from '../../domain/printing/label-types.ts';
import { oldMinutesDefault } from '../../domain/printing/print-job-states.ts';
import { hasBacklog, waitingSince } from './backlogs.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface DeviceRow {
  id: string;
  name: string;
  model: string | null;
  device_type: string;
  connection: string;
  address: string;
  is_default_label_printer: boolean;
  status: string;
  last_seen_at: Date | null;
  hub_id: string;
  hub_name: string;
  warehouse_id: string | null;
  warehouse_name: string | null;
  takes: PrinterLanguage[];
  backlog_minutes: number | null;
  backlog: Backlog | null;
  created_at: Date;
}

/** What a printer found waiting, while it asks a person. */
export interface Backlog {
  /** All that wait, counted up to ten thousand. */
  labels: number;
  /** Of them those that have waited for more than an hour. */
  old_labels: number;
  oldest_queued_at: string;
  asked_at: string;
}

const countedMax = 10_000;

/** Null unless the printer `d` asks. */
export const backlogShown = sql`case when d.backlog_asked_at is not null and ${hasBacklog} then (
  select json_build_object('labels', count(*), 'old_labels', count(*) filter (where f.since < now() - make_interval(mins => ${oldMinutesDefault})),
           'oldest_queued_at', min(f.queued_at), 'asked_at', d.backlog_asked_at)
    from (select w.queued_at, ${waitingSince} as since from print_jobs w
           where w.organization_id = d.organization_id and w.device_id = d.id and w.status = 'queued'
             and (w.expires_at is null or w.expires_at > now())
           order by w.id limit ${countedMax}) f) end`;

const columns = sql`d.id, d.name, d.model, d.device_type, d.connection, d.address, d.is_default_label_printer, d.status,
  d.last_seen_at, d.hub_id, h.name as hub_name, d.warehouse_id, w.name as warehouse_name, d.takes, d.backlog_minutes,
  ${backlogShown} as backlog, d.created_at`;

const from = sql`print_devices d
  join hubs h on h.organization_id = d.organization_id and h.id = d.hub_id
  left join warehouses w on w.organization_id = d.organization_id and w.id = d.warehouse_id`;

// A printer removed from its hub's list is history: it is kept for its jobs but no longer shown.
const present = (organizationId: string): SqlText =>
  sql`d.organization_id = ${organizationId} and d.removed_at is null`;

export interface DeviceFilter extends PageQuery {
  warehouse_id?: string | undefined;
  hub_id?: string | undefined;
}

export function listDevices(tx: TenantTransaction, filter: DeviceFilter): Promise<PageOf<DeviceRow>> {
  const { warehouse_id, hub_id, ...page } = filter;
  const where = every([present(tx.organizationId), ...equalTo('d', { warehouse_id, hub_id })]);
  return readPage<DeviceRow>(tx, { columns, from, where, order: ['d.name', 'd.id'] }, page);
}

export function findDevice(tx: TenantTransaction, id: string): Promise<DeviceRow | undefined> {
  return row<DeviceRow>(
    tx,
    sql`select ${columns} from ${from} where ${present(tx.organizationId)} and d.id = ${id}`,
  );
}

/** Which of these printers their hubs still have. */
export async function presentDevices(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select d.id from print_devices d where ${present(tx.organizationId)} and d.id = any (${[...ids]}::uuid[])`,
  );
  return found.map(({ id }) => id);
}
