/**
 * Customers, channels, retailers; sales orders with their lines and holds.
 *
 * - customers, channels, retailers: a merchant's own, because competitors in one warehouse must not see each other's;
 *   or the operator's (merchant_id null), who may name them in any merchant's orders. A merchant's token sees those
 *   only where an order of its own names them, and never writes them. Codes are unique per merchant, so that one
 *   merchant's codes reveal nothing to another.
 * - sales_orders: the document; every action locks its row first. `inventory_mode` and `currency` are copied at
 *   creation. `warehouse_id` is the requested warehouse and, from `allocated` on, the one the promise is bound to.
 * - sales_order_lines: open = qty - fulfilled_qty - cancelled_qty; of that, backordered_qty waits for stock and the
 *   rest is promised (reservations) or allocated (allocations). `item_id` is null only while a draft's product is
 *   unmapped.
 * - sales_order_holds: open while lifted_at is null; nothing of a held order moves.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

/** For each partner table, the order column that names it. */
const partners = { customers: 'customer_id', channels: 'channel_id', retailers: 'retailer_id' } as const;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customers (
      ${tenantKey},
      merchant_id uuid,
      code text not null,
      name text not null,
      email text,
      phone text,
      address jsonb not null default '{}',
      payment_terms_days integer not null default 30 check (payment_terms_days between 0 and 365),
      vat_id text,
      -- Its invoices are untaxed: the customer pays the tax to its own tax office.
      reverse_charge boolean not null default false,
      is_active boolean not null default true,
      ${times},
      constraint customers_reverse_charge_vat_id check (not reverse_charge or vat_id is not null),
      constraint customers_code_once unique nulls not distinct (organization_id, merchant_id, code),
      constraint customers_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index customers_by_code on customers (organization_id, code);

    create table channels (
      ${tenantKey},
      merchant_id uuid,
      code text not null,
      name text not null,
      type text not null default 'manual',
      is_active boolean not null default true,
      ${times},
      constraint channels_code_once unique nulls not distinct (organization_id, merchant_id, code),
      constraint channels_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index channels_by_code on channels (organization_id, code);

    create table retailers (
      ${tenantKey},
      merchant_id uuid,
      code text not null,
      name text not null,
      is_active boolean not null default true,
      ${times},
      constraint retailers_code_once unique nulls not distinct (organization_id, merchant_id, code),
      constraint retailers_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index retailers_by_code on retailers (organization_id, code);

    create table sales_orders (
      ${checkedKey},
      order_no text not null,
      status text not null default 'draft' check (status in (
        'draft', 'pending_review', 'confirmed', 'allocated', 'released', 'partially_fulfilled', 'fulfilled', 'delivered',
        'cancelled')),
      inventory_mode text not null check (inventory_mode in ('wms_sync', 'oms_standalone')),
      merchant_id uuid not null,
      customer_id uuid,
      channel_id uuid,
      channel_order_no text,
      warehouse_id uuid,
      retailer_id uuid,
      carrier_code text,
      service_code text,
      ship_mode text check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      ship_to jsonb not null default '{}',
      currency char(3) not null,
      subtotal money_amount not null default 0,
      discount money_amount not null default 0 check (discount >= 0),
      shipping_fee money_amount not null default 0 check (shipping_fee >= 0),
      tax money_amount not null default 0 check (tax >= 0),
      total money_amount not null default 0,
      required_ship_date date,
      -- The return whose goods it replaces.
      replaces_return_id uuid,
      note text not null default '',
      created_by text not null,
      ${times},
      submitted_at timestamptz,
      confirmed_at timestamptz,
      allocated_at timestamptz,
      released_at timestamptz,
      fulfilled_at timestamptz,
      delivered_at timestamptz,
      cancelled_at timestamptz,
      constraint sales_orders_order_no_once unique (organization_id, order_no),
      constraint sales_orders_of_merchant unique (organization_id, merchant_id, id),
      constraint sales_orders_total_adds_up check (total = subtotal - discount + shipping_fee + tax),
      constraint sales_orders_total_not_negative check (total >= 0),
      constraint sales_orders_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint sales_orders_customer_id_fk foreign key (organization_id, customer_id) references customers (organization_id, id),
      constraint sales_orders_channel_id_fk foreign key (organization_id, channel_id) references channels (organization_id, id),
      constraint sales_orders_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint sales_orders_retailer_id_fk foreign key (organization_id, retailer_id) references retailers (organization_id, id)
    );
    create unique index sales_orders_channel_order_no_once on sales_orders (organization_id, channel_id, channel_order_no)
      where channel_id is not null and channel_order_no is not null;
    create index sales_orders_by_channel_order_no on sales_orders (organization_id, channel_order_no)
      where channel_order_no is not null;
    create index sales_orders_of_return on sales_orders (organization_id, replaces_return_id)
      where replaces_return_id is not null;
    create index sales_orders_newest on sales_orders (organization_id, created_at desc, id desc);
    create index sales_orders_by_status on sales_orders (organization_id, status, created_at desc);
    create index sales_orders_of_customer on sales_orders (organization_id, customer_id) where customer_id is not null;
    create index sales_orders_of_warehouse on sales_orders (organization_id, warehouse_id, created_at desc, id desc)
      where warehouse_id is not null;
    create index sales_orders_of_channel on sales_orders (organization_id, channel_id) where channel_id is not null;
    create index sales_orders_of_retailer on sales_orders (organization_id, retailer_id) where retailer_id is not null;
    create index sales_orders_by_release on sales_orders (organization_id, merchant_id, released_at)
      where released_at is not null;

    create table sales_order_lines (
      ${checkedKey},
      order_id uuid not null,
      line_no integer not null check (line_no > 0),
      merchant_id uuid not null,
      item_id uuid,
      -- What the channel called the product; kept for lines whose product is not mapped yet.
      channel_sku text,
      qty quantity not null check (qty >= 0),
      price unit_price not null default 0 check (price >= 0),
      amount money_amount not null default 0,
      fulfilled_qty quantity not null default 0 check (fulfilled_qty >= 0),
      backordered_qty quantity not null default 0 check (backordered_qty >= 0),
      cancelled_qty quantity not null default 0 check (cancelled_qty >= 0),
      constraint sales_order_lines_line_no_once unique (organization_id, order_id, line_no),
      constraint sales_order_lines_within_ordered check (fulfilled_qty + backordered_qty + cancelled_qty <= qty),
      constraint sales_order_lines_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references sales_orders (organization_id, merchant_id, id),
      constraint sales_order_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index sales_order_lines_of_item on sales_order_lines (organization_id, item_id);

    create table sales_order_holds (
      ${checkedKey},
      order_id uuid not null,
      reason text not null check (reason in ('UNMAPPED_SKU', 'OUT_OF_STOCK', 'INVALID_ADDRESS', 'PAYMENT', 'MANUAL')),
      note text not null default '',
      placed_at timestamptz not null default now(),
      placed_by text not null,
      lifted_at timestamptz,
      lifted_by text,
      constraint sales_order_holds_order_id_fk foreign key (organization_id, order_id) references sales_orders (organization_id, id)
    );
    create unique index sales_order_holds_open_once on sales_order_holds (organization_id, order_id, reason) where lifted_at is null;
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  for (const [table, column] of Object.entries(partners)) {
    await protectTenantTable(knex, table, {
      ...edited,
      merchant: { partnerNamedIn: { table: 'sales_orders', column } },
    });
  }
  await protectTenantTable(knex, 'sales_orders', { ...edited, merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'sales_order_lines', { merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'sales_order_holds', edited);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(partners)) await knex.raw(`drop policy merchant on ${table}`);
  await knex.raw(
    'drop table sales_order_holds, sales_order_lines, sales_orders, retailers, channels, customers',
  );
}
