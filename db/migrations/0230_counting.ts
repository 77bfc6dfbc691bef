/**
 * Count tasks: which locations, what was found, and what the ledger said at the time of each scan. A count posts the
 * difference of those two, so stock that moves between scan and posting stays right. Movements and count tasks exclude
 * each other at a location. A merchant's token sees the counts that have one of its own lines.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { checkedKey, makeAppendOnly, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table count_tasks (
      ${checkedKey},
      task_no text not null,
      warehouse_id uuid not null,
      state text not null default 'pending' check (state in ('pending', 'in_progress', 'review', 'completed', 'cancelled')),
      is_blind boolean not null default true,
      assignee_id uuid,
      note text not null default '',
      created_by text not null,
      ${times},
      completed_at timestamptz,
      approved_by text,
      constraint count_tasks_task_no_once unique (organization_id, task_no),
      constraint count_tasks_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint count_tasks_assignee_id_fk foreign key (organization_id, assignee_id) references members (organization_id, id)
    );
    create index count_tasks_newest on count_tasks (organization_id, created_at desc, id desc);
    create index count_tasks_pending on count_tasks (organization_id, warehouse_id, created_at, id) where state = 'pending';

    create table count_task_locations (
      organization_id uuid not null,
      task_id uuid not null,
      location_id uuid not null,
      primary key (organization_id, task_id, location_id),
      constraint count_task_locations_task_id_fk foreign key (organization_id, task_id) references count_tasks (organization_id, id),
      constraint count_task_locations_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id)
    );

    create table count_lines (
      ${checkedKey},
      task_id uuid not null,
      location_id uuid not null,
      item_id uuid not null,
      merchant_id uuid not null,
      lot_no text not null,
      -- Allocated stock is stored with available stock and counted with it.
      status text not null check (status in ('available', 'hold', 'damaged')),
      is_planned boolean not null,
      attempt integer not null default 1,
      counted_qty quantity check (counted_qty >= 0),
      -- Counted serials stay with their line.
      serial_nos text[] not null default '{}',
      -- The ledger quantity at the time of the count; both columns are set or neither.
      expected_qty quantity,
      counted_at timestamptz,
      counted_by text,
      posted_delta quantity,
      constraint count_lines_once unique (organization_id, task_id, location_id, item_id, lot_no, status),
      constraint count_lines_counted_with_expected check ((counted_qty is null) = (expected_qty is null)),
      constraint count_lines_location_id_fk foreign key (organization_id, task_id, location_id)
        references count_task_locations (organization_id, task_id, location_id),
      constraint count_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );

    -- Every scan is kept, including recounted ones.
    create table count_scans (
      ${checkedKey},
      line_id uuid not null,
      attempt integer not null,
      counted_qty quantity not null,
      expected_qty quantity not null,
      counted_by text not null,
      counted_at timestamptz not null default clock_timestamp(),
      constraint count_scans_line_id_fk foreign key (organization_id, line_id) references count_lines (organization_id, id)
    );
    create index count_scans_of_line on count_scans (organization_id, line_id);

    -- Locks of open count tasks: nothing is received to, moved from or picked at a locked location.
    create table location_locks (
      organization_id uuid not null,
      location_id uuid not null,
      count_task_id uuid not null,
      primary key (organization_id, location_id),
      constraint location_locks_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id),
      constraint location_locks_count_task_id_fk foreign key (organization_id, count_task_id)
        references count_tasks (organization_id, id)
    );
    create index location_locks_of_task on location_locks (organization_id, count_task_id);

    -- Movements enter a location together (shared), a count task enters alone. Advisory locks, held in memory and freed
    -- at commit: a row lock would write to the hot row of a dock with every line received there. Taken in id order to
    -- avoid deadlocks. The check is a statement of its own, so that its snapshot is younger than the lock it waited
    -- for.
    create function enter_locations(p_organization_id uuid, p_location_ids uuid[])
      returns table (location_id uuid, count_task_id uuid) language plpgsql as $$
    declare
      entered uuid;
    begin
      for entered in select distinct l from unnest(p_location_ids) l order by l loop
        perform pg_advisory_xact_lock_shared(hashtextextended(p_organization_id::text || entered::text, 230));
      end loop;
      return query select k.location_id, k.count_task_id from location_locks k
        where k.organization_id = p_organization_id and k.location_id = any (p_location_ids);
    end $$;

    create function enter_locations_alone(p_organization_id uuid, p_location_ids uuid[])
      returns table (location_id uuid, count_task_id uuid) language plpgsql as $$
    declare
      entered uuid;
    begin
      for entered in select distinct l from unnest(p_location_ids) l order by l loop
        perform pg_advisory_xact_lock(hashtextextended(p_organization_id::text || entered::text, 230));
      end loop;
      return query select k.location_id, k.count_task_id from location_locks k
        where k.organization_id = p_organization_id and k.location_id = any (p_location_ids);
    end $$;
    grant execute on function enter_locations, enter_locations_alone to ${roleNames.app};
  `);
  await protectTenantTable(knex, 'count_tasks', {
    rights: ['select', 'insert', 'update'],
    merchant: {
      where: `exists (select 1 from count_lines n
        where n.organization_id = count_tasks.organization_id and n.task_id = count_tasks.id)`,
    },
  });
  await protectTenantTable(knex, 'count_task_locations', {
    rights: ['select', 'insert'],
    merchant: {
      where: `exists (select 1 from count_lines n
        where n.organization_id = count_task_locations.organization_id
          and n.task_id = count_task_locations.task_id and n.location_id = count_task_locations.location_id)`,
    },
  });
  await protectTenantTable(knex, 'count_lines', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
  });
  await protectTenantTable(knex, 'count_scans', {
    rights: ['select', 'insert'],
    merchant: {
      where: `exists (select 1 from count_lines n
        where n.organization_id = count_scans.organization_id and n.id = count_scans.line_id)`,
    },
  });
  await makeAppendOnly(knex, 'count_scans');
  await protectTenantTable(knex, 'location_locks', { rights: ['select', 'insert', 'delete'] });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function enter_locations, enter_locations_alone;
    drop policy merchant on count_tasks;
    drop policy merchant on count_task_locations;
    drop table location_locks, count_scans, count_lines, count_task_locations, count_tasks;
  `);
}
