/** Moves of license plates with goods of several merchants are billed to each, by what it had on the plate. */
import type { Knex } from 'knex';
import { createBillableView, type BillableView } from '../billable-view.ts';
import { enteredOrganization, protectTenantTable } from '../tenant-table.ts';

const common = {
  source_type: "'planned_move'",
  source_ref: 's.move_no',
  occurred_at: 's.finished_at',
  service_date: '(s.finished_at at time zone w.time_zone)::date',
  move_kind: 's.kind',
  zone: 'l.zone',
};
const places = `join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           join locations l on l.organization_id = s.organization_id and l.id = s.to_location_id`;
const minutes = 'extract(epoch from m.finished_at - coalesce(m.started_at, m.assigned_at)) / 60';

/** As it was: those of one merchant. */
const ofOne: BillableView = {
  columns: {
    ...common,
    source_id: 's.id',
    document_id: 's.id',
    units: 's.done_qty::numeric',
    cartons: 'ceil(s.done_qty / i.units_per_carton)',
    pallets: 'case when s.lpn_id is not null then 1::numeric else ceil(s.done_qty / i.units_per_pallet) end',
    weight_kg: 's.done_qty * i.weight_kg',
    volume_cbm: 's.done_qty * i.volume_cbm',
    minutes: 'extract(epoch from s.finished_at - coalesce(s.started_at, s.assigned_at)) / 60',
    storage_class: 'i.storage_class',
    item_class: 'i.item_class',
  },
  row: 's',
  from: `planned_moves s ${places}
           left join items i on i.organization_id = s.organization_id and i.id = s.item_id
           where s.status = 'done' and s.merchant_id is not null and s.done_qty > 0`,
};

const only = (column: string): string =>
  `case when min(i.${column}) = max(i.${column}) and count(i.${column}) = count(*) then min(i.${column}) end as ${column}`;
const allOf = (column: string): string =>
  `case when count(i.${column}) = count(*) then sum(g.qty * i.${column}) end as ${column}`;

/** The plate and the minutes are shared by units. */
const ofEach: BillableView = {
  columns: {
    ...common,
    source_id: 's.source_id',
    document_id: 's.document_id',
    units: 's.units',
    cartons: 's.cartons',
    pallets: 's.pallets',
    weight_kg: 's.weight_kg',
    volume_cbm: 's.volume_cbm',
    minutes: 's.minutes',
    storage_class: 's.storage_class',
    item_class: 's.item_class',
  },
  row: 's',
  from: `(select m.organization_id, m.id as source_id, m.id as document_id, m.move_no, m.kind, m.warehouse_id,
              m.to_location_id, m.merchant_id, m.finished_at, m.done_qty::numeric as units,
              ceil(m.done_qty / i.units_per_carton) as cartons,
              case when m.lpn_id is not null then 1::numeric else ceil(m.done_qty / i.units_per_pallet) end as pallets,
              m.done_qty * i.weight_kg as weight_kg, m.done_qty * i.volume_cbm as volume_cbm, ${minutes} as minutes,
              i.storage_class, i.item_class
         from planned_moves m left join items i on i.organization_id = m.organization_id and i.id = m.item_id
        where m.status = 'done' and m.merchant_id is not null and m.done_qty > 0
       union all
       select m.organization_id, md5(m.id::text || g.merchant_id::text)::uuid, m.id, m.move_no, m.kind, m.warehouse_id,
              m.to_location_id, g.merchant_id, g.carried_at, g.units, g.cartons, round(g.units / m.done_qty, 6),
              g.weight_kg, g.volume_cbm, round((${minutes} * g.units / m.done_qty)::numeric, 2),
              g.storage_class, g.item_class
         from (select g.organization_id, g.move_id, g.merchant_id, g.carried_at, sum(g.qty)::numeric as units,
                      case when count(*) = 1 then ceil(sum(g.qty) / min(i.units_per_carton)) end as cartons,
                      ${allOf('weight_kg')}, ${allOf('volume_cbm')}, ${only('storage_class')}, ${only('item_class')}
                 from planned_move_goods g join items i on i.organization_id = g.organization_id and i.id = g.item_id
                group by 1, 2, 3, 4) g
         join planned_moves m on m.organization_id = g.organization_id and m.id = g.move_id and m.done_qty > 0) s
           ${places}`,
};

async function showBillable(knex: Knex, view: BillableView): Promise<void> {
  await knex.raw('drop view billable_moves');
  await createBillableView(knex, 'billable_moves', view);
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was on a plate with goods of several merchants as it was carried.
    create table planned_move_goods (
      ${enteredOrganization},
      move_id uuid not null,
      merchant_id uuid not null,
      item_id uuid not null,
      qty quantity not null check (qty > 0),
      carried_at timestamptz not null,
      primary key (organization_id, move_id, item_id),
      constraint planned_move_goods_move_id_fk foreign key (organization_id, move_id)
        references planned_moves (organization_id, id),
      constraint planned_move_goods_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index planned_move_goods_of_merchant_by_moment on planned_move_goods (organization_id, merchant_id, carried_at);
  `);
  await protectTenantTable(knex, 'planned_move_goods', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await showBillable(knex, ofEach);
}

export async function down(knex: Knex): Promise<void> {
  await showBillable(knex, ofOne);
  await knex.raw('drop table planned_move_goods');
}
