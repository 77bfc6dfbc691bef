/**
 * Transfers between two warehouses, their lines, and what of them has left.
 *
 * - transfers: the shipment and the receipt name the transfer (wms_shipments.transfer_id, inbound_receipts.transfer_id).
 *   `missing` says what became of what never arrived.
 * - transfer_lines: an item once; the receipt line it is counted on from release on.
 * - transfer_goods: what was shipped, by lot and license plate, and how much of it has ended. What has not is stock in
 *   transit at transit_location_id.
 */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table transfers (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      transfer_no text not null,
      status text not null default 'draft' check (status in (
        'draft', 'released', 'in_transit', 'partially_received', 'received', 'closed', 'cancelled')),
      merchant_id uuid not null,
      from_warehouse_id uuid not null,
      to_warehouse_id uuid not null,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      carrier_code text,
      expected_date date,
      note text not null default '',
      missing text check (missing in ('write_off', 'back', 'claim')),
      end_reason text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      released_at timestamptz,
      in_transit_at timestamptz,
      partially_received_at timestamptz,
      received_at timestamptz,
      closed_at timestamptz,
      cancelled_at timestamptz,
      primary key (organization_id, id),
      constraint transfers_transfer_no_once unique (organization_id, transfer_no),
      constraint transfers_of_merchant unique (organization_id, merchant_id, id),
      constraint transfers_between_two_warehouses check (from_warehouse_id <> to_warehouse_id),
      constraint transfers_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint transfers_from_warehouse_id_fk foreign key (organization_id, from_warehouse_id)
        references warehouses (organization_id, id),
      constraint transfers_to_warehouse_id_fk foreign key (organization_id, to_warehouse_id)
        references warehouses (organization_id, id)
    );
    create index transfers_newest on transfers (organization_id, created_at desc, id desc);
    create index transfers_by_status on transfers (organization_id, status, created_at desc);
    create index transfers_from_warehouse on transfers (organization_id, from_warehouse_id, created_at desc, id desc);
    create index transfers_to_warehouse on transfers (organization_id, to_warehouse_id, created_at desc, id desc);
    create index transfers_of_merchant_newest on transfers (organization_id, merchant_id, created_at desc, id desc);

    alter table wms_shipments add constraint wms_shipments_transfer_id_fk
      foreign key (organization_id, merchant_id, transfer_id) references transfers (organization_id, merchant_id, id);
    alter table inbound_receipts add constraint inbound_receipts_transfer_id_fk
      foreign key (organization_id, merchant_id, transfer_id) references transfers (organization_id, merchant_id, id);

    create table transfer_lines (
      organization_id uuid not null,
      id uuid not null,
      transfer_id uuid not null,
      merchant_id uuid not null,
      line_no integer not null check (line_no > 0),
      item_id uuid not null,
      -- In base units.
      qty quantity not null check (qty > 0),
      receipt_line_id uuid,
      primary key (organization_id, id),
      constraint transfer_lines_line_no_once unique (organization_id, transfer_id, line_no),
      constraint transfer_lines_item_once unique (organization_id, transfer_id, item_id),
      constraint transfer_lines_of_merchant unique (organization_id, merchant_id, id),
      constraint transfer_lines_transfer_id_fk foreign key (organization_id, merchant_id, transfer_id)
        references transfers (organization_id, merchant_id, id),
      constraint transfer_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint transfer_lines_receipt_line_id_fk foreign key (organization_id, receipt_line_id)
        references inbound_receipt_lines (organization_id, id)
    );
    create unique index transfer_lines_receipt_line_once on transfer_lines (organization_id, receipt_line_id)
      where receipt_line_id is not null;

    create table transfer_goods (
      organization_id uuid not null,
      id uuid not null,
      transfer_id uuid not null,
      transfer_line_id uuid not null,
      merchant_id uuid not null,
      item_id uuid not null,
      transit_location_id uuid not null,
      lot_no text not null,
      lpn_id uuid,
      -- What was shipped.
      qty quantity not null check (qty > 0),
      received_qty quantity not null default 0 check (received_qty >= 0),
      -- What never arrived, and is written off or back at the source.
      written_off_qty quantity not null default 0 check (written_off_qty >= 0),
      back_qty quantity not null default 0 check (back_qty >= 0),
      primary key (organization_id, id),
      constraint transfer_goods_end_within_shipped check (received_qty + written_off_qty + back_qty <= qty),
      constraint transfer_goods_once unique nulls not distinct (organization_id, transfer_line_id, lot_no, lpn_id),
      constraint transfer_goods_transfer_line_id_fk foreign key (organization_id, merchant_id, transfer_line_id)
        references transfer_lines (organization_id, merchant_id, id),
      constraint transfer_goods_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint transfer_goods_transit_location_id_fk foreign key (organization_id, transit_location_id)
        references locations (organization_id, id),
      constraint transfer_goods_lpn_id_fk foreign key (organization_id, lpn_id) references lpns (organization_id, id)
    );
    create index transfer_goods_of_transfer on transfer_goods (organization_id, transfer_id);
    create index transfer_goods_in_transit on transfer_goods (organization_id, item_id)
      where received_qty + written_off_qty + back_qty < qty;

    alter table serials add constraint serials_transfer_id_fk
      foreign key (organization_id, transfer_id) references transfers (organization_id, id);
  `);
  const ofMerchant = { rights: ['select', 'insert', 'update'] as const, merchant: { column: 'merchant_id' } };
  for (const table of ['transfers', 'transfer_lines', 'transfer_goods'])
    await protectTenantTable(knex, table, ofMerchant);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table serials drop constraint serials_transfer_id_fk;
    alter table inbound_receipts drop constraint inbound_receipts_transfer_id_fk;
    alter table wms_shipments drop constraint wms_shipments_transfer_id_fk;
    drop table transfer_goods, transfer_lines, transfers;
  `);
}
