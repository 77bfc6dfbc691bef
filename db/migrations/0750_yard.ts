/**
 * The yard: spots and dock doors, appointments, trailers with their visits, moves and gate entries.
 *
 * - dock_appointments: an exclusion constraint makes two on one door at one time impossible.
 * - gate_entries: what passed the gate, never changed.
 * - yard_visits: a trailer from gate to gate; one active visit per trailer.
 * - spot_stays, spot_closures, yard_moves: kept with start and end, so that the map of any past minute is read from the
 *   same rows as the current one. Partial unique indexes allow one trailer and one reservation per spot.
 */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, protectTenantTable, tenantKey, times } from '../tenant-table.ts';
import { createBillableView } from '../billable-view.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table spots (
      ${checkedKey},
      warehouse_id uuid not null,
      code text not null,
      kind text not null check (kind in ('door', 'parking', 'staging')),
      -- Which appointments a door takes.
      direction text not null default 'both' check (direction in ('inbound', 'outbound', 'both')),
      sequence integer not null default 0,
      is_active boolean not null default true,
      ${times},
      constraint spots_code_once unique (organization_id, warehouse_id, code),
      constraint spots_in_warehouse unique (organization_id, warehouse_id, id),
      constraint spots_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );

    create table spot_closures (
      ${checkedKey},
      spot_id uuid not null,
      reason text not null,
      from_at timestamptz not null,
      to_at timestamptz,
      constraint spot_closures_end_after_begin check (to_at >= from_at),
      constraint spot_closures_spot_id_fk foreign key (organization_id, spot_id) references spots (organization_id, id)
    );
    create unique index spot_closures_one_open on spot_closures (organization_id, spot_id) where to_at is null;
    create index spot_closures_of_spot on spot_closures (organization_id, spot_id, from_at);

    -- A warehouse's dock rules. Without a row: no hourly limit, no approval, two free hours.
    create table dock_rules (
      organization_id uuid not null,
      warehouse_id uuid not null,
      capacity_per_hour integer check (capacity_per_hour > 0),
      approval_required boolean not null default false,
      free_minutes integer not null default 120 check (free_minutes >= 0),
      updated_at timestamptz not null default now(),
      primary key (organization_id, warehouse_id),
      constraint dock_rules_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );

    create table recurring_slots (
      ${checkedKey},
      warehouse_id uuid not null,
      door_id uuid not null,
      type text not null check (type in ('inbound', 'outbound')),
      carrier text not null,
      carrier_id uuid,
      merchant_id uuid,
      -- 1 (Monday) to 7 (Sunday); times are in the warehouse's time zone.
      weekdays smallint[] not null check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(weekdays) > 0),
      start_time time not null,
      minutes integer not null check (minutes between 5 and 1440),
      valid_from date not null,
      valid_to date,
      -- Days up to this one have their appointments, or were taken by others.
      opened_through date,
      is_active boolean not null default true,
      ${times},
      constraint recurring_slots_end_after_begin check (valid_to >= valid_from),
      constraint recurring_slots_door_id_fk foreign key (organization_id, warehouse_id, door_id)
        references spots (organization_id, warehouse_id, id),
      constraint recurring_slots_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id),
      constraint recurring_slots_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id)
    );

    create table dock_appointments (
      ${checkedKey},
      appointment_no text not null,
      warehouse_id uuid not null,
      type text not null check (type in ('inbound', 'outbound')),
      status text not null check (status in ('requested', 'scheduled', 'checked_in', 'at_door', 'completed', 'no_show', 'cancelled')),
      -- Null while a merchant's request waits for the operator's approval.
      door_id uuid,
      merchant_id uuid,
      carrier text not null,
      carrier_id uuid,
      plate text,
      container_no text,
      receipt_id uuid,
      load_id uuid,
      window_start timestamptz not null,
      window_end timestamptz not null,
      note text not null default '',
      recurring_slot_id uuid,
      slot_date date,
      arrived_at timestamptz,
      punctuality text check (punctuality in ('early', 'on_time', 'late')),
      -- Minutes outside the window; null within it.
      minutes_off integer check (minutes_off >= 0),
      at_door_at timestamptz,
      completed_at timestamptz,
      cancelled_at timestamptz,
      cancel_reason text,
      ${times},
      constraint dock_appointments_appointment_no_once unique (organization_id, appointment_no),
      constraint dock_appointments_window_forward check (window_end > window_start),
      constraint dock_appointments_arrival_is_flagged check ((arrived_at is null) = (punctuality is null)),
      constraint dock_appointments_door_unless_requested check (door_id is not null or status in ('requested', 'cancelled')),
      constraint dock_appointments_one_per_door exclude using gist (
        organization_id with =, door_id with =, tstzrange(window_start, window_end) with &&)
        where (door_id is not null and status in ('requested', 'scheduled', 'checked_in', 'at_door')),
      constraint dock_appointments_slot_once unique (organization_id, recurring_slot_id, slot_date),
      constraint dock_appointments_door_id_fk foreign key (organization_id, warehouse_id, door_id)
        references spots (organization_id, warehouse_id, id),
      constraint dock_appointments_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint dock_appointments_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint dock_appointments_carrier_id_fk foreign key (organization_id, carrier_id)
        references carriers (organization_id, id),
      constraint dock_appointments_receipt_id_fk foreign key (organization_id, receipt_id)
        references inbound_receipts (organization_id, id),
      constraint dock_appointments_load_id_fk foreign key (organization_id, load_id) references loads (organization_id, id),
      constraint dock_appointments_recurring_slot_id_fk foreign key (organization_id, recurring_slot_id)
        references recurring_slots (organization_id, id)
    );
    create index dock_appointments_by_window on dock_appointments (organization_id, warehouse_id, window_start);
    create index dock_appointments_newest on dock_appointments (organization_id, window_start desc, id desc);

    create table trailers (
      ${tenantKey},
      plate text not null,
      carrier text,
      created_at timestamptz not null default now(),
      constraint trailers_plate_once unique (organization_id, plate)
    );

    create table yard_visits (
      ${checkedKey},
      warehouse_id uuid not null,
      trailer_id uuid not null,
      plate text not null,
      carrier text,
      merchant_id uuid,
      appointment_id uuid,
      is_walk_in boolean not null,
      container_no text,
      seal_no text,
      content text not null check (content in ('loaded', 'empty', 'unknown')),
      arrived_at timestamptz not null,
      departed_at timestamptz,
      -- As agreed on arrival: a later change of the rules never bills retroactively.
      free_minutes integer not null check (free_minutes >= 0),
      -- Null while the trailer is in the yard.
      detention_minutes integer generated always as (
        case when departed_at is not null
             then greatest(0, floor(extract(epoch from departed_at - arrived_at) / 60)::integer - free_minutes) end) stored,
      constraint yard_visits_leave_after_arrival check (departed_at >= arrived_at),
      constraint yard_visits_trailer_id_fk foreign key (organization_id, trailer_id) references trailers (organization_id, id),
      constraint yard_visits_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint yard_visits_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint yard_visits_appointment_id_fk foreign key (organization_id, appointment_id)
        references dock_appointments (organization_id, id)
    );
    create unique index yard_visits_one_active on yard_visits (organization_id, trailer_id) where departed_at is null;
    create unique index yard_visits_appointment_once on yard_visits (organization_id, appointment_id)
      where appointment_id is not null;
    create index yard_visits_newest on yard_visits (organization_id, arrived_at desc, id desc);

    create table gate_entries (
      ${checkedKey},
      warehouse_id uuid not null,
      direction text not null check (direction in ('in', 'out')),
      plate text not null,
      trailer_id uuid not null,
      visit_id uuid not null,
      appointment_id uuid,
      merchant_id uuid,
      container_no text,
      seal_no text,
      driver_name text,
      note text not null default '',
      occurred_at timestamptz not null,
      recorded_by text not null,
      created_at timestamptz not null default now(),
      constraint gate_entries_one_each_way unique (organization_id, visit_id, direction),
      constraint gate_entries_visit_id_fk foreign key (organization_id, visit_id) references yard_visits (organization_id, id)
    );
    create index gate_entries_newest on gate_entries (organization_id, occurred_at desc, id desc);

    create table spot_stays (
      ${checkedKey},
      spot_id uuid not null,
      visit_id uuid not null,
      from_at timestamptz not null,
      to_at timestamptz,
      constraint spot_stays_end_after_begin check (to_at >= from_at),
      constraint spot_stays_spot_id_fk foreign key (organization_id, spot_id) references spots (organization_id, id),
      constraint spot_stays_visit_id_fk foreign key (organization_id, visit_id) references yard_visits (organization_id, id)
    );
    create unique index spot_stays_one_trailer on spot_stays (organization_id, spot_id) where to_at is null;
    create unique index spot_stays_one_spot on spot_stays (organization_id, visit_id) where to_at is null;
    create index spot_stays_of_spot on spot_stays (organization_id, spot_id, from_at desc);

    create table yard_moves (
      ${checkedKey},
      move_no text not null,
      warehouse_id uuid not null,
      visit_id uuid not null,
      trailer_id uuid not null,
      from_spot_id uuid,
      to_spot_id uuid not null,
      status text not null check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
      note text not null default '',
      requested_by text not null,
      ${times},
      started_at timestamptz,
      finished_at timestamptz,
      constraint yard_moves_move_no_once unique (organization_id, move_no),
      constraint yard_moves_end_when_done check ((finished_at is not null) = (status in ('completed', 'cancelled'))),
      constraint yard_moves_visit_id_fk foreign key (organization_id, visit_id) references yard_visits (organization_id, id),
      constraint yard_moves_to_spot_id_fk foreign key (organization_id, warehouse_id, to_spot_id)
        references spots (organization_id, warehouse_id, id)
    );
    create unique index yard_moves_reserve_spot on yard_moves (organization_id, to_spot_id) where finished_at is null;
    create unique index yard_moves_one_open on yard_moves (organization_id, visit_id) where finished_at is null;
    create index yard_moves_of_spot on yard_moves (organization_id, to_spot_id, created_at desc);
    create index yard_moves_newest on yard_moves (organization_id, created_at desc, id desc);
  `);
  const kept = { rights: ['select', 'insert', 'update'] as const };
  const ofMerchant = { ...kept, merchant: { column: 'merchant_id' } };
  const ofOperator = { ...kept, merchant: 'none' as const };
  await protectTenantTable(knex, 'spots', { ...kept, operatorWrites: true });
  await protectTenantTable(knex, 'spot_closures', ofOperator);
  await protectTenantTable(knex, 'dock_rules', { ...kept, operatorWrites: true });
  await protectTenantTable(knex, 'recurring_slots', { ...ofOperator, systemRights: ['select'] });
  await protectTenantTable(knex, 'dock_appointments', ofMerchant);
  await protectTenantTable(knex, 'trailers', ofOperator);
  await protectTenantTable(knex, 'yard_visits', ofMerchant);
  await protectTenantTable(knex, 'gate_entries', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await protectTenantTable(knex, 'spot_stays', ofOperator);
  await protectTenantTable(knex, 'yard_moves', ofOperator);
  await makeAppendOnly(knex, 'gate_entries');
  await createBillableView(knex, 'billable_detentions', {
    columns: {
      source_type: "'yard_visit'",
      source_id: 's.id',
      source_ref: 's.plate',
      document_id: 's.id',
      occurred_at: 's.departed_at',
      service_date: '(s.departed_at at time zone w.time_zone)::date',
      minutes: 's.detention_minutes',
      hours: 's.detention_minutes / 60.0',
      container_no: 's.container_no',
    },
    row: 's',
    from: `yard_visits s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.departed_at is not null and s.merchant_id is not null and s.detention_minutes > 0`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_detentions;
    drop table yard_moves, spot_stays, gate_entries, yard_visits, trailers, dock_appointments, recurring_slots, dock_rules,
      spot_closures, spots;
  `);
}
