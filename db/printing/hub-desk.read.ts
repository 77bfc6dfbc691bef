/** What the page of a hub shows of the platform's labels: which they are, what waits, and what its printers ask. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { backlogShown, type Backlog } from './devices.read.ts';
import { documentNumber } from './print-queue.read.ts';

/** Which label a job is, in the words of the trade. */
export interface LabelWords {
  print_job_id: string;
  label_kind: string;
  ref_type: string | null;
  /** The number of its document. */
  ref_no: string | null;
  /** The order it is for, where there is one. */
  order_no: string | null;
  /** The SKU, if the label is of one item. */
  sku: string | null;
}

export interface WaitingLabel extends LabelWords {
  device_id: string;
  copies: number;
  queued_at: Date;
}

export interface HubDesk {
  labels: LabelWords[];
  waiting: WaitingLabel[];
  backlogs: (Backlog & { device_id: string })[];
}

const shipmentId = sql`case
  when print_jobs.ref_type in ('shipment', 'wms_shipment') then print_jobs.ref_id
  when print_jobs.ref_type = 'carton' then (select c.shipment_id from cartons c
    where c.organization_id = print_jobs.organization_id and c.id = print_jobs.ref_id)
  when print_jobs.ref_type = 'label' then (select p.shipment_id from label_purchases p
    where p.organization_id = print_jobs.organization_id and p.id = print_jobs.ref_id) end`;

const words = sql`print_jobs.id as print_job_id, print_jobs.label_kind, print_jobs.ref_type,
  coalesce(${documentNumber},
    case print_jobs.ref_type
      when 'label' then (select p.tracking_no from label_purchases p
        where p.organization_id = print_jobs.organization_id and p.id = print_jobs.ref_id)
      when 'return' then (select r.return_no from returns r
        where r.organization_id = print_jobs.organization_id and r.id = print_jobs.ref_id)
      when 'location' then (select l.code from locations l
        where l.organization_id = print_jobs.organization_id and l.id = print_jobs.ref_id) end) as ref_no,
  (select o.order_no from wms_shipments s
     join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
    where s.organization_id = print_jobs.organization_id and s.id = ${shipmentId}) as order_no,
  case when print_jobs.ref_type in ('pallet', 'lpn') then (
      select case when count(distinct i.sku) = 1 then min(i.sku) end
        from inventory_balances b join items i on i.organization_id = b.organization_id and i.id = b.item_id
       where b.organization_id = print_jobs.organization_id and b.lpn_id = print_jobs.ref_id and b.qty > 0)
    when print_jobs.ref_type = 'item' then (select i.sku from items i
       where i.organization_id = print_jobs.organization_id and i.id = print_jobs.ref_id) end as sku`;

/**
 * The desk of a hub: these jobs, which it printed; the labels that have waited longest for its printers, at most
 * `waitingMax`; and the printers that ask about theirs.
 */
export async function readHubDesk(
  tx: TenantTransaction,
  hubId: string,
  printJobIds: readonly string[],
  waitingMax: number,
): Promise<HubDesk> {
  const [labels, waiting, backlogs] = await Promise.all([
    rows<LabelWords>(
      tx,
      sql`select ${words} from print_jobs
        where print_jobs.organization_id = ${tx.organizationId} and print_jobs.id = any(${[...printJobIds]}::uuid[])
          and print_jobs.hub_id = ${hubId}`,
    ),
    rows<WaitingLabel>(
      tx,
      sql`select ${words}, print_jobs.device_id, print_jobs.copies, print_jobs.queued_at
        from print_devices d
        cross join lateral (
          select * from print_jobs w
           where w.organization_id = d.organization_id and w.device_id = d.id and w.status = 'queued'
             and (w.expires_at is null or w.expires_at > now())
           order by w.id limit ${waitingMax}) print_jobs
       where d.organization_id = ${tx.organizationId} and d.hub_id = ${hubId} and d.removed_at is null
       order by print_jobs.id limit ${waitingMax}`,
    ),
    rows<{ device_id: string; backlog: Backlog }>(
      tx,
      sql`select * from (select d.id as device_id, ${backlogShown} as backlog from print_devices d
        where d.organization_id = ${tx.organizationId} and d.hub_id = ${hubId} and d.removed_at is null
          and d.backlog_asked_at is not null) asking where backlog is not null order by device_id`,
    ),
  ]);
  return {
    labels,
    waiting,
    backlogs: backlogs.map(({ device_id, backlog }) => ({ device_id, ...backlog })),
  };
}

/** Whether the printer is this hub's. */
export async function isPrinterOfHub(
  tx: TenantTransaction,
  hubId: string,
  deviceId: string,
): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from print_devices d
      where d.organization_id = ${tx.organizationId} and d.id = ${deviceId} and d.hub_id = ${hubId} and d.removed_at is null`,
  );
  return found !== undefined;
}
