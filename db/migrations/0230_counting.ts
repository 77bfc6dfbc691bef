/**
 * Count tasks: which locations, what was found, and what the ledger said of the moment of each scan. A count posts the
 * difference of those two, so stock that moves between scan and posting stays right. Movements and count tasks exclude
 * each other at a location, unless the count takes no lock. A merchant's token sees the counts that have one of its own
 * lines. Count plans say what is counted when, and are the operator's.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { createBillableView } from '../billable-view.ts';
import { checkedKey, makeAppendOnly, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table count_plans (
      ${checkedKey},
      name text not null,
      warehouse_id uuid not null,
      method text not null default 'by_location' check (method in ('by_location', 'by_item')),
      -- {zones?, types?, item_classes?, merchant_ids?}: all of those given must hold.
      scope jsonb not null default '{}',
      -- {every_days?, after_movements?, empty_locations?}: any of those given makes a place due.
      cadence jsonb not null,
      tasks_per_day_max integer not null default 20 check (tasks_per_day_max between 1 and 100),
      places_per_task integer not null default 10 check (places_per_task between 1 and 50),
      is_blind boolean not null default true,
      lock text not null default 'none' check (lock in ('creation', 'start', 'none')),
      -- {qty?, percent?}, {times, other_person}, as its tasks get them.
      tolerance jsonb not null default '{}',
      recount jsonb not null default '{"times": 1, "other_person": true}',
      approve_above quantity check (approve_above >= 0),
      is_active boolean not null default true,
      -- The day, at the warehouse, whose tasks the schedule has made.
      scheduled_on date,
      ${times},
      constraint count_plans_name_once unique (organization_id, warehouse_id, name),
      constraint count_plans_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );

    create table count_tasks (
      ${checkedKey},
      task_no text not null,
      kind text not null default 'manual' check (kind in ('manual', 'plan', 'zero', 'short_pick')),
      -- When its locations are locked: with the task, with the first scan, or never: it counts beside the work.
      lock text not null default 'creation' check (lock in ('creation', 'start', 'none')),
      plan_id uuid,
      due_on date,
      -- Counts these items only; null: all there is at its locations.
      item_ids uuid[],
      -- {tolerance?, recount?, approve_above?}: as its plan said when it was made.
      rules jsonb not null default '{}',
      warehouse_id uuid not null,
      state text not null default 'pending' check (state in ('pending', 'in_progress', 'review', 'completed', 'cancelled')),
      is_blind boolean not null default true,
      assignee_id uuid,
      note text not null default '',
      created_by text not null,
      ${times},
      completed_at timestamptz,
      approved_by text,
      -- When somebody took it up by a claim: nothing was counted before.
      claimed_at timestamptz,
      constraint count_tasks_task_no_once unique (organization_id, task_no),
      constraint count_tasks_plan_names_day check ((plan_id is null) = (due_on is null)),
      constraint count_tasks_plan_id_fk foreign key (organization_id, plan_id) references count_plans (organization_id, id),
      constraint count_tasks_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint count_tasks_assignee_id_fk foreign key (organization_id, assignee_id) references members (organization_id, id)
    );
    create index count_tasks_newest on count_tasks (organization_id, created_at desc, id desc);
    create index count_tasks_pending on count_tasks (organization_id, warehouse_id, created_at, id) where state = 'pending';
    create index count_tasks_of_plan on count_tasks (organization_id, plan_id, created_at desc, id desc) where plan_id is not null;
    create index count_tasks_completed on count_tasks (organization_id, completed_at) where completed_at is not null;
    create index count_tasks_kind on count_tasks (organization_id, kind, created_at desc, id desc);

    -- What a plan had counted on a day, each place or item once.
    create table count_plan_days (
      organization_id uuid not null,
      plan_id uuid not null,
      due_on date not null,
      location_id uuid,
      item_id uuid,
      task_id uuid not null,
      constraint count_plan_days_place_or_item check (num_nonnulls(location_id, item_id) = 1),
      constraint count_plan_days_once unique nulls not distinct (organization_id, plan_id, due_on, location_id, item_id),
      constraint count_plan_days_plan_id_fk foreign key (organization_id, plan_id) references count_plans (organization_id, id),
      constraint count_plan_days_task_id_fk foreign key (organization_id, task_id) references count_tasks (organization_id, id),
      constraint count_plan_days_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id),
      constraint count_plan_days_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );
    alter table count_plan_days replica identity full;
    create index count_plan_days_of_item on count_plan_days (organization_id, item_id, task_id) where item_id is not null;

    create table count_task_locations (
      organization_id uuid not null,
      task_id uuid not null,
      location_id uuid not null,
      -- The last scan there.
      visited_at timestamptz,
      primary key (organization_id, task_id, location_id),
      constraint count_task_locations_task_id_fk foreign key (organization_id, task_id) references count_tasks (organization_id, id),
      constraint count_task_locations_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id)
    );
    create index count_task_locations_of on count_task_locations (organization_id, location_id, visited_at);

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
      -- What counts had posted to this stock until the scan: what others post after it is not missing twice.
      posted_before quantity,
      counted_at timestamptz,
      -- When it was last sent back to be counted again.
      reopened_at timestamptz,
      counted_by text,
      posted_delta quantity,
      constraint count_lines_once unique (organization_id, task_id, location_id, item_id, lot_no, status),
      constraint count_lines_counted_with_expected check ((counted_qty is null) = (expected_qty is null)),
      constraint count_lines_location_id_fk foreign key (organization_id, task_id, location_id)
        references count_task_locations (organization_id, task_id, location_id),
      constraint count_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );

    create index count_lines_of_stock on count_lines (organization_id, location_id, item_id);
    create index count_lines_of_merchant on count_lines (organization_id, merchant_id, task_id);

    -- Every scan is kept, including recounted ones.
    create table count_scans (
      ${checkedKey},
      line_id uuid not null,
      attempt integer not null,
      counted_qty quantity not null,
      expected_qty quantity not null,
      counted_by text not null,
      -- The member, or the token of a device that belongs to none.
      counter_id uuid not null,
      -- When it was counted; a device may say so later.
      counted_at timestamptz not null,
      recorded_at timestamptz not null default clock_timestamp(),
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
  const ofOperator = { merchant: 'none' } as const;
  await protectTenantTable(knex, 'count_plans', {
    rights: ['select', 'insert', 'update'],
    ...ofOperator,
    systemRights: ['select'],
  });
  await protectTenantTable(knex, 'count_plan_days', { rights: ['select', 'insert'], ...ofOperator });
  await protectTenantTable(knex, 'count_tasks', {
    rights: ['select', 'insert', 'update'],
    merchant: {
      where: `exists (select 1 from count_lines n
        where n.organization_id = count_tasks.organization_id and n.task_id = count_tasks.id)`,
    },
  });
  await protectTenantTable(knex, 'count_task_locations', {
    rights: ['select', 'insert', 'update'],
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
  // A count of several merchants' goods is an activity of each, by its own lines.
  await createBillableView(knex, 'billable_counts', {
    columns: {
      source_type: "'count_task'",
      source_id: 'md5(s.id::text || s.merchant_id::text)::uuid',
      source_ref: 's.task_no',
      document_id: 's.id',
      occurred_at: 's.completed_at',
      service_date: '(s.completed_at at time zone w.time_zone)::date',
      lines: 's.lines::numeric',
      units: 's.units::numeric',
      minutes: 's.minutes::numeric',
      count_kind: 's.kind',
    },
    row: 's',
    from: `(select t.organization_id, t.id, t.task_no, t.kind, t.warehouse_id, t.completed_at, n.merchant_id,
              count(*) as lines, sum(n.counted_qty) as units,
              round((extract(epoch from max(n.counted_at) - min(n.counted_at)) / 60)::numeric, 2) as minutes
         from count_tasks t join count_lines n on n.organization_id = t.organization_id and n.task_id = t.id
        where t.state = 'completed' and n.counted_qty is not null
        group by t.organization_id, t.id, n.merchant_id) s
      join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_counts;
    drop function enter_locations, enter_locations_alone;
    drop policy merchant on count_tasks;
    drop policy merchant on count_task_locations;
    drop table location_locks, count_scans, count_lines, count_task_locations, count_plan_days, count_tasks, count_plans;
  `);
}
