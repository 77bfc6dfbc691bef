/** Pick jobs that were handed on to their next zone and wait for somebody. */
import { openTaskStates } from '../../domain/picking/pick-task-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { isKeptBack } from '../shipping/held-lots.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { mayGoOn } from './pick-tasks.read.ts';

export interface WantedJob {
  warehouseId: string;
  /** Null: any, once those of its zone have had their time. */
  zone: string | null;
}

// Meanwhile it is for those who work its zone: whoever handed it on would otherwise be given it back at once.
const ownZoneFirst = sql`interval '2 minutes'`;

/** What is left of job `j`, but for lots on hold. */
const leftOf = (tx: TenantTransaction): SqlText => sql`pick_tasks t
  where t.organization_id = j.organization_id and t.job_id = j.id and ${isOneOf('t.status', openTaskStates)}
    and not ${isKeptBack(tx, 't')}`;

/** Such jobs `t`, each as urgent as the most urgent pick left of it; unless what is left in its zone cannot be picked now. */
export function handedOn(tx: TenantTransaction, { warehouseId, zone }: WantedJob): SqlText {
  const left = leftOf(tx);
  return sql`(
  select j.id, j.created_at, j.updated_at,
         (select min(t.priority) from ${left}) as priority
    from pick_jobs j
   where j.organization_id = ${tx.organizationId} and j.warehouse_id = ${warehouseId} and j.status = 'open'
     and j.person_id is null and case when ${zone}::text is null then j.updated_at < now() - ${ownZoneFirst} else j.zone = ${zone} end
     and (exists (select from ${left} and t.zone = j.zone and ${mayGoOn(tx)})
       or exists (select from ${left}) and not exists (select from ${left} and t.zone = j.zone))) t`;
}

/** The most urgent, then the longest waiting. */
export async function jobsHandedOn(tx: TenantTransaction, wanted: WantedJob): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select t.id from ${handedOn(tx, wanted)} order by t.priority, t.updated_at, t.id limit 20`,
  );
  return found.map(({ id }) => id);
}
