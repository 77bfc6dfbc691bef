/** An item that lies in more places than one count task has is counted by several. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table count_plan_days drop constraint count_plan_days_once;
    create unique index count_plan_days_once on count_plan_days (organization_id, plan_id, due_on, location_id)
      where location_id is not null;
    create unique index count_plan_days_item_once on count_plan_days (organization_id, plan_id, due_on, item_id, task_id)
      where item_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index count_plan_days_item_once, count_plan_days_once;
    alter table count_plan_days add constraint count_plan_days_once
      unique nulls not distinct (organization_id, plan_id, due_on, location_id, item_id);
  `);
}
