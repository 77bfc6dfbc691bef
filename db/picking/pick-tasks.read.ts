/** Reads of pick tasks. */
import type { PickJobStatus, PickMethod } from '../../domain/picking/pick-job-states.ts';
import type { PickTaskStatus } from '../../domain/picking/pick-task-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readTogether } from '../shared-reads.ts';
import { areUnlocked } from '../inventory/location-locks.read.ts';
import { isKeptBack } from '../shipping/held-lots.ts';
import { metresTo, type Here } from './nearness.ts';
import { isTaken } from './taken-picks.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface PickTaskRow {
  id: string;
  status: PickTaskStatus;
  wave_id: string;
  wave_no: string;
  shipment_id: string;
  shipment_no: string;
  merchant_id: string;
  warehouse_id: string;
  zone: string;
  pick_sequence: number;
  /** Of its wave: the smallest is the most urgent. */
  priority: number;
  location_id: string;
  location: string;
  level: number | null;
  item_id: string;
  sku: string;
  item_name: string;
  lot_no: string;
  lpn_id: string | null;
  lpn: string | null;
  qty: string;
  picked_qty: string | null;
  assignee_id: string | null;
  assignee: string | null;
  job_id: string | null;
  job_no: string | null;
  job_method: PickMethod | null;
  job_status: PickJobStatus | null;
  /** Where a job of method zone is now. */
  job_zone: string | null;
  cart: string | null;
  put_wall: string | null;
  position: number | null;
  /** A batch took its goods from their place, and they are not put anywhere yet. */
  is_taken: boolean;
  /** The planned move that brings its goods. */
  waits_for_move_id: string | null;
  count_task_id: string | null;
  please_count: string | null;
  created_at: Date;
  assigned_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
}

// The place, once what the ledger has of the item there is so little that counting it costs no walk.
const pleaseCount = sql`(select l.id where t.status = 'done' and t.count_task_id is null
  and (select coalesce(sum(b.qty), 0) from inventory_balances b where b.organization_id = t.organization_id
        and b.location_id = t.location_id and b.item_id = t.item_id)
      <= (select o.count_below from organizations o where o.id = t.organization_id))`;

const columns = sql`t.id, t.status, t.wave_id, w.wave_no, t.shipment_id, s.shipment_no, t.merchant_id, t.warehouse_id,
  t.zone, t.pick_sequence, t.priority, t.location_id, l.code as location, l.level, t.item_id, i.sku, i.name as item_name, t.lot_no, t.lpn_id,
  p.lpn, t.qty, t.picked_qty, t.assignee_id, t.assignee, t.job_id, j.job_no, j.method as job_method,
  j.status as job_status, j.zone as job_zone, j.cart, j.put_wall, t.position, ${isTaken} as is_taken, t.waits_for_move_id, t.count_task_id,
  ${pleaseCount} as please_count, t.created_at, t.assigned_at, t.started_at, t.finished_at`;

const from = sql`pick_tasks t
  join waves w on w.organization_id = t.organization_id and w.id = t.wave_id
  join wms_shipments s on s.organization_id = t.organization_id and s.id = t.shipment_id
  join locations l on l.organization_id = t.organization_id and l.id = t.location_id
  join items i on i.organization_id = t.organization_id and i.id = t.item_id
  left join lpns p on p.organization_id = t.organization_id and p.id = t.lpn_id
  left join pick_jobs j on j.organization_id = t.organization_id and j.id = t.job_id`;

/** Pick tasks in walking order: zone, pick sequence, location. */
export function listPickTasks(
  tx: TenantTransaction,
  filters: Readonly<Record<string, string | undefined>>,
  page: PageQuery,
): Promise<PageOf<PickTaskRow>> {
  const where = every([sql`t.organization_id = ${tx.organizationId}`, ...equalTo('t', filters)]);
  const list = { columns, from, where, order: ['t.zone', 't.pick_sequence', 'l.code', 't.id'] };
  return readPage<PickTaskRow>(tx, list, page);
}

export const findPickTask = readTogether<PickTaskRow>(async (tx, ids) => {
  const found = await rows<PickTaskRow>(
    tx,
    sql`select ${columns} from ${from} where t.organization_id = ${tx.organizationId} and t.id = any (${[...ids]}::uuid[])`,
  );
  return new Map(found.map((task) => [task.id, task]));
});

// Groups of claims may ask at once; each passes over the tasks the others have just taken.
const takenByOthersMax = 150;

/** How far a task's place is from where the person stands. */
export const metresToPick = (here: Here | undefined): SqlText => metresTo(here, sql`t.location_id`);

/** The order of what is equally urgent: the nearest first if it is known, else as the floor is walked. */
export const walkingOrder = (here: Here | undefined): SqlText =>
  here
    ? sql`${metresToPick(here)} nulls last, t.zone, t.pick_sequence, t.id`
    : sql`t.zone, t.pick_sequence, t.id`;

export interface WantedPick {
  warehouseId: string;
  waveId: string | null;
  zone: string | null;
  here?: Here | undefined;
  templateId?: string | undefined;
}

const isOrderFree = sql`not exists (select 1 from wms_shipments s join sales_order_holds h on h.organization_id = s.organization_id
                           and h.order_id = s.order_id and h.lifted_at is null
                         where s.organization_id = t.organization_id and s.id = t.shipment_id)`;

/** Whether nothing holds the order of task `t`, nor its lot. */
export const isNotHeld = (tx: TenantTransaction): SqlText =>
  sql`${isOrderFree} and not ${isKeptBack(tx, 't')}`;

/** Whether task `t` can be picked now: orders and lots on hold and places locked for a count wait. */
export const mayGoOn = (tx: TenantTransaction): SqlText =>
  sql`${isNotHeld(tx)} and ${areUnlocked(tx, 't.location_id')}`;

/** Open tasks `t` that could be taken: goods on their way, and what may not go on, wait. */
export const openPicks = (
  tx: TenantTransaction,
  { warehouseId, waveId, zone, templateId }: WantedPick,
): SqlText => sql`pick_tasks t
      where t.organization_id = ${tx.organizationId} and t.warehouse_id = ${warehouseId} and t.status = 'open'
        and t.waits_for_move_id is null and (${waveId}::uuid is null or t.wave_id = ${waveId}) and (${zone}::text is null or t.zone = ${zone})
        and (${templateId ?? null}::uuid is null or exists (
          select 1 from waves v where v.organization_id = t.organization_id and v.id = t.wave_id and v.template_id = ${templateId ?? null}))
        and ${mayGoOn(tx)}`;

/** A task that could be taken, and the documents that are locked before it. */
export interface NextPick {
  id: string;
  shipment_id: string;
  order_id: string | null;
}

/**
 * Tasks that could be taken next, of the most urgent waves first, in walking order: so many, and some more for those that
 * others take meanwhile. Read without locks: the caller that takes one locks it and checks again.
 */
export function nextPicks(tx: TenantTransaction, wanted: WantedPick, atLeast: number): Promise<NextPick[]> {
  return rows<NextPick>(
    tx,
    sql`select n.id, n.shipment_id, d.order_id
          from (select c.*, row_number() over () as place
                  from (select t.organization_id, t.id, t.shipment_id from ${openPicks(tx, wanted)}
                         order by t.priority, ${walkingOrder(wanted.here)} limit ${atLeast + takenByOthersMax}) c) n
          join wms_shipments d on d.organization_id = n.organization_id and d.id = n.shipment_id
         order by n.place`,
  );
}
