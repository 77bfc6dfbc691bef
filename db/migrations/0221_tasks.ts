/**
 * Warehouse tasks of every kind: who does what next. `ref_type` and `ref_id` name the document the work is on. Kinds
 * whose document keeps the progress (a receipt) leave the progress columns null.
 */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table tasks (
      organization_id uuid not null,
      id uuid not null,
      task_type text not null check (task_type ~ '^[a-z][a-z_]{0,39}$'),
      status text not null check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
      warehouse_id uuid not null,
      merchant_id uuid,
      ref_type text not null,
      ref_id uuid not null,
      -- A member, or the access token of a device that belongs to no member.
      assignee_id uuid,
      -- Lower is sooner.
      priority integer not null default 100,
      receiving_method text check (receiving_method in ('palletized', 'direct', 'decide')),
      lines_total integer check (lines_total >= 0),
      lines_done integer check (lines_done >= 0),
      expected_qty quantity check (expected_qty >= 0),
      counted_qty quantity check (counted_qty >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      primary key (organization_id, id),
      constraint tasks_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint tasks_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint receive_task_has_method check (task_type <> 'receive' or receiving_method is not null)
    );
    -- One open receiving task per receipt: the loser of a race finds the winner's.
    create unique index tasks_receive_open_once on tasks (organization_id, ref_id)
      where task_type = 'receive' and status in ('pending', 'in_progress');
    create index tasks_work_list on tasks (organization_id, status, task_type, priority, created_at);
    create index tasks_of_ref on tasks (organization_id, ref_id);

    create function show_task_on_receipt() returns trigger language plpgsql as $$
    begin
      if new.status in ('pending', 'in_progress') then
        update inbound_receipts
           set open_task_id = new.id, open_task_status = new.status, open_task_assignee_id = new.assignee_id
         where organization_id = new.organization_id and id = new.ref_id;
      else
        update inbound_receipts set open_task_id = null, open_task_status = null, open_task_assignee_id = null
         where organization_id = new.organization_id and id = new.ref_id and open_task_id = new.id;
      end if;
      return null;
    end $$;
    create trigger show_task_on_receipt after insert or update of status, assignee_id on tasks
      for each row when (new.task_type = 'receive') execute function show_task_on_receipt();
  `);
  await protectTenantTable(knex, 'tasks', {
    rights: ['select', 'insert', 'update'],
    merchantColumn: 'merchant_id',
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table tasks; drop function show_task_on_receipt;');
}
