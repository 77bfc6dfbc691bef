/**
 * Returns to vendors and their lines. The shipment names the return (wms_shipments.vendor_return_id); what it holds stood
 * available, or on hold or damaged at a location that the line names.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vendor_returns (
      ${checkedKey},
      return_no text not null,
      status text not null default 'draft' check (status in ('draft', 'released', 'shipped', 'credited', 'cancelled')),
      merchant_id uuid not null,
      warehouse_id uuid not null,
      vendor_id uuid not null,
      -- The vendor's leave to send it back, and what the vendor credits it with.
      authorization_no text,
      credit_no text,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      carrier_code text,
      ship_to jsonb not null,
      note text not null default '',
      end_reason text,
      created_by text not null,
      ${times},
      released_at timestamptz,
      shipped_at timestamptz,
      credited_at timestamptz,
      cancelled_at timestamptz,
      constraint vendor_returns_return_no_once unique (organization_id, return_no),
      constraint vendor_returns_of_merchant unique (organization_id, merchant_id, id),
      constraint vendor_returns_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint vendor_returns_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint vendor_returns_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id)
    );
    create index vendor_returns_newest on vendor_returns (organization_id, created_at desc, id desc);
    create index vendor_returns_by_status on vendor_returns (organization_id, status, created_at desc);
    create index vendor_returns_of_warehouse on vendor_returns (organization_id, warehouse_id, created_at desc, id desc);
    create index vendor_returns_of_vendor on vendor_returns (organization_id, vendor_id, created_at desc, id desc);
    create index vendor_returns_of_merchant_newest on vendor_returns (organization_id, merchant_id, created_at desc, id desc);

    alter table wms_shipments add constraint wms_shipments_vendor_return_id_fk
      foreign key (organization_id, merchant_id, vendor_return_id) references vendor_returns (organization_id, merchant_id, id);

    create table vendor_return_lines (
      organization_id uuid not null,
      id uuid not null,
      vendor_return_id uuid not null,
      merchant_id uuid not null,
      line_no integer not null check (line_no > 0),
      item_id uuid not null,
      -- In base units.
      qty quantity not null check (qty > 0),
      stock_status text not null check (stock_status in ('available', 'hold', 'damaged')),
      location_id uuid,
      lot_no text not null default '',
      reason_code text,
      -- Which units, where somebody knows.
      serial_nos text[] not null default '{}',
      -- Of a customer's return, by what somebody decided about its units.
      disposition_id uuid,
      primary key (organization_id, id),
      constraint vendor_return_lines_line_no_once unique (organization_id, vendor_return_id, line_no),
      constraint vendor_return_lines_stand_somewhere check ((stock_status = 'available') = (location_id is null)),
      constraint vendor_return_lines_vendor_return_id_fk foreign key (organization_id, merchant_id, vendor_return_id)
        references vendor_returns (organization_id, merchant_id, id),
      constraint vendor_return_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint vendor_return_lines_location_id_fk foreign key (organization_id, location_id)
        references locations (organization_id, id)
    );
    create unique index vendor_return_lines_of_disposition on vendor_return_lines (organization_id, disposition_id)
      where disposition_id is not null;
    create index vendor_returns_drafts on vendor_returns (organization_id, warehouse_id, vendor_id, merchant_id) where status = 'draft';
  `);
  const ofMerchant = { rights: ['select', 'insert', 'update'] as const, merchant: { column: 'merchant_id' } };
  for (const table of ['vendor_returns', 'vendor_return_lines'])
    await protectTenantTable(knex, table, ofMerchant);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table wms_shipments drop constraint wms_shipments_vendor_return_id_fk;
    drop table vendor_return_lines, vendor_returns;
  `);
}
