/** An item that lies in more places than one count task has is counted by several. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

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
    ${overAllRows(
      ['count_plan_days'],
      `delete from count_plan_days d using count_plan_days o
        where o.organization_id = d.organization_id and o.plan_id = d.plan_id and o.due_on = d.due_on
          and o.item_id = d.item_id and o.task_id < d.task_id`,
    )}
    drop index count_plan_days_item_once, count_plan_days_once;
    alter table count_plan_days add constraint count_plan_days_once
      unique nulls not distinct (organization_id, plan_id, due_on, location_id, item_id);
  `);
}
