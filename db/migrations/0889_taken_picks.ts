/**
 * When a batch took a pick's goods from their place: until they are told apart at the wall the ledger still has them there,
 * and counts of the place know by this that they are not (`db/picking/taken-picks.ts`).
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table pick_tasks
      add column taken_at timestamptz,
      -- Somebody gave the pick back, and put what was taken where it was.
      add column put_back_at timestamptz,
      add constraint pick_tasks_put_back check (put_back_at is null or taken_at is not null);
    create index pick_tasks_taken on pick_tasks (organization_id, location_id, item_id, finished_at) where taken_at is not null;
    -- What batches had taken before: their goods are on carts.
    ${overAllRows(
      ['pick_tasks', 'pick_jobs'],
      `update pick_tasks t set taken_at = coalesce(t.started_at, now()) from pick_jobs j
     where j.organization_id = t.organization_id and j.id = t.job_id and j.method = 'batch' and t.status = 'in_progress'`,
    )}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index pick_tasks_taken;
    alter table pick_tasks drop column put_back_at, drop column taken_at;
  `);
}
