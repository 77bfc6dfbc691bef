/**
 * Returns with their lines, the serials they name, inspections and dispositions.
 *
 * - returns.status: from the first count on it follows the receipt that names the return (inbound_receipts.return_id).
 * - return_lines: quantities in the item's base unit. What was received is the receipt line's count, never stored twice.
 * - return_units: serials somebody says will come; a live one is on one return.
 * - invoices.return_id, invoice_lines.return_line_id: a credit note that pays a return back, and which units.
 * - inspections, dispositions: what was found, and what became of it; never changed, and billed by the view of each.
 */
import type { Knex } from 'knex';
import { createBillableView } from '../billable-view.ts';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table returns (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      return_no text not null,
      status text not null default 'requested' check (status in (
        'requested', 'authorized', 'receiving', 'inspecting', 'disposed', 'closed', 'rejected', 'cancelled', 'expired')),
      kind text not null check (kind in ('customer', 'undeliverable', 'recall', 'warranty')),
      merchant_id uuid not null,
      warehouse_id uuid not null,
      order_id uuid,
      shipment_id uuid,
      channel_return_no text,
      -- The last day on which its goods are taken, at its warehouse.
      expires_on date,
      note text not null default '',
      end_reason text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      authorized_at timestamptz,
      rejected_at timestamptz,
      cancelled_at timestamptz,
      expired_at timestamptz,
      receiving_at timestamptz,
      inspecting_at timestamptz,
      disposed_at timestamptz,
      closed_at timestamptz,
      primary key (organization_id, id),
      constraint returns_return_no_once unique (organization_id, return_no),
      constraint returns_of_merchant unique (organization_id, merchant_id, id),
      constraint returns_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint returns_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint returns_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references sales_orders (organization_id, merchant_id, id),
      constraint returns_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id)
    );
    create unique index returns_channel_return_no_once on returns (organization_id, merchant_id, channel_return_no)
      where channel_return_no is not null;
    create index returns_newest on returns (organization_id, created_at desc, id desc);
    create index returns_by_status on returns (organization_id, status, created_at desc);
    create index returns_of_warehouse on returns (organization_id, warehouse_id, created_at desc, id desc);
    create index returns_of_order on returns (organization_id, order_id) where order_id is not null;
    create index returns_of_shipment on returns (organization_id, shipment_id) where shipment_id is not null;
    create index returns_to_expire on returns (expires_on) where status = 'authorized' and expires_on is not null;

    alter table inbound_receipts add constraint inbound_receipts_return_id_fk
      foreign key (organization_id, merchant_id, return_id) references returns (organization_id, merchant_id, id);

    alter table sales_orders add constraint sales_orders_replaces_return_id_fk
      foreign key (organization_id, merchant_id, replaces_return_id) references returns (organization_id, merchant_id, id);
    alter table invoices add constraint invoices_return_id_fk
      foreign key (organization_id, return_id) references returns (organization_id, id);

    create table return_lines (
      organization_id uuid not null,
      id uuid not null,
      return_id uuid not null,
      merchant_id uuid not null,
      line_no integer not null check (line_no > 0),
      order_line_id uuid,
      shipment_line_id uuid,
      item_id uuid not null,
      -- What may come back, in base units.
      qty quantity not null check (qty > 0),
      reason_code text not null,
      lot_no text,
      wanted text not null check (wanted in ('refund', 'replace', 'repair', 'none')),
      -- The rule that applied as it was asked for, and what it said then.
      rule_id uuid,
      disposition text check (disposition in ('restock', 'downgrade', 'scrap', 'quarantine', 'vendor', 'refurbish')),
      inspect text not null default 'always' check (inspect in ('always', 'sample', 'never')),
      credit_percent numeric(5,2) not null default 100 check (credit_percent between 0 and 100),
      restocking_fee money_amount not null default 0 check (restocking_fee >= 0),
      fee_item_id uuid,
      replace_at text not null default 'authorize' check (replace_at in ('authorize', 'disposal')),
      -- The line it is counted on, from authorize on.
      receipt_line_id uuid,
      created_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint return_lines_line_no_once unique (organization_id, return_id, line_no),
      constraint return_lines_of_merchant unique (organization_id, merchant_id, id),
      constraint return_lines_return_id_fk foreign key (organization_id, merchant_id, return_id)
        references returns (organization_id, merchant_id, id),
      constraint return_lines_order_line_id_fk foreign key (organization_id, order_line_id)
        references sales_order_lines (organization_id, id),
      constraint return_lines_shipment_line_id_fk foreign key (organization_id, shipment_line_id)
        references wms_shipment_lines (organization_id, id),
      constraint return_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint return_lines_rule_id_fk foreign key (organization_id, rule_id) references return_rules (organization_id, id),
      constraint return_lines_fee_item_id_fk foreign key (organization_id, fee_item_id)
        references billing_items (organization_id, id),
      constraint return_lines_receipt_line_id_fk foreign key (organization_id, receipt_line_id)
        references inbound_receipt_lines (organization_id, id)
    );
    create index return_lines_of_order_line on return_lines (organization_id, order_line_id) where order_line_id is not null;
    create index return_lines_of_item on return_lines (organization_id, item_id);
    create unique index return_lines_receipt_line_once on return_lines (organization_id, receipt_line_id)
      where receipt_line_id is not null;

    alter table invoice_lines add constraint invoice_lines_return_line_id_fk
      foreign key (organization_id, return_line_id) references return_lines (organization_id, id);

    create table return_units (
      organization_id uuid not null,
      id uuid not null,
      return_line_id uuid not null,
      merchant_id uuid not null,
      item_id uuid not null,
      serial_no text not null,
      -- A return that ended or is disposed of frees its serials.
      is_live boolean not null default true,
      primary key (organization_id, id),
      constraint return_units_return_line_id_fk foreign key (organization_id, merchant_id, return_line_id)
        references return_lines (organization_id, merchant_id, id),
      constraint return_units_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create unique index return_units_live_once on return_units (organization_id, item_id, serial_no) where is_live;
    create index return_units_of_line on return_units (organization_id, return_line_id);

    create table inspections (
      organization_id uuid not null,
      id uuid not null,
      return_line_id uuid not null,
      merchant_id uuid not null,
      qty quantity not null check (qty > 0),
      -- How many of them somebody looked at: fewer where the rule asks for a sample.
      sampled_qty quantity not null check (sampled_qty > 0),
      -- The rule for units of this grade, and what it said then.
      rule_id uuid,
      disposition text check (disposition in ('restock', 'downgrade', 'scrap', 'quarantine', 'vendor', 'refurbish')),
      credit_percent numeric(5,2) not null check (credit_percent between 0 and 100),
      restocking_fee money_amount not null check (restocking_fee >= 0),
      fee_item_id uuid,
      serial_nos text[] not null default '{}',
      grade text not null check (grade in ('A', 'B', 'C', 'D')),
      defects text[] not null default '{}',
      note text not null default '',
      minutes numeric(10,2) check (minutes >= 0),
      inspected_by text not null,
      inspected_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, id),
      constraint inspections_of_merchant unique (organization_id, merchant_id, id),
      constraint inspections_sample_of_units check (sampled_qty <= qty),
      constraint inspections_rule_id_fk foreign key (organization_id, rule_id) references return_rules (organization_id, id),
      constraint inspections_fee_item_id_fk foreign key (organization_id, fee_item_id)
        references billing_items (organization_id, id),
      constraint inspections_return_line_id_fk foreign key (organization_id, merchant_id, return_line_id)
        references return_lines (organization_id, merchant_id, id)
    );
    create index inspections_of_merchant_by_moment on inspections (organization_id, merchant_id, inspected_at);
    create index inspections_of_line on inspections (organization_id, return_line_id, inspected_at);

    alter table invoice_lines add constraint invoice_lines_inspection_id_fk
      foreign key (organization_id, inspection_id) references inspections (organization_id, id);

    create table dispositions (
      organization_id uuid not null,
      id uuid not null,
      inspection_id uuid not null,
      return_line_id uuid not null,
      merchant_id uuid not null,
      qty quantity not null check (qty > 0),
      serial_nos text[] not null default '{}',
      kind text not null check (kind in ('restock', 'downgrade', 'scrap', 'quarantine', 'vendor', 'refurbish')),
      to_item_id uuid,
      -- As what the units stood until then.
      lot_no text not null,
      stock_status text not null check (stock_status in ('hold', 'damaged')),
      reason_code text,
      note text not null default '',
      disposed_by text not null,
      disposed_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, id),
      constraint dispositions_of_merchant unique (organization_id, merchant_id, id),
      constraint dispositions_downgrade_names_item check ((kind = 'downgrade') = (to_item_id is not null)),
      constraint dispositions_inspection_id_fk foreign key (organization_id, merchant_id, inspection_id)
        references inspections (organization_id, merchant_id, id),
      constraint dispositions_return_line_id_fk foreign key (organization_id, merchant_id, return_line_id)
        references return_lines (organization_id, merchant_id, id),
      constraint dispositions_to_item_id_fk foreign key (organization_id, merchant_id, to_item_id)
        references items (organization_id, merchant_id, id)
    );
    create index dispositions_of_merchant_by_moment on dispositions (organization_id, merchant_id, disposed_at);
    create index dispositions_of_inspection on dispositions (organization_id, inspection_id);
    create index dispositions_of_line on dispositions (organization_id, return_line_id, disposed_at);

    alter table vendor_return_lines add constraint vendor_return_lines_disposition_id_fk
      foreign key (organization_id, merchant_id, disposition_id) references dispositions (organization_id, merchant_id, id);

    -- What a disposition posted; nothing for units that stay where they are.
    create table disposition_entries (
      organization_id uuid not null,
      disposition_id uuid not null,
      entry_id uuid not null,
      merchant_id uuid not null,
      primary key (organization_id, disposition_id, entry_id),
      constraint disposition_entries_disposition_id_fk foreign key (organization_id, merchant_id, disposition_id)
        references dispositions (organization_id, merchant_id, id),
      constraint disposition_entries_entry_id_fk foreign key (organization_id, entry_id)
        references inventory_ledger (organization_id, id)
    );
  `);
  const ofMerchant = { merchant: { column: 'merchant_id' } };
  const kept = { rights: ['select', 'insert', 'update'] as const, ...ofMerchant };
  await protectTenantTable(knex, 'returns', { ...kept, systemRights: ['select'] });
  for (const table of ['return_lines', 'return_units']) await protectTenantTable(knex, table, kept);
  for (const table of ['inspections', 'dispositions', 'disposition_entries']) {
    await protectTenantTable(knex, table, { rights: ['select', 'insert'], ...ofMerchant });
    await makeAppendOnly(knex, table);
  }
  await createBillableView(knex, 'billable_inspections', {
    columns: {
      source_type: "'inspection'",
      ...unitsHandled('s.inspected_at'),
      grade: 's.grade',
      minutes: 's.minutes',
    },
    row: 's',
    from: `inspections s ${returnOfUnits}`,
  });
  await createBillableView(knex, 'billable_dispositions', {
    columns: {
      source_type: "'disposition'",
      ...unitsHandled('s.disposed_at'),
      grade: 'f.grade',
      disposition: 's.kind',
    },
    row: 's',
    from: `dispositions s join inspections f on f.organization_id = s.organization_id and f.id = s.inspection_id
           ${returnOfUnits}`,
  });
}

const returnOfUnits = `
  join return_lines l on l.organization_id = s.organization_id and l.id = s.return_line_id
  join returns r on r.organization_id = l.organization_id and r.id = l.return_id
  join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
  join items i on i.organization_id = l.organization_id and i.id = l.item_id`;

/** Units of a return that somebody looked at or decided about. The reason is the one they were sent back for. */
const unitsHandled = (moment: string) => ({
  source_id: 's.id',
  source_ref: 'r.return_no',
  document_id: 'r.id',
  warehouse_id: 'r.warehouse_id',
  occurred_at: moment,
  service_date: `(${moment} at time zone w.time_zone)::date`,
  lines: '1::numeric',
  units: 's.qty::numeric',
  cartons: 'ceil(s.qty / i.units_per_carton)',
  pallets: 'ceil(s.qty / i.units_per_pallet)',
  weight_kg: 's.qty * i.weight_kg',
  volume_cbm: 's.qty * i.volume_cbm',
  storage_class: 'i.storage_class',
  item_class: 'i.item_class',
  reason_code: 'l.reason_code',
});

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view billable_dispositions, billable_inspections;
    alter table inbound_receipts drop constraint inbound_receipts_return_id_fk;
    alter table invoices drop constraint invoices_return_id_fk;
    alter table invoice_lines drop constraint invoice_lines_return_line_id_fk, drop constraint invoice_lines_inspection_id_fk;
    alter table sales_orders drop constraint sales_orders_replaces_return_id_fk;
    alter table vendor_return_lines drop constraint vendor_return_lines_disposition_id_fk;
    drop table disposition_entries, dispositions, inspections, return_units, return_lines, returns;
  `);
}
