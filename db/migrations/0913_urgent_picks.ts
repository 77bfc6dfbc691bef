/**
 * How urgent a pick is: as its wave, which does not change. It is on the pick, so that an index serves the order in which
 * picks are handed out. And where a job's walk begins, for when it is planned anew before its first pick.
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table pick_tasks add column priority integer not null default 100;
    ${overAllRows(
      ['pick_tasks', 'waves'],
      `update pick_tasks t set priority = w.priority from waves w
     where w.organization_id = t.organization_id and w.id = t.wave_id and w.priority <> 100
       and t.status in ('open', 'assigned', 'in_progress')`,
    )}
    create index pick_tasks_to_give on pick_tasks (organization_id, warehouse_id, priority, zone, pick_sequence, id)
      where status = 'open' and waits_for_move_id is null;
    alter table pick_jobs
      add column from_location_id uuid,
      add constraint pick_jobs_from_location_id_fk foreign key (organization_id, from_location_id)
        references locations (organization_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table pick_jobs drop column from_location_id;
    drop index pick_tasks_to_give;
    alter table pick_tasks drop column priority;
  `);
}
