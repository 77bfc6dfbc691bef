/** The counts that a claim may give: nobody's yet, or nobody's any more because another person has to count again. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index count_tasks_to_give on count_tasks (organization_id, warehouse_id, created_at, id)
      where state = 'pending' or (state = 'in_progress' and assignee_id is null and claimed_at is null);
    drop index count_tasks_pending;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index count_tasks_pending on count_tasks (organization_id, warehouse_id, created_at, id) where state = 'pending';
    drop index count_tasks_to_give;
  `);
}
