/**
 * Work that somebody has in hand is found by the person, and, where nobody touches it, by the schedule that gives it back.
 *
 * - claimed_by: who took a count up by a claim, which may be a device of no member.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

/** What the schedule reads of all organizations. */
const watched = {
  tasks: 'organization_id, task_type, status, assignee_id, updated_at',
  count_tasks: 'organization_id, state, claimed_by, claimed_at',
  pick_tasks: 'organization_id, status, job_id, assigned_at, started_at',
  planned_moves: 'organization_id, status, assigned_at, started_at',
};

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table count_tasks add column claimed_by uuid;
    create index count_tasks_held on count_tasks (organization_id, claimed_by)
      where state = 'in_progress' and claimed_by is not null;
    create index count_tasks_assigned on count_tasks (organization_id, assignee_id)
      where state in ('pending', 'in_progress', 'review') and assignee_id is not null;
    create index pick_tasks_held on pick_tasks (organization_id, assignee_id) where status in ('assigned', 'in_progress');
    create index put_back_tasks_held on put_back_tasks (organization_id, claimed_by)
      where status = 'open' and claimed_by is not null;
    create index tasks_held on tasks (organization_id, assignee_id)
      where status in ('pending', 'in_progress') and assignee_id is not null;
  `);
  for (const [table, columns] of Object.entries(watched))
    await knex.raw(`
      create policy system on ${table} for select to ${roleNames.system} using (true);
      grant select (${columns}) on ${table} to ${roleNames.system};
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(watched))
    await knex.raw(`
      revoke select (${columns}) on ${table} from ${roleNames.system};
      drop policy system on ${table};
    `);
  await knex.raw(`
    drop index tasks_held, put_back_tasks_held, pick_tasks_held, count_tasks_assigned, count_tasks_held;
    alter table count_tasks drop column claimed_by;
  `);
}
