/**
 * Waves, pick jobs and pick tasks. A shipment is in at most one active wave; a piece of allocated stock has at most one live task.
 * A task ends with its allocation, whatever picks, ships or releases that: a trigger does this, so that code that moves
 * stock does not have to know about tasks. Lock order: order, shipment, pick task, promises, balances, wave, pick job.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions, checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table waves (
      ${tenantKey},
      wave_no text not null,
      warehouse_id uuid not null,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      -- Shipments committed after this time go to a later wave; null takes them until the release.
      cutoff timestamptz,
      -- Created from chosen shipments: new commits do not join it.
      is_manual boolean not null default false,
      -- The template that planned it, and how urgent that is.
      template_id uuid,
      priority integer not null default 100,
      status text not null default 'open' check (status in ('open', 'released', 'picking', 'completed', 'cancelled')),
      ${times},
      released_at timestamptz,
      picking_at timestamptz,
      completed_at timestamptz,
      cancelled_at timestamptz,
      constraint waves_wave_no_once unique (organization_id, wave_no),
      constraint waves_in_warehouse unique (organization_id, warehouse_id, id),
      constraint waves_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint waves_template_id_fk foreign key (organization_id, warehouse_id, template_id)
        references wave_templates (organization_id, warehouse_id, id)
    );
    create unique index waves_one_open on waves (organization_id, warehouse_id, ship_mode, cutoff) nulls not distinct
      where status = 'open' and not is_manual;
    create index waves_of_template on waves (organization_id, template_id, status, created_at) where template_id is not null;
    create index waves_newest on waves (organization_id, created_at desc, id desc);

    create table wave_shipments (
      organization_id uuid not null,
      wave_id uuid not null,
      shipment_id uuid not null,
      merchant_id uuid not null,
      -- False once the shipment left the wave: excluded, picked, cancelled, or the wave ended.
      is_active boolean not null default true,
      excluded_reason text,
      joined_at timestamptz not null default now(),
      primary key (organization_id, wave_id, shipment_id),
      constraint wave_shipments_excluded_have_left check (excluded_reason is null or not is_active),
      constraint wave_shipments_wave_id_fk foreign key (organization_id, wave_id) references waves (organization_id, id),
      constraint wave_shipments_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id)
    );
    create unique index wave_shipments_one_active_wave on wave_shipments (organization_id, shipment_id) where is_active;

    -- One person's walk with a cart: tasks of several shipments, each shipment with a position of its own.
    create table pick_jobs (
      ${checkedKey},
      job_no text not null,
      warehouse_id uuid not null,
      method text not null check (method in ('single', 'batch', 'cluster', 'zone')),
      status text not null default 'open' check (status in ('open', 'in_progress', 'done', 'abandoned')),
      -- Null while a job passed on waits for somebody of the next zone.
      person_id uuid,
      person text,
      -- What its positions belong to; a batch is sorted at a wall.
      cart text,
      put_wall text,
      -- Where a job of method zone is now: only there it is picked.
      zone text,
      walk text not null check (walk in ('s_shape', 'return', 'largest_gap', 'sequence')),
      -- Of the whole walk; null if some place has no coordinates.
      metres numeric(12,2),
      -- How many tasks were picked, once it has ended.
      picked_tasks integer,
      ${times},
      started_at timestamptz,
      finished_at timestamptz,
      constraint pick_jobs_job_no_once unique (organization_id, job_no),
      constraint pick_jobs_in_warehouse unique (organization_id, warehouse_id, id),
      constraint pick_jobs_person check ((person_id is null) = (person is null)),
      constraint pick_jobs_zone check ((method = 'zone') = (zone is not null)),
      constraint pick_jobs_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );
    create unique index pick_jobs_one_live_of_cart on pick_jobs (organization_id, warehouse_id, cart)
      where status in ('open', 'in_progress');
    create unique index pick_jobs_one_live_at_wall on pick_jobs (organization_id, warehouse_id, put_wall)
      where status in ('open', 'in_progress');
    create index pick_jobs_waiting on pick_jobs (organization_id, warehouse_id, zone, updated_at)
      where status = 'open' and person_id is null;
    create index pick_jobs_newest on pick_jobs (organization_id, created_at desc, id desc);
    create index pick_jobs_of_person on pick_jobs (organization_id, person_id, created_at);
    create index pick_jobs_ended on pick_jobs (organization_id, finished_at) where status = 'done';

    -- The walk: a place that was passed before somebody left something there comes again.
    create table pick_job_stops (
      organization_id uuid not null,
      job_id uuid not null,
      stop integer not null,
      location_id uuid not null,
      -- From the start of the walk.
      metres numeric(12,2),
      primary key (organization_id, job_id, stop),
      constraint pick_job_stops_job_id_fk foreign key (organization_id, job_id) references pick_jobs (organization_id, id),
      constraint pick_job_stops_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id)
    );

    create table pick_tasks (
      ${checkedKey},
      wave_id uuid not null,
      shipment_id uuid not null,
      allocation_id uuid not null,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      item_id uuid not null,
      location_id uuid not null,
      lot_no text not null,
      lpn_id uuid,
      -- As of the release: the walk a picker was given does not change under way, unless the goods move on their pallet.
      zone text not null,
      pick_sequence integer not null,
      qty quantity not null check (qty > 0),
      picked_qty quantity,
      status text not null default 'open' check (status in ('open', 'assigned', 'in_progress', 'done', 'short', 'cancelled')),
      assignee_id uuid,
      assignee text,
      -- The count triggered by a short pick.
      count_task_id uuid,
      -- The planned move that brings its goods to a pick face: nobody is sent for them before.
      waits_for_move_id uuid,
      -- The job it is picked in, and the shipment's position there.
      job_id uuid,
      position smallint,
      created_at timestamptz not null default now(),
      assigned_at timestamptz,
      started_at timestamptz,
      finished_at timestamptz,
      constraint pick_tasks_picked_within_qty check (picked_qty between 0 and qty),
      constraint pick_tasks_assigned check (status not in ('assigned', 'in_progress') or assignee_id is not null),
      constraint pick_tasks_in_position check ((job_id is null) = (position is null)),
      constraint pick_tasks_job_id_fk foreign key (organization_id, warehouse_id, job_id)
        references pick_jobs (organization_id, warehouse_id, id),
      constraint pick_tasks_wave_id_fk foreign key (organization_id, warehouse_id, wave_id)
        references waves (organization_id, warehouse_id, id),
      constraint pick_tasks_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint pick_tasks_allocation_id_fk foreign key (organization_id, allocation_id) references allocations (organization_id, id),
      constraint pick_tasks_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id),
      constraint pick_tasks_count_task_id_fk foreign key (organization_id, count_task_id) references count_tasks (organization_id, id)
    );
    create unique index pick_tasks_one_live on pick_tasks (organization_id, allocation_id)
      where status in ('open', 'assigned', 'in_progress');
    create index pick_tasks_walk on pick_tasks (organization_id, warehouse_id, zone, pick_sequence, id)
      where status in ('open', 'assigned', 'in_progress');
    create index pick_tasks_waiting on pick_tasks (organization_id, waits_for_move_id) where waits_for_move_id is not null;
    create index pick_tasks_of_job on pick_tasks (organization_id, job_id, id) where job_id is not null;
    create index pick_tasks_of_wave on pick_tasks (organization_id, wave_id);
    create index pick_tasks_of_shipment on pick_tasks (organization_id, shipment_id);

    create function end_pick_tasks() returns trigger language plpgsql as $$
    begin
      update pick_tasks t
         set status = case when new.status = 'released' then 'cancelled' else 'done' end,
             picked_qty = case when new.status = 'released' then null else t.qty end, finished_at = now()
       where t.organization_id = new.organization_id and t.allocation_id = new.id
         and t.status in ('open', 'assigned', 'in_progress') and new.status <> 'open';
      update pick_tasks t set qty = new.qty
       where t.organization_id = new.organization_id and t.allocation_id = new.id
         and t.status in ('open', 'assigned', 'in_progress') and t.qty <> new.qty;
      -- A picker is sent to where the pallet is now, and what is not found is counted there.
      update pick_tasks t
         set location_id = l.id, zone = l.zone, pick_sequence = l.pick_sequence
        from locations l
       where l.organization_id = new.organization_id and l.id = new.location_id
         and t.organization_id = new.organization_id and t.allocation_id = new.id
         and t.status in ('open', 'assigned', 'in_progress') and t.location_id <> new.location_id;
      update pick_tasks t set lpn_id = new.lpn_id
       where t.organization_id = new.organization_id and t.allocation_id = new.id
         and t.status in ('open', 'assigned', 'in_progress') and t.lpn_id is distinct from new.lpn_id;
      return null;
    end $$;
    create trigger end_pick_tasks after update of status, qty, location_id, lpn_id on allocations
      for each row when (old.status = 'open') execute function end_pick_tasks();

    -- Whether a wave has anything left to pick, across all merchants: a merchant's token that cancels its shipment sees
    -- only its own tasks, and must not end the wave for the others.
    create function wave_has_picks_left(p_organization_id uuid, p_wave_id uuid) returns boolean
      language sql stable security definer set search_path = public, pg_temp as $$
      select exists (select 1 from pick_tasks t
        where t.organization_id = p_organization_id and t.wave_id = p_wave_id
          and t.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
          and t.status in ('open', 'assigned', 'in_progress'))
    $$;
    -- The same of a job, with how many of its tasks were picked.
    create function pick_job_progress(p_organization_id uuid, p_job_id uuid)
      returns table (is_left boolean, picked integer)
      language sql stable security definer set search_path = public, pg_temp as $$
      select coalesce(bool_or(t.status in ('open', 'assigned', 'in_progress')), false),
             count(*) filter (where t.status in ('done', 'short'))::integer
        from pick_tasks t
       where t.organization_id = p_organization_id and t.job_id = p_job_id
         and t.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    $$;
    revoke execute on function wave_has_picks_left(uuid, uuid), pick_job_progress(uuid, uuid) from public;
    grant execute on function wave_has_picks_left(uuid, uuid), pick_job_progress(uuid, uuid) to ${roleNames.app};
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  // Shipments at commit enter a wave together, whoever changes it comes alone: an advisory lock, because its queue is in
  // order, and share locks on the wave's row would let commits overtake a release for ever. The status is read by a
  // statement of its own, whose snapshot is younger than the lock it waited for.
  await knex.raw(`
    create function enter_waves(p_ids uuid[]) returns void language plpgsql as $$
    declare
      entered uuid;
    begin
      for entered in select distinct unnest(p_ids) order by 1 loop
        perform pg_advisory_xact_lock_shared(hashtextextended(entered::text, 236));
      end loop;
    end $$;

    create function enter_wave_alone(p_id uuid) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(p_id::text, 236));
    end $$;

    -- The wave of this warehouse and ship mode that newly committed shipments join, entered; null when none is open.
    create function enter_open_wave(p_organization_id uuid, p_warehouse_id uuid, p_ship_mode text) returns uuid
      language plpgsql as $$
    declare
      found_id uuid;
    begin
      select id into found_id from waves
       where organization_id = p_organization_id and warehouse_id = p_warehouse_id and ship_mode = p_ship_mode
         and status = 'open' and not is_manual and (cutoff is null or cutoff > now())
       order by cutoff nulls last limit 1;
      perform enter_waves(array[found_id]) where found_id is not null;
      return (select id from waves where organization_id = p_organization_id and id = found_id and status = 'open');
    end $$;
    grant execute on function enter_waves, enter_wave_alone, enter_open_wave to ${roleNames.app}`);
  await protectTenantTable(knex, 'waves', edited);
  await protectTenantTable(knex, 'wave_shipments', { merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'pick_jobs', edited);
  await protectTenantTable(knex, 'pick_job_stops', { rights: ['select', 'insert', 'delete'] });
  await protectTenantTable(knex, 'pick_tasks', { ...edited, merchant: { column: 'merchant_id' } });
  await admitOwnerFunctions(knex, 'pick_tasks', { policy: 'wave_rest', command: 'select' });
  // A job with several merchants' goods is an activity of each, with its part of the minutes.
  await createBillableView(knex, 'billable_pick_jobs', {
    columns: {
      source_type: "'pick_job'",
      source_id: 'md5(s.id::text || s.merchant_id::text)::uuid',
      source_ref: 's.job_no',
      document_id: 's.id',
      occurred_at: 's.finished_at',
      service_date: '(s.finished_at at time zone w.time_zone)::date',
      lines: 's.tasks::numeric',
      units: 's.units::numeric',
      minutes: 'round((s.minutes * s.tasks / s.picked_tasks)::numeric, 2)',
      pick_method: 's.method',
    },
    row: 's',
    from: `(select j.organization_id, j.id, j.job_no, j.method, j.warehouse_id, j.finished_at, j.picked_tasks, t.merchant_id,
              extract(epoch from j.finished_at - j.created_at) / 60 as minutes, count(*) as tasks, sum(t.picked_qty) as units
         from pick_jobs j join pick_tasks t on t.organization_id = j.organization_id and t.job_id = j.id
        where j.status = 'done' and t.status in ('done', 'short')
        group by j.organization_id, j.id, t.merchant_id) s
      join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_pick_jobs;
    drop trigger end_pick_tasks on allocations;
    drop function enter_open_wave, enter_wave_alone, enter_waves, wave_has_picks_left, pick_job_progress, end_pick_tasks;
    drop table pick_tasks, pick_job_stops, pick_jobs, wave_shipments, waves;
  `);
}
