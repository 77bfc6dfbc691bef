/** Reads of pick jobs. They are the operator's: a merchant's token is shown none. */
import { liveJobStates, type PickJobStatus, type PickMethod } from '../../domain/picking/pick-job-states.ts';
import { openTaskStates, type PickTaskStatus } from '../../domain/picking/pick-task-states.ts';
import type { WalkName } from '../../domain/picking/walk.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { isKeptBack } from '../shipping/held-lots.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { isNotHeld, mayGoOn, openPicks, type PickTaskRow, type WantedPick } from './pick-tasks.read.ts';
import { isTaken } from './taken-picks.ts';

export interface PickJobRow {
  id: string;
  job_no: string;
  warehouse_id: string;
  method: PickMethod;
  status: PickJobStatus;
  person_id: string | null;
  person: string | null;
  cart: string | null;
  put_wall: string | null;
  zone: string | null;
  walk: WalkName;
  metres: string | null;
  shipments: number;
  tasks: number;
  tasks_left: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const ofJob = sql`t.organization_id = j.organization_id and t.job_id = j.id`;
const columns = sql`j.id, j.job_no, j.warehouse_id, j.method, j.status, j.person_id, j.person, j.cart, j.put_wall, j.zone,
  j.walk, j.metres, j.created_at, j.started_at, j.finished_at,
  (select count(distinct t.shipment_id) from pick_tasks t where ${ofJob})::integer as shipments,
  (select count(*) from pick_tasks t where ${ofJob})::integer as tasks,
  (select count(*) from pick_tasks t where ${ofJob} and ${isOneOf('t.status', openTaskStates)})::integer as tasks_left`;
const ownOnly = sql`nullif(current_setting('app.merchant_id', true), '') is null`;
const from = sql`pick_jobs j`;

export const pickJobSorts = { created_at: 'j.created_at', job_no: 'j.job_no' };

/** Pick jobs, newest first. */
export function listPickJobs(
  tx: TenantTransaction,
  filters: { status?: string; warehouse_id?: string; method?: string; person_id?: string },
  page: PageQuery,
): Promise<PageOf<PickJobRow>> {
  const where = every([sql`j.organization_id = ${tx.organizationId}`, ownOnly, ...equalTo('j', filters)]);
  const list = { columns, from, where, sorts: pickJobSorts, id: 'j.id', usual: '-created_at' };
  return readPage<PickJobRow>(tx, list, page);
}

export function findPickJob(tx: TenantTransaction, id: string): Promise<PickJobRow | undefined> {
  return row<PickJobRow>(
    tx,
    sql`select ${columns} from ${from} where j.organization_id = ${tx.organizationId} and ${ownOnly} and j.id = ${id}`,
  );
}

export interface JobTaskRow {
  id: string;
  status: PickTaskStatus;
  shipment_id: string;
  shipment_no: string;
  merchant_id: string;
  position: number;
  stop: number | null;
  metres: string | null;
  zone: string;
  location_id: string;
  location: string;
  item_id: string;
  sku: string;
  item_name: string;
  lot_no: string;
  lpn: string | null;
  qty: string;
  picked_qty: string | null;
  is_taken: boolean;
}

/** The zones in which something is left of a job that may go to its customer. */
export async function zonesLeft(tx: TenantTransaction, jobId: string): Promise<string[]> {
  const found = await rows<{ zone: string }>(
    tx,
    sql`select distinct t.zone from pick_tasks t
         where t.organization_id = ${tx.organizationId} and t.job_id = ${jobId} and ${isOneOf('t.status', openTaskStates)}
           and not ${isKeptBack(tx, 't')}`,
  );
  return found.map(({ zone }) => zone);
}

/** What is left of a job and is of a lot on hold: nobody waits for it. */
export async function keptOfJob(tx: TenantTransaction, jobId: string): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select t.id from pick_tasks t
         where t.organization_id = ${tx.organizationId} and t.job_id = ${jobId} and ${isOneOf('t.status', openTaskStates)}
           and ${isKeptBack(tx, 't')}`,
  );
  return new Set(found.map(({ id }) => id));
}

/** How much a batch still takes where this task of it is picked: the same goods for all its shipments. */
export async function stopQty(
  tx: TenantTransaction,
  task: Pick<PickTaskRow, 'job_id' | 'location_id' | 'item_id' | 'lot_no' | 'lpn_id'>,
): Promise<string> {
  const found = await row<{ qty: string }>(
    tx,
    sql`select coalesce(sum(t.qty), 0) as qty from pick_tasks t
         where t.organization_id = ${tx.organizationId} and t.job_id = ${task.job_id}
           and t.location_id = ${task.location_id} and t.item_id = ${task.item_id} and t.lot_no = ${task.lot_no}
           and t.lpn_id is not distinct from ${task.lpn_id}::uuid and ${isOneOf('t.status', openTaskStates)}
           and not ${isTaken}`,
  );
  return found!.qty;
}

/** The tasks of a job in walking order; one whose goods were moved since comes last. At most 99 shipments' tasks. */
export function listJobTasks(tx: TenantTransaction, jobId: string): Promise<JobTaskRow[]> {
  return rows<JobTaskRow>(
    tx,
    sql`select t.id, t.status, t.shipment_id, s.shipment_no, t.merchant_id, t.position, w.stop, w.metres, t.zone, t.location_id,
               l.code as location, t.item_id, i.sku, i.name as item_name, t.lot_no, p.lpn, t.qty, t.picked_qty,
               ${isTaken} as is_taken
          from pick_tasks t
          join wms_shipments s on s.organization_id = t.organization_id and s.id = t.shipment_id
          join locations l on l.organization_id = t.organization_id and l.id = t.location_id
          join items i on i.organization_id = t.organization_id and i.id = t.item_id
          left join lpns p on p.organization_id = t.organization_id and p.id = t.lpn_id
          left join lateral (
            select o.stop, o.metres from pick_job_stops o
             where o.organization_id = t.organization_id and o.job_id = t.job_id and o.location_id = t.location_id
             order by o.stop desc limit 1) w on true
         where t.organization_id = ${tx.organizationId} and t.job_id = ${jobId}
         order by w.stop nulls last, i.sku, t.lot_no, t.lpn_id, t.position, t.id limit 5000`,
  );
}

// Carts that claim at once each pass over what the others have just taken.
const candidatesMax = 300;

/** Shipments with open tasks that could be taken: the most urgent waves first, then as one comes by them. Read without locks. */
export async function shipmentsToPick(
  tx: TenantTransaction,
  { startsIn, ...wanted }: WantedPick & { startsIn: string | null },
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select t.shipment_id as id from ${openPicks(tx, wanted)}
         group by t.shipment_id
        having ${startsIn}::text is null or min(t.zone) = ${startsIn}
         order by min(t.priority), min(t.zone), min(t.pick_sequence), t.shipment_id limit ${candidatesMax}`,
  );
  return found.map(({ id }) => id);
}

export interface Walker {
  personId: string;
  warehouseId: string;
}

/**
 * The next task of each walker's job in that warehouse, undefined for who is on no walk: of a batch first what it has not
 * taken, then what is in hand and comes to the wall, whatever counts its place by now; of a job that has nothing left in its
 * zone one of another, to which it is handed on. What cannot be picked now keeps nobody from the rest of the walk.
 */
export async function nextOfJobs(
  tx: TenantTransaction,
  walkers: readonly Walker[],
): Promise<(string | undefined)[]> {
  if (walkers.length === 0) return [];
  const found = await rows<{ place: number; id: string }>(
    tx,
    sql`select distinct on (k.place) k.place::integer, t.id
          from unnest(${walkers.map(({ personId }) => personId)}::uuid[], ${walkers.map(({ warehouseId }) => warehouseId)}::uuid[])
                 with ordinality as k (person_id, warehouse_id, place)
          join pick_jobs j on j.organization_id = ${tx.organizationId} and j.person_id = k.person_id
           and j.warehouse_id = k.warehouse_id and ${isOneOf('j.status', liveJobStates)}
          join pick_tasks t on t.organization_id = j.organization_id and t.job_id = j.id
         where case when j.method = 'batch' and ${isTaken} then ${isNotHeld(tx)}
                    when j.zone <> t.zone then ${isOneOf('t.status', openTaskStates)} and not ${isKeptBack(tx, 't')} and not exists (
                      select 1 from pick_tasks p where p.organization_id = j.organization_id and p.job_id = j.id
                         and p.zone = j.zone and ${isOneOf('p.status', openTaskStates)} and not ${isKeptBack(tx, 'p')})
                    else t.status in ('assigned', 'in_progress') and ${mayGoOn(tx)} end
         order by k.place, j.created_at, (j.method = 'batch' and ${isTaken}),
                  (select max(s.stop) from pick_job_stops s where s.organization_id = t.organization_id
                      and s.job_id = t.job_id and s.location_id = t.location_id) nulls last, t.position, t.id`,
  );
  const byPlace = new Map(found.map(({ place, id }) => [place, id]));
  return walkers.map((_, index) => byPlace.get(index + 1));
}
