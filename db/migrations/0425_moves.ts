/**
 * Planned moves: work that carries stock from one place to another inside the walls.
 *
 * - planned_moves: an intent, never a reservation: it holds no stock. Planners count live ones as arriving at their
 *   target and leaving their source.
 * - location_space: one row a location, made when somebody first needs it: the lock under which room and stock are
 *   counted together with the moves that are on their way. Taken after balances, in id order.
 * - putaway_rules: where the goods of a dock belong. The first that matches by priority, its steps in order.
 * - pick_faces: places that are kept filled, from a least to a most.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { checkedKey, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table location_space (
      organization_id uuid not null,
      location_id uuid not null,
      primary key (organization_id, location_id),
      constraint location_space_location_id_fk foreign key (organization_id, location_id)
        references locations (organization_id, id)
    );

    -- Where an item is picked from, and how much of it belongs there.
    create table pick_faces (
      ${checkedKey},
      warehouse_id uuid not null,
      location_id uuid not null,
      item_id uuid not null,
      min_qty quantity not null check (min_qty >= 0),
      max_qty quantity not null check (max_qty > 0),
      -- It is filled in whole units of this; null: in base units.
      refill_uom text,
      priority integer not null default 100,
      is_active boolean not null default true,
      ${times},
      constraint pick_faces_once unique (organization_id, location_id, item_id),
      constraint pick_faces_min_below_max check (min_qty <= max_qty),
      constraint pick_faces_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id),
      constraint pick_faces_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );
    create index pick_faces_of_item on pick_faces (organization_id, item_id);
    create index pick_faces_of_warehouse on pick_faces (organization_id, warehouse_id, priority, id);
    create index pick_faces_by_priority on pick_faces (organization_id, priority, id);

    create table putaway_rules (
      ${checkedKey},
      warehouse_id uuid not null,
      name text not null,
      priority integer not null default 100,
      -- {merchant_id?, item_id?, item_class?, storage_class?, velocity?, source_type?, stock_status?, is_lpn?}
      applies_to jsonb not null default '{}',
      -- [{place, location_id?, zones?, types?, order?}]
      steps jsonb not null,
      split text not null default 'allowed' check (split in ('allowed', 'never')),
      is_active boolean not null default true,
      ${times},
      constraint putaway_rules_name_once unique (organization_id, warehouse_id, name),
      constraint putaway_rules_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );

    create table planned_moves (
      ${checkedKey},
      move_no text not null,
      kind text not null check (kind in ('putaway', 'replenish', 'reslot', 'consolidate')),
      status text not null default 'open' check (status in ('open', 'assigned', 'in_progress', 'done', 'cancelled')),
      priority integer not null default 100,
      warehouse_id uuid not null,
      -- The owner of the goods; null for a license plate with goods of several.
      merchant_id uuid,
      -- Null for a license plate with several items; it goes whole.
      item_id uuid,
      lot_no text not null default '',
      lpn_id uuid,
      stock_status text not null default 'available' check (stock_status in ('available', 'hold', 'damaged')),
      qty quantity not null check (qty > 0),
      done_qty quantity,
      from_location_id uuid not null,
      to_location_id uuid not null,
      -- What is allocated of its goods goes along, with the picks that wait for it.
      carries_allocations boolean not null default false,
      wave_id uuid,
      receipt_id uuid,
      -- The putaway rule it follows.
      rule_id uuid,
      -- Why here and not elsewhere, as its planner saw it; null for one made by hand.
      why jsonb,
      assignee_id uuid,
      assignee text,
      end_reason text,
      created_by text not null,
      created_at timestamptz not null default now(),
      assigned_at timestamptz,
      started_at timestamptz,
      finished_at timestamptz,
      constraint planned_moves_move_no_once unique (organization_id, move_no),
      constraint planned_moves_goes_somewhere check (from_location_id <> to_location_id),
      constraint planned_moves_names_goods check (item_id is not null or lpn_id is not null),
      constraint planned_moves_item_has_merchant check (item_id is null or merchant_id is not null),
      -- A license plate goes with what is on it by then.
      constraint planned_moves_done_within_qty check (done_qty >= 0 and (done_qty <= qty or lpn_id is not null)),
      constraint planned_moves_done_is_told check ((status = 'done') = (done_qty is not null)),
      constraint planned_moves_assigned check (status not in ('assigned', 'in_progress') or assignee_id is not null),
      constraint planned_moves_cancelled_for check (status <> 'cancelled' or end_reason is not null),
      constraint planned_moves_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint planned_moves_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint planned_moves_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint planned_moves_lpn_id_fk foreign key (organization_id, lpn_id) references lpns (organization_id, id),
      constraint planned_moves_from_location_id_fk foreign key (organization_id, warehouse_id, from_location_id)
        references locations (organization_id, warehouse_id, id),
      constraint planned_moves_to_location_id_fk foreign key (organization_id, warehouse_id, to_location_id)
        references locations (organization_id, warehouse_id, id),
      constraint planned_moves_wave_id_fk foreign key (organization_id, warehouse_id, wave_id)
        references waves (organization_id, warehouse_id, id),
      constraint planned_moves_rule_id_fk foreign key (organization_id, rule_id)
        references putaway_rules (organization_id, id),
      constraint planned_moves_receipt_id_fk foreign key (organization_id, receipt_id)
        references inbound_receipts (organization_id, id)
    );
    create unique index planned_moves_one_live_of_plate on planned_moves (organization_id, lpn_id)
      where lpn_id is not null and status in ('open', 'assigned', 'in_progress');
    create index planned_moves_next on planned_moves (organization_id, warehouse_id, priority, created_at, id)
      where status = 'open';
    create index planned_moves_leaving on planned_moves (organization_id, from_location_id)
      where status in ('open', 'assigned', 'in_progress');
    create index planned_moves_arriving on planned_moves (organization_id, to_location_id)
      where status in ('open', 'assigned', 'in_progress');
    -- Where more of an item goes: each place once, however many plates of it are on their way there.
    create index planned_moves_bringing on planned_moves (organization_id, item_id, to_location_id)
      where status in ('open', 'assigned', 'in_progress');
    -- What more of a receipt's loose goods go with.
    create index planned_moves_growing on planned_moves (organization_id, receipt_id, item_id)
      where status = 'open' and kind = 'putaway' and lpn_id is null;
    create index planned_moves_held on planned_moves (organization_id, assignee_id)
      where status in ('assigned', 'in_progress');
    create index planned_moves_newest on planned_moves (organization_id, created_at desc, id desc);
    create index planned_moves_of_receipt on planned_moves (organization_id, receipt_id, created_at) where receipt_id is not null;
    create index planned_moves_of_wave on planned_moves (organization_id, wave_id, created_at) where wave_id is not null;
    create index planned_moves_of_item on planned_moves (organization_id, item_id, created_at) where item_id is not null;
    create index planned_moves_of_merchant_by_moment on planned_moves (organization_id, merchant_id, finished_at)
      where status = 'done';

    alter table pick_tasks add constraint pick_tasks_waits_for_move_id_fk
      foreign key (organization_id, waits_for_move_id) references planned_moves (organization_id, id);
  `);
  await protectTenantTable(knex, 'location_space', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'pick_faces', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
    systemRights: ['select'],
  });
  await protectTenantTable(knex, 'putaway_rules', {
    rights: ['select', 'insert', 'update'],
    merchant: 'none',
  });
  await protectTenantTable(knex, 'planned_moves', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
  });
  await createBillableView(knex, 'billable_moves', {
    columns: {
      source_type: "'planned_move'",
      source_id: 's.id',
      source_ref: 's.move_no',
      document_id: 's.id',
      occurred_at: 's.finished_at',
      service_date: '(s.finished_at at time zone w.time_zone)::date',
      units: 's.done_qty::numeric',
      cartons: 'ceil(s.done_qty / i.units_per_carton)',
      pallets:
        'case when s.lpn_id is not null then 1::numeric else ceil(s.done_qty / i.units_per_pallet) end',
      weight_kg: 's.done_qty * i.weight_kg',
      volume_cbm: 's.done_qty * i.volume_cbm',
      minutes: 'extract(epoch from s.finished_at - coalesce(s.started_at, s.assigned_at)) / 60',
      storage_class: 'i.storage_class',
      item_class: 'i.item_class',
      move_kind: 's.kind',
      zone: 'l.zone',
    },
    row: 's',
    from: `planned_moves s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           join locations l on l.organization_id = s.organization_id and l.id = s.to_location_id
           left join items i on i.organization_id = s.organization_id and i.id = s.item_id
           where s.status = 'done' and s.merchant_id is not null and s.done_qty > 0`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_moves;
    alter table pick_tasks drop constraint pick_tasks_waits_for_move_id_fk;
    drop table planned_moves, pick_faces, putaway_rules, location_space;
  `);
}
