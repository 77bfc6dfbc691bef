/**
 * Reruns or dismisses commands that failed for good. The failed command stays as its caller was told; the rerun is a
 * new command with its own id.
 */
import { newId } from '../../domain/new-id.ts';
import { execute, row, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Rerun {
  id: string;
  name: string;
  queue: string;
}

/**
 * A new command with the old one's input, limited to what its actor may see; its audit names the operator. Asking again
 * returns the same rerun; undefined when the command did not fail for good, so that there is nothing to rerun.
 */
export function rerunFailedCommand(
  database: Database,
  failed: { organization_id: string; command_id: string },
  operator: object,
): Promise<Rerun | undefined> {
  return row<Rerun>(
    database.system,
    sql`with failed as (
       select * from commands where organization_id = ${failed.organization_id} and id = ${failed.command_id} and state = 'failed'
     ),
     claimed as (
       insert into command_reruns (organization_id, failed_id, rerun_id, operator)
       select organization_id, id, ${newId()}::uuid, ${JSON.stringify(operator)}::jsonb from failed
       on conflict on constraint command_reruns_once do nothing
       returning rerun_id
     ),
     accepted as (
       insert into commands (organization_id, id, name, queue, input, actor, job_id, dispatches, next_dispatch_at)
       select f.organization_id, c.rerun_id, f.name, f.queue, f.input,
              f.actor || jsonb_build_object('rerun_of', f.id, 'rerun_by', ${JSON.stringify(operator)}::jsonb), c.rerun_id, 1, now() + interval '3 seconds'
         from failed f cross join claimed c
       returning id, name, queue
     )
     select id, name, queue from accepted
     union all
     select r.rerun_id, f.name, f.queue
       from failed f join command_reruns r on r.organization_id = f.organization_id and r.failed_id = f.id
      where r.rerun_id is not null`,
  );
}

/**
 * Dismisses commands that failed for good, so that they are no longer shown as stuck. Those already rerun stay as they
 * are.
 */
export function putAsideFailedCommands(
  database: Database,
  organizationId: string,
  ids: readonly string[],
  operator: object,
): Promise<number> {
  return execute(
    database.system,
    sql`insert into command_reruns (organization_id, failed_id, operator)
     select organization_id, id, ${JSON.stringify(operator)}::jsonb
       from commands where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[]) and state = 'failed'
     on conflict on constraint command_reruns_once do nothing`,
  );
}
