/**
 * Count tasks: which locations, what was found where, and what the ledger said at that very scan. A count posts the
 * difference of those two, so whatever moves between the scan and the posting stays right.
 */
import type { Knex } from 'knex';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table count_tasks (
      organization_id uuid not null,
      id uuid not null,
      task_no text not null,
      warehouse_id uuid not null,
      state text not null default 'pending' check (state in ('pending', 'in_progress', 'review', 'completed', 'cancelled')),
      is_blind boolean not null default true,
      assignee_id uuid,
      note text not null default '',
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      completed_at timestamptz,
      approved_by text,
      primary key (organization_id, id),
      constraint count_tasks_task_no_once unique (organization_id, task_no),
      constraint count_tasks_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint count_tasks_assignee_id_fk foreign key (organization_id, assignee_id) references members (organization_id, id)
    );
    create index count_tasks_newest on count_tasks (organization_id, created_at desc, id desc);

    create table count_task_locations (
      organization_id uuid not null,
      task_id uuid not null,
      location_id uuid not null,
      primary key (organization_id, task_id, location_id),
      constraint count_task_locations_task_id_fk foreign key (organization_id, task_id) references count_tasks (organization_id, id),
      constraint count_task_locations_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id)
    );

    create table count_lines (
      organization_id uuid not null,
      id uuid not null,
      task_id uuid not null,
      location_id uuid not null,
      item_id uuid not null,
      merchant_id uuid not null,
      lot_no text not null,
      -- Allocated stock lies among the available and is counted with it.
      status text not null check (status in ('available', 'hold', 'damaged')),
      is_planned boolean not null,
      attempt integer not null default 1,
      counted_qty quantity check (counted_qty >= 0),
      -- What the ledger said when it was counted; both or neither.
      expected_qty quantity,
      counted_at timestamptz,
      counted_by text,
      posted_delta quantity,
      primary key (organization_id, id),
      constraint count_lines_once unique (organization_id, task_id, location_id, item_id, lot_no, status),
      constraint count_lines_counted_with_expected check ((counted_qty is null) = (expected_qty is null)),
      constraint count_lines_location_id_fk foreign key (organization_id, task_id, location_id)
        references count_task_locations (organization_id, task_id, location_id),
      constraint count_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );

    -- Every scan stays, the recounted ones too.
    create table count_scans (
      organization_id uuid not null,
      id uuid not null,
      line_id uuid not null,
      attempt integer not null,
      counted_qty quantity not null,
      expected_qty quantity not null,
      counted_by text not null,
      counted_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, id),
      constraint count_scans_line_id_fk foreign key (organization_id, line_id) references count_lines (organization_id, id)
    );
    create index count_scans_of_line on count_scans (organization_id, line_id);

    alter table location_locks add constraint location_locks_count_task_id_fk
      foreign key (organization_id, count_task_id) references count_tasks (organization_id, id);
    create index location_locks_of_task on location_locks (organization_id, count_task_id);
  `);
  await protectTenantTable(knex, 'count_tasks', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'count_task_locations', { rights: ['select', 'insert'] });
  await protectTenantTable(knex, 'count_lines', {
    rights: ['select', 'insert', 'update'],
    merchantColumn: 'merchant_id',
  });
  await protectTenantTable(knex, 'count_scans', { rights: ['select', 'insert'] });
  await makeAppendOnly(knex, 'count_scans');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table location_locks drop constraint location_locks_count_task_id_fk;
    drop index location_locks_of_task;
    drop table count_scans, count_lines, count_task_locations, count_tasks;
  `);
}
