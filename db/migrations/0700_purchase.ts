/**
 * Purchase orders with their lines, advance shipping notices with cartons, and accepted differences on vendors' bills.
 *
 * - purchase_orders.status holds what people decided; how much was received follows from the receipts that name the
 *   order (or one of its ASNs) and is never stored. Lock order: receipts of the order by id, the order, its ASNs.
 * - asn_eta_changes: every arrival date ever expected, in the order it was reported; never changed.
 * - purchase_match_acceptances: differences between a vendor's bill, its order and the receipts that somebody accepted.
 *   The differences themselves follow from the three documents.
 */
import type { Knex } from 'knex';
import {
  checkedKey,
  makeAppendOnly,
  protectTenantTable,
  replacePartnerPolicy,
  tenantKey,
  times,
} from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table purchase_orders (
      ${tenantKey},
      po_no text not null,
      merchant_id uuid not null,
      vendor_id uuid not null,
      warehouse_id uuid not null,
      status text not null default 'draft' check (status in ('draft', 'released', 'closed', 'cancelled')),
      currency char(3) not null,
      expected_date date,
      vendor_ref text,
      note text not null default '',
      total money_amount not null default 0,
      version integer not null default 1,
      approved_at timestamptz,
      approved_by text,
      created_by text not null,
      ${times},
      released_at timestamptz,
      closed_at timestamptz,
      cancelled_at timestamptz,
      end_reason text,
      constraint purchase_orders_po_no_once unique (organization_id, po_no),
      constraint purchase_orders_of_merchant unique (organization_id, merchant_id, id),
      constraint purchase_orders_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint purchase_orders_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id),
      constraint purchase_orders_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint purchase_orders_currency_fk foreign key (currency) references currencies (code),
      constraint purchase_orders_released_has_date check (status = 'draft' or status = 'cancelled' or released_at is not null)
    );
    create index purchase_orders_newest on purchase_orders (organization_id, created_at desc, id desc);
    create index purchase_orders_by_status on purchase_orders (organization_id, status, created_at desc);
    create index purchase_orders_of_vendor on purchase_orders (organization_id, vendor_id, created_at desc);

    create table purchase_order_lines (
      ${checkedKey},
      order_id uuid not null,
      merchant_id uuid not null,
      line_no integer not null check (line_no > 0),
      item_id uuid not null,
      -- In the unit of uom; a change may reduce it to zero, but never below what was received.
      qty quantity not null check (qty >= 0),
      uom text not null,
      uom_factor quantity not null check (uom_factor > 0),
      price unit_price not null check (price >= 0),
      amount money_amount not null check (amount >= 0),
      expected_date date,
      ${times},
      constraint purchase_order_lines_line_no_once unique (organization_id, order_id, line_no),
      constraint purchase_order_lines_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references purchase_orders (organization_id, merchant_id, id),
      constraint purchase_order_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );

    create table asns (
      ${tenantKey},
      asn_no text not null,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      po_id uuid,
      vendor_id uuid,
      -- The receipt its goods are counted on; from its first count on, the ASN's status is that of the receipt.
      receipt_id uuid,
      status text not null default 'announced' check (status in ('announced', 'in_transit', 'arrived', 'cancelled')),
      eta timestamptz,
      container_no text,
      seal_no text,
      carrier text,
      tracking_no text,
      bol_no text,
      vendor_ref text,
      note text not null default '',
      created_by text not null,
      ${times},
      departed_at timestamptz,
      arrived_at timestamptz,
      cancelled_at timestamptz,
      constraint asns_asn_no_once unique (organization_id, asn_no),
      constraint asns_of_merchant unique (organization_id, merchant_id, id),
      constraint asns_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint asns_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint asns_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id),
      constraint asns_po_id_fk foreign key (organization_id, merchant_id, po_id)
        references purchase_orders (organization_id, merchant_id, id),
      constraint asns_receipt_id_fk foreign key (organization_id, merchant_id, receipt_id)
        references inbound_receipts (organization_id, merchant_id, id)
    );
    create index asns_newest on asns (organization_id, created_at desc, id desc);
    create index asns_of_order on asns (organization_id, po_id) where po_id is not null;
    create index asns_of_receipt on asns (organization_id, receipt_id) where receipt_id is not null;
    create index asns_of_container on asns (organization_id, container_no) where container_no is not null;

    create table asn_cartons (
      ${checkedKey},
      asn_id uuid not null,
      merchant_id uuid not null,
      carton_no integer not null check (carton_no > 0),
      sscc text not null check (sscc ~ '^[0-9]{18}$'),
      -- A carton number can be on its way only once; cancelling an ASN frees its numbers.
      is_live boolean not null default true,
      weight_kg numeric(18,6) check (weight_kg > 0),
      constraint asn_cartons_carton_no_once unique (organization_id, asn_id, carton_no),
      constraint asn_cartons_asn_id_fk foreign key (organization_id, merchant_id, asn_id)
        references asns (organization_id, merchant_id, id)
    );
    create unique index asn_cartons_sscc_once on asn_cartons (organization_id, merchant_id, sscc) where is_live;

    create table asn_lines (
      ${checkedKey},
      asn_id uuid not null,
      merchant_id uuid not null,
      line_no integer not null check (line_no > 0),
      carton_id uuid,
      item_id uuid not null,
      qty quantity not null check (qty > 0),
      uom text not null,
      uom_factor quantity not null check (uom_factor > 0),
      lot_no text,
      expiry_date date,
      constraint asn_lines_line_no_once unique (organization_id, asn_id, line_no),
      constraint asn_lines_asn_id_fk foreign key (organization_id, merchant_id, asn_id)
        references asns (organization_id, merchant_id, id),
      constraint asn_lines_carton_id_fk foreign key (organization_id, carton_id) references asn_cartons (organization_id, id),
      constraint asn_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );

    create table asn_eta_changes (
      ${checkedKey},
      asn_id uuid not null,
      merchant_id uuid not null,
      eta timestamptz,
      previous_eta timestamptz,
      reason text not null,
      note text not null default '',
      changed_by text not null,
      changed_at timestamptz not null default clock_timestamp(),
      constraint asn_eta_changes_asn_id_fk foreign key (organization_id, merchant_id, asn_id)
        references asns (organization_id, merchant_id, id)
    );
    create index asn_eta_changes_of_asn on asn_eta_changes (organization_id, asn_id, changed_at);

    alter table bills add constraint bills_purchase_order_id_fk foreign key (organization_id, purchase_order_id)
      references purchase_orders (organization_id, id);
    create index bills_of_purchase_order on bills (organization_id, purchase_order_id) where purchase_order_id is not null;
    alter table bill_lines add constraint bill_lines_purchase_order_line_id_fk
      foreign key (organization_id, purchase_order_line_id) references purchase_order_lines (organization_id, id);
    create index bill_lines_of_purchase_order_line on bill_lines (organization_id, purchase_order_line_id)
      where purchase_order_line_id is not null;

    create table purchase_match_acceptances (
      ${checkedKey},
      bill_id uuid not null,
      -- Null: the bill as a whole.
      bill_line_id uuid,
      kind text not null
        check (kind in ('other_vendor', 'other_currency', 'not_ordered', 'price', 'not_received', 'over_ordered')),
      amount money_amount not null,
      reason text not null,
      accepted_by text not null,
      accepted_at timestamptz not null default now(),
      constraint purchase_match_acceptances_bill_id_fk foreign key (organization_id, bill_id)
        references bills (organization_id, id) on delete cascade
    );
    create index purchase_match_acceptances_of_bill on purchase_match_acceptances (organization_id, bill_id);
  `);
  const ofMerchant = { merchant: { column: 'merchant_id' } };
  const edited = { rights: ['select', 'insert', 'update'] as const, ...ofMerchant };
  for (const table of ['purchase_orders', 'asns', 'asn_cartons'])
    await protectTenantTable(knex, table, edited);
  await protectTenantTable(knex, 'purchase_order_lines', ofMerchant);
  for (const table of ['asn_lines', 'asn_eta_changes'])
    await protectTenantTable(knex, table, { rights: ['select', 'insert'], ...ofMerchant });
  await makeAppendOnly(knex, 'asn_eta_changes');
  // What the operator owes is not visible to merchants. Deleting a draft bill also deletes the acceptances on it.
  await protectTenantTable(knex, 'purchase_match_acceptances', {
    rights: ['select', 'insert'],
    merchant: 'none',
  });
  await replacePartnerPolicy(knex, 'vendors', [
    { table: 'inbound_receipts', column: 'vendor_id' },
    { table: 'purchase_orders', column: 'vendor_id' },
    { table: 'asns', column: 'vendor_id' },
    { table: 'vendor_returns', column: 'vendor_id' },
  ]);
}

export async function down(knex: Knex): Promise<void> {
  await replacePartnerPolicy(knex, 'vendors', [{ table: 'inbound_receipts', column: 'vendor_id' }]);
  await knex.raw(`
    drop table purchase_match_acceptances;
    drop index bill_lines_of_purchase_order_line, bills_of_purchase_order;
    alter table bill_lines drop constraint bill_lines_purchase_order_line_id_fk;
    alter table bills drop constraint bills_purchase_order_id_fk;
    drop table asn_eta_changes, asn_lines, asn_cartons, asns, purchase_order_lines, purchase_orders;
  `);
}
