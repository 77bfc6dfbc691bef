/** What people were given and have not finished: of a walk the job knows (`nextOfJobs`), of everything else the work itself. */
import { usualPriority, type WorkKind } from '../../domain/tasks/work-kinds.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { areUnlocked } from '../inventory/location-locks.read.ts';
import { mayGoOn } from '../picking/pick-tasks.read.ts';
import { standsAt } from '../shipping/put-back-place.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';

export interface Holder {
  person_id: string;
  warehouse_id: string;
  kinds: readonly WorkKind[];
}

interface InHand {
  kind: WorkKind;
  id: string;
}

const usual = sql`${usualPriority}::integer`;

/** Work of `a.person_id` of each kind; what cannot be done at this moment is left out, so that it keeps nobody from the rest. */
const inHand = (tx: TenantTransaction): SqlText[] => {
  const own = sql`t.organization_id = ${tx.organizationId} and t.warehouse_id = a.warehouse_id`;
  return [
    sql`select 'receive' as kind, t.id, t.priority, t.created_at from tasks t
         where ${own} and t.assignee_id = a.person_id and t.status = 'in_progress' and t.task_type = 'receive'`,
    sql`select 'count', t.id, ${usual}, t.created_at from count_tasks t
         where ${own} and t.claimed_by = a.person_id and t.state = 'in_progress'`,
    sql`select 'pick', t.id, t.priority, t.created_at from pick_tasks t
         where ${own} and t.assignee_id = a.person_id and t.status in ('assigned', 'in_progress') and t.job_id is null
           and t.waits_for_move_id is null and ${mayGoOn(tx)}`,
    sql`select 'put_back', t.id, ${usual}, t.created_at
          from put_back_tasks t cross join lateral (select ${standsAt('t')} as location_id) here
         where ${own} and t.claimed_by = a.person_id and t.status = 'open' and t.claimed_until > now()
           and ${areUnlocked(tx, 'here.location_id', 't.to_location_id')}`,
    sql`select t.kind, t.id, t.priority, t.created_at from planned_moves t
         where ${own} and t.assignee_id = a.person_id and t.status in ('assigned', 'in_progress')
           and ${areUnlocked(tx, 't.from_location_id', 't.to_location_id')}`,
  ];
};

/**
 * Of each, the most urgent and then oldest that they have in hand, put-backs last, which come back by themselves; undefined
 * for who has nothing. Read without locks.
 */
export async function workInHand(
  tx: TenantTransaction,
  holders: readonly Holder[],
): Promise<(InHand | undefined)[]> {
  if (holders.length === 0) return [];
  const asked = JSON.stringify(holders.map((holder, place) => ({ ...holder, place })));
  const found = await rows<InHand & { place: number }>(
    tx,
    sql`select distinct on (a.place) a.place, h.kind, h.id
          from jsonb_to_recordset(${asked}::jsonb) as a (place integer, person_id uuid, warehouse_id uuid, kinds text[])
         cross join lateral (${joined(inHand(tx), ' union all ')}) h
         where h.kind = any (a.kinds)
         order by a.place, h.kind = 'put_back', h.priority, h.created_at, h.id`,
  );
  const byPlace = new Map(found.map(({ place, kind, id }) => [place, { kind, id }]));
  return holders.map((_, place) => byPlace.get(place));
}
