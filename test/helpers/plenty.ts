/**
 * The history of a large organization: ledger, stock, documents, labels, events and journal by the hundred thousand,
 * written past the triggers in seconds. What the triggers would have produced (balances, totals) is written along with
 * it.
 */
import type pg from 'pg';
import type { TestOrganization } from './organization.ts';

/** The tables that grow with every day a warehouse works. */
export const bigTables = [
  'inventory_ledger',
  'lpns',
  'inbound_receipts',
  'inbound_receipt_lines',
  'sales_orders',
  'sales_order_lines',
  'wms_shipments',
  'print_jobs',
  'events',
  'invoices',
  'journal_entries',
  'journal_lines',
] as const;

const rowsAtOnce = 500_000;

/** Gives an organization this many ledger rows and what belongs to them: an order per ten, a receipt per forty. */
export async function fillWithPlenty(
  owner: pg.Pool,
  organization: TestOrganization,
  ledgerRows: number,
): Promise<void> {
  const { id, merchantId, warehouseId } = organization;
  const share = (part: number): number => Math.max(100, Math.floor(ledgerRows / part));
  const [items, places, receipts, orders] = [share(200), share(400), share(40), share(10)];
  const client = await owner.connect();
  try {
    // Foreign keys and triggers check every row; the rows written here fit by construction.
    await client.query('set session_replication_role = replica');
    const write = (text: string, ...values: unknown[]) => client.query(text, [id, ...values]);
    await write(
      `insert into items (organization_id, id, merchant_id, sku, name)
       select $1, md5('item' || n)::uuid, $2, 'SKU-' || lpad(n::text, 8, '0'), 'Item number ' || n
         from generate_series(0, $3::int - 1) n`,
      merchantId,
      items,
    );
    await write(
      `insert into locations (organization_id, id, warehouse_id, code, type)
       select $1, md5('place' || n)::uuid, $2, 'P-' || lpad(n::text, 7, '0'), 'storage' from generate_series(0, $3::int - 1) n`,
      warehouseId,
      places,
    );
    for (let from = 0; from < ledgerRows; from += rowsAtOnce) {
      await write(
        `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
                                       warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, ref_id, actor,
                                       occurred_at)
         select $1, md5('entry' || n)::uuid, md5('command' || n)::uuid, 1, md5('item' || n % $4)::uuid,
                md5('place' || (n / $4 * 13 + n) % $5)::uuid,
                case n % 5 when 0 then 'allocated' else 'available' end, '', $2, $3, 1 + n % 9, 'receive',
                'inbound_receipt', md5('receipt' || n % $6)::uuid, 'plenty',
                now() - interval '90 days' * (1 - n::float8 / $7)
           from generate_series($8::int, $9::int) n`,
        warehouseId,
        merchantId,
        items,
        places,
        receipts,
        ledgerRows,
        from,
        Math.min(from + rowsAtOnce, ledgerRows) - 1,
      );
    }
    await write(
      `insert into inventory_balances (organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id,
                                       merchant_id, qty, received_at, updated_at)
       select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, sum(qty_delta),
              min(occurred_at), max(occurred_at)
         from inventory_ledger where organization_id = $1 and actor = 'plenty'
        group by organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id`,
    );
    await writeDocuments(write, organization, { items, receipts, orders });
    await writeBooks(write, organization, share(100), share(20));
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
  // Statistics and the visibility map, as autovacuum leaves them.
  for (const table of [...bigTables, 'inventory_balances', 'items', 'locations'])
    await owner.query(`vacuum analyze ${table}`);
}

type Write = (text: string, ...values: unknown[]) => Promise<unknown>;

async function writeDocuments(
  write: Write,
  { merchantId, warehouseId }: TestOrganization,
  { items, receipts, orders }: { items: number; receipts: number; orders: number },
): Promise<void> {
  await write(
    `insert into inbound_receipts (organization_id, id, receipt_no, warehouse_id, merchant_id, source_type, status, title,
                                   lines_total, lines_done, created_at, updated_at)
     select $1, md5('receipt' || n)::uuid, 'RCPT-' || lpad(n::text, 9, '0'), $2, $3, 'manual',
            (array['new', 'receiving', 'received', 'closed'])[1 + n % 4], 'Receipt ' || n, 2, 0,
            now() - interval '90 days' * (1 - n::float8 / $4), now()
       from generate_series(0, $4::int - 1) n`,
    warehouseId,
    merchantId,
    receipts,
  );
  await write(
    `insert into inbound_receipt_lines (organization_id, id, receipt_id, merchant_id, line_no, item_id, expected_qty, uom,
                                        uom_factor)
     select $1, md5('receipt line' || n)::uuid, md5('receipt' || n / 2)::uuid, $2, 1 + n % 2, md5('item' || n % $3)::uuid,
            10, 'EA', 1
       from generate_series(0, 2 * $4::int - 1) n`,
    merchantId,
    items,
    receipts,
  );
  await write(
    `insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, warehouse_id, ship_mode,
                               currency, subtotal, total, created_by, created_at, updated_at)
     select $1, md5('order' || n)::uuid, 'SO-' || lpad(n::text, 9, '0'),
            (array['draft', 'confirmed', 'allocated', 'fulfilled', 'delivered'])[1 + n % 5], 'wms_sync', $2, $3, 'parcel',
            'USD', n % 500, n % 500, 'plenty', now() - interval '90 days' * (1 - n::float8 / $4), now()
       from generate_series(0, $4::int - 1) n`,
    merchantId,
    warehouseId,
    orders,
  );
  await write(
    `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty)
     select $1, md5('order line' || n)::uuid, md5('order' || n / 2)::uuid, 1 + n % 2, $2, md5('item' || n % $3)::uuid, 2
       from generate_series(0, 2 * $4::int - 1) n`,
    merchantId,
    items,
    orders,
  );
  await write(
    `insert into wms_shipments (organization_id, id, shipment_no, status, order_id, merchant_id, warehouse_id, ship_mode,
                                created_at, updated_at)
     select $1, md5('shipment' || n)::uuid, 'SHP-' || lpad(n::text, 9, '0'),
            (array['commit', 'picked', 'shipped', 'delivered'])[1 + n % 4], md5('order' || n)::uuid, $2, $3, 'parcel',
            now() - interval '90 days' * (1 - n::float8 / $4), now()
       from generate_series(0, $4::int - 1) n`,
    merchantId,
    warehouseId,
    orders,
  );
  await write(
    `insert into lpns (organization_id, id, lpn, warehouse_id, location_id, state)
     select $1, md5('plate' || n)::uuid, 'LPN-' || lpad(n::text, 9, '0'), $2, md5('place' || n % 100)::uuid, 'active'
       from generate_series(0, $3::int - 1) n`,
    warehouseId,
    orders,
  );
  await write(
    `insert into print_jobs (organization_id, id, merchant_id, warehouse_id, is_device_given, label_kind, ref_type, ref_id,
                             zpl_sha256, status, created_at, queued_at, finished_at)
     select $1, md5('label' || n)::uuid, $2, $3, false, 'pallet', 'lpn', md5('plate' || n)::uuid, sha256('^XA^XZ'), 'done', at, at, at
       from generate_series(0, $4::int - 1) n, lateral (select now() - interval '90 days' * (1 - n::float8 / $4)) t (at)`,
    merchantId,
    warehouseId,
    orders,
  );
  await write(
    `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id, occurred_at)
     select $1, md5('event' || n)::uuid, 'sales_order.confirmed', 'sales_order', md5('order' || n / 2)::uuid, 1 + n % 2,
            '{}', md5('command' || n)::uuid, now() - interval '90 days' * (1 - n::float8 / $2)
       from generate_series(0, $2::int - 1) n`,
    orders,
  );
}

async function writeBooks(
  write: Write,
  { customerId }: TestOrganization,
  invoices: number,
  entries: number,
): Promise<void> {
  await write(
    `insert into invoices (organization_id, id, invoice_no, status, customer_id, source, currency, invoice_date, due_date,
                           subtotal, total, created_at)
     select $1, md5('invoice' || n)::uuid, 'INV-' || lpad(n::text, 9, '0'), 'open', $2, 'manual', 'USD', day, day + 30,
            n % 900 + 1, n % 900 + 1, now()
       from generate_series(0, $3::int - 1) n, lateral (select current_date - 90 + n * 90 / $3) t (day)`,
    customerId,
    invoices,
  );
  await write(
    `insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
     select $1, md5('journal' || n)::uuid, 'JE-' || lpad(n::text, 9, '0'), current_date - 90 + n * 90 / $2, 'manual',
            md5('journal source' || n)::uuid, 'post', 'One of many'
       from generate_series(0, $2::int - 1) n`,
    entries,
  );
  await write(
    `insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit,
                                base_debit, base_credit)
     select e.organization_id, e.id, side, a.ids[side], e.entry_date, 'USD', 10 * (2 - side), 10 * (side - 1),
            10 * (2 - side), 10 * (side - 1)
       from journal_entries e, generate_series(1, 2) side,
            (select array_agg(id order by code) as ids from accounts where organization_id = $1) a
      where e.organization_id = $1 and e.description = 'One of many'`,
  );
}
