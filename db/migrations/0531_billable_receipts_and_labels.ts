/** Billable activity of receiving and printing. Returns are an event of their own, so that nothing is billed as both. */
import type { Knex } from 'knex';
import { createBillableView, dropBillableViews } from '../billable-view.ts';

const counted = '(l.received_qty + l.damaged_qty) * l.uom_factor';

const lineSum = (expression: string): string => `(
  select case when bool_and((${expression}) is not null) then sum(${expression}) end from inbound_receipt_lines l
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where l.organization_id = s.organization_id and l.receipt_id = s.id and l.received_qty + l.damaged_qty > 0)`;

const lineCount = `(select count(*) from inbound_receipt_lines l where l.organization_id = s.organization_id
   and l.receipt_id = s.id and l.received_qty + l.damaged_qty > 0)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index inbound_receipts_by_receiving on inbound_receipts (organization_id, merchant_id, received_at)
      where received_at is not null;
    create index print_jobs_by_printing on print_jobs (organization_id, merchant_id, finished_at) where status = 'done';
  `);
  for (const [view, moment, condition] of [
    ['billable_receipts', 's.received_at', "s.source_type <> 'return'"],
    ['billable_closed_receipts', 's.closed_at', "s.source_type <> 'return'"],
    ['billable_returns', 's.received_at', "s.source_type = 'return'"],
  ] as const) {
    await createBillableView(knex, view, {
      columns: {
        source_type: view === 'billable_returns' ? "'return'" : "'receipt'",
        source_id: 's.id',
        source_ref: 's.receipt_no',
        document_id: 's.id',
        occurred_at: moment,
        service_date: `(${moment} at time zone w.time_zone)::date`,
        lines: lineCount,
        units: lineSum(counted),
        cartons: lineSum(`ceil(${counted} / i.units_per_carton)`),
        pallets: lineSum(`ceil(${counted} / i.units_per_pallet)`),
        weight_kg: lineSum(`${counted} * i.weight_kg`),
        volume_cbm: lineSum(`${counted} * i.volume_cbm`),
        containers: 'case when s.container_no is null then 0 else 1 end',
        container_no: 's.container_no',
        origin: 's.source_type',
        is_cross_dock: `exists (select 1 from inventory_ledger g
            join locations c on c.organization_id = g.organization_id and c.id = g.location_id and c.type = 'cross_dock'
           where g.organization_id = s.organization_id and g.ref_id = s.id)`,
      },
      row: 's',
      from: `inbound_receipts s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
             where ${moment} is not null and ${condition}`,
    });
  }
  await createBillableView(knex, 'billable_receipt_lines', {
    columns: {
      source_type: "'receipt_line'",
      source_id: 'l.id',
      source_ref: 's.receipt_no',
      document_id: 's.id',
      occurred_at: 's.received_at',
      service_date: '(s.received_at at time zone w.time_zone)::date',
      lines: '1::numeric',
      units: counted,
      cartons: `ceil(${counted} / i.units_per_carton)`,
      pallets: `ceil(${counted} / i.units_per_pallet)`,
      weight_kg: `${counted} * i.weight_kg`,
      volume_cbm: `${counted} * i.volume_cbm`,
      container_no: 's.container_no',
      origin: 's.source_type',
      storage_class: 'i.storage_class',
      item_class: 'i.item_class',
      condition: "case when l.received_qty = 0 then 'damaged' else 'good' end",
    },
    row: 's',
    from: `inbound_receipts s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           join inbound_receipt_lines l on l.organization_id = s.organization_id and l.receipt_id = s.id
           join items i on i.organization_id = l.organization_id and i.id = l.item_id
           where s.received_at is not null and s.source_type <> 'return' and l.received_qty + l.damaged_qty > 0`,
  });
  await createBillableView(knex, 'billable_labels', {
    columns: {
      source_type: "'print_job'",
      source_id: 's.id',
      source_ref: 's.label_kind',
      document_id: 'coalesce(s.ref_id, s.id)',
      occurred_at: 's.finished_at',
      service_date: '(s.finished_at at time zone coalesce(w.time_zone, o.time_zone))::date',
      labels: 's.copies',
      label_kind: 's.label_kind',
    },
    row: 's',
    from: `print_jobs s join organizations o on o.id = s.organization_id
           left join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
           where s.status = 'done' and s.finished_at is not null and s.merchant_id is not null`,
  });
}

export async function down(knex: Knex): Promise<void> {
  await dropBillableViews(knex, [
    'billable_receipts',
    'billable_closed_receipts',
    'billable_returns',
    'billable_receipt_lines',
    'billable_labels',
  ]);
  await knex.raw('drop index print_jobs_by_printing; drop index inbound_receipts_by_receiving');
}
