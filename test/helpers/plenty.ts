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
  'items',
  'customers',
  'sales_orders',
  'sales_order_lines',
  'wms_shipments',
  'print_jobs',
  'events',
  'invoices',
  'payments',
  'payment_allocations',
  'journal_entries',
  'journal_lines',
] as const;

const filledTables = [...bigTables, 'inventory_balances', 'locations'] as const;

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
    // Foreign keys and triggers look at every row: what is written here fits by how it is made. What is lost with the
    // machine is made again.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
                        set maintenance_work_mem = '1GB'; set work_mem = '256MB'`);
    // In the order they are made, like the ids of the platform.
    await client.query(`create or replace function pg_temp.nth(kind text, n bigint) returns uuid language sql immutable
      as $$ select (left(md5(kind), 8) || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`);
    const indexes = await dropIndexes(client);
    const write = (text: string, ...values: unknown[]) => client.query(text, [id, ...values]);
    await write(
      `insert into items (organization_id, id, merchant_id, sku, name)
       select $1, pg_temp.nth('item', n), $2, 'SKU-' || lpad(n::text, 8, '0'), 'Item number ' || n
         from generate_series(0, $3::int - 1) n`,
      merchantId,
      items,
    );
    await write(
      `insert into locations (organization_id, id, warehouse_id, code, type)
       select $1, pg_temp.nth('place', n), $2, 'P-' || lpad(n::text, 7, '0'), 'storage' from generate_series(0, $3::int - 1) n`,
      warehouseId,
      places,
    );
    // An item lies at four places. Its goods come and go there in turns; at three of them some stay.
    for (let from = 0; from < ledgerRows; from += rowsAtOnce) {
      await write(
        `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
                                       warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, ref_id, actor,
                                       occurred_at)
         select $1, pg_temp.nth('entry', n), pg_temp.nth('command', n), 1, pg_temp.nth('item', n % $4),
                pg_temp.nth('place', (n % $4 * 4 + slot) % $5),
                case when n % $4 % 5 = 0 and slot = 2 then 'allocated' else 'available' end, '', $2, $3,
                (1 + n % $4 % 9) * case when turn = 0 and slot < 3 then 2 when turn % 2 = 0 then 1 else -1 end,
                case turn % 2 when 0 then 'receive' else 'ship' end, 'inbound_receipt', pg_temp.nth('receipt', n % $6),
                'plenty', now() - interval '90 days' * (1 - n::float8 / $7)
           from generate_series($8::int, $9::int) n, lateral (select n / $4 % 4, n / $4 / 4) t (slot, turn)`,
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
                                       merchant_id, qty, received_at, updated_at, row_id)
       select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, sum(qty_delta),
              min(occurred_at), max(occurred_at), balance_row_id(item_id, location_id, status, lot_no)
         from inventory_ledger where organization_id = $1 and actor = 'plenty'
        group by organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id`,
    );
    await writeDocuments(write, organization, { items, receipts, orders });
    await writeBooks(write, organization, { open: share(100), paid: share(25), entries: share(20) });
    for (const index of indexes) await client.query(index);
  } finally {
    await client.query('reset all');
    client.release();
  }
  // Statistics and the map of what everybody sees, as autovacuum leaves them.
  for (const table of filledTables) await owner.query(`vacuum analyze ${table}`);
}

/** An index is made in a fraction of the time it takes to grow. Answers how each is made again. */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
      where indrelid = any ($1::text[]::regclass[]) and not indisunique`,
    [filledTables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ text }) => text);
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
     select $1, pg_temp.nth('receipt', n), 'RCPT-' || lpad(n::text, 9, '0'), $2, $3, 'manual',
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
     select $1, pg_temp.nth('receipt line', n), pg_temp.nth('receipt', n / 2), $2, 1 + n % 2, pg_temp.nth('item', n % $3),
            10, 'EA', 1
       from generate_series(0, 2 * $4::int - 1) n`,
    merchantId,
    items,
    receipts,
  );
  await write(
    `insert into customers (organization_id, id, code, name)
     select $1, pg_temp.nth('customer', n), 'CUST-' || lpad(n::text, 7, '0'), 'Customer number ' || n
       from generate_series(0, $2::int / 10 - 1) n`,
    orders,
  );
  await write(
    `insert into sales_orders (organization_id, id, order_no, customer_id, status, inventory_mode, merchant_id, warehouse_id,
                               ship_mode, currency, subtotal, total, created_by, created_at, updated_at)
     select $1, pg_temp.nth('order', n), 'SO-' || lpad(n::text, 9, '0'),
            pg_temp.nth('customer', n % ($4::int / 10)),
            (array['draft', 'confirmed', 'allocated', 'fulfilled', 'delivered'])[1 + n % 5], 'wms_sync', $2, $3, 'parcel',
            'USD', n % 500, n % 500, 'plenty', now() - interval '90 days' * (1 - n::float8 / $4), now()
       from generate_series(0, $4::int - 1) n`,
    merchantId,
    warehouseId,
    orders,
  );
  await write(
    `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty)
     select $1, pg_temp.nth('order line', n), pg_temp.nth('order', n / 2), 1 + n % 2, $2, pg_temp.nth('item', n % $3), 2
       from generate_series(0, 2 * $4::int - 1) n`,
    merchantId,
    items,
    orders,
  );
  await write(
    `insert into wms_shipments (organization_id, id, shipment_no, status, order_id, merchant_id, warehouse_id, ship_mode,
                                tracking_no, created_at, updated_at)
     select $1, pg_temp.nth('shipment', n), 'SHP-' || lpad(n::text, 9, '0'),
            (array['commit', 'picked', 'shipped', 'delivered'])[1 + n % 4], pg_temp.nth('order', n), $2, $3, 'parcel',
            '1Z' || upper(left(md5('parcel' || n), 16)), now() - interval '90 days' * (1 - n::float8 / $4), now()
       from generate_series(0, $4::int - 1) n`,
    merchantId,
    warehouseId,
    orders,
  );
  await write(
    `insert into lpns (organization_id, id, lpn, warehouse_id, location_id, state)
     select $1, pg_temp.nth('plate', n), 'LPN-' || lpad(n::text, 9, '0'), $2, pg_temp.nth('place', n % 100), 'active'
       from generate_series(0, $3::int - 1) n`,
    warehouseId,
    orders,
  );
  await write(
    `insert into print_jobs (organization_id, id, merchant_id, warehouse_id, is_device_given, label_kind, ref_type, ref_id,
                             zpl_sha256, status, created_at, queued_at, finished_at)
     select $1, pg_temp.nth('label', n), $2, $3, false, 'pallet', 'lpn', pg_temp.nth('plate', n), sha256('^XA^XZ'), 'done', at, at, at
       from generate_series(0, $4::int - 1) n, lateral (select now() - interval '90 days' * (1 - n::float8 / $4)) t (at)`,
    merchantId,
    warehouseId,
    orders,
  );
  await write(
    `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id, occurred_at)
     select $1, pg_temp.nth('event', n), 'sales_order.confirmed', 'sales_order', pg_temp.nth('order', n / 2), 1 + n % 2,
            '{}', pg_temp.nth('command', n), now() - interval '90 days' * (1 - n::float8 / $2)
       from generate_series(0, $2::int - 1) n`,
    orders,
  );
}

async function writeBooks(
  write: Write,
  { customerId }: TestOrganization,
  { open, paid, entries }: { open: number; paid: number; entries: number },
): Promise<void> {
  await write(
    `insert into invoices (organization_id, id, invoice_no, status, customer_id, source, currency, invoice_date, due_date,
                           subtotal, total, letterhead, created_at)
     select $1, pg_temp.nth('invoice', n), 'INV-' || lpad(n::text, 9, '0'), 'open', $2, 'manual', 'USD', day, day + 30,
            n % 900 + 1, n % 900 + 1, '{}', now()
       from generate_series(0, $3::int - 1) n, lateral (select current_date - 90 + n * 90 / $3) t (day)`,
    customerId,
    open,
  );
  await write(
    `insert into invoices (organization_id, id, invoice_no, status, customer_id, source, currency, invoice_date, due_date,
                           subtotal, total, base_total, amount_paid, base_settled, letterhead, paid_at, created_at)
     select $1, pg_temp.nth('paid invoice', n), 'PAID-' || lpad(n::text, 9, '0'), 'paid', $2, 'manual', 'USD', day, day + 30,
            amount, amount, amount, amount, amount, '{}', now(), now()
       from generate_series(0, $3::int - 1) n,
            lateral (select current_date - 400 + (n * 360::bigint / $3)::int, n % 900 + 1) t (day, amount)`,
    customerId,
    paid,
  );
  await write(
    `insert into payments (organization_id, id, payment_no, direction, customer_id, method, payment_date, currency, amount,
                           account_id)
     select $1, pg_temp.nth('payment', n), 'PAY-' || lpad(n::text, 9, '0'), 'in', i.customer_id, 'ach', i.due_date, 'USD',
            i.total, (select a.id from accounts a where a.organization_id = $1 and a.code = '1000')
       from generate_series(0, $2::int - 1) n
       join invoices i on i.organization_id = $1 and i.id = pg_temp.nth('paid invoice', n)`,
    paid,
  );
  await write(
    `insert into payment_allocations (organization_id, id, payment_id, invoice_id, amount, base_amount, applied_on)
     select $1, pg_temp.nth('allocation', n), p.id, pg_temp.nth('paid invoice', n), p.amount, p.amount, p.payment_date
       from generate_series(0, $2::int - 1) n
       join payments p on p.organization_id = $1 and p.id = pg_temp.nth('payment', n)`,
    paid,
  );
  await write(
    `insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
     select $1, pg_temp.nth('journal', n), 'JE-' || lpad(n::text, 9, '0'), current_date - 90 + n * 90 / $2, 'manual',
            pg_temp.nth('journal source', n), 'post', 'One of many'
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
