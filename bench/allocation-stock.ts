/**
 * Stock and confirmed orders for the allocation benchmark, created by set-based SQL so that creating them costs little.
 */
import { v7 as uuidv7 } from 'uuid';
import pg from 'pg';
import { inTenant } from '../db/database.ts';
import type { BenchPlatform } from './platform.ts';

const batch = 500;

export async function makeItems({ database, organization }: BenchPlatform, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await inTenant(database, { organizationId: organization.id }, async (tx) => {
    await tx.raw(
      `insert into items (organization_id, id, merchant_id, sku, name) select ?::uuid, id, ?::uuid, id::text, 'Bench item'
         from unnest(?::uuid[]) id`,
      [organization.id, organization.merchantId, ids],
    );
  });
  return ids;
}

/** Every item in `rowsPerItem` locations of its own, received one after another. */
export async function spreadStock(
  { database, organization }: BenchPlatform,
  items: readonly string[],
  { rowsPerItem, qtyPerRow }: { rowsPerItem: number; qtyPerRow: number },
): Promise<void> {
  const prefix = uuidv7().slice(-8);
  await inTenant(database, { organizationId: organization.id }, async (tx) => {
    await tx.raw(
      `insert into locations (organization_id, id, warehouse_id, code, type, pick_sequence)
       select ?::uuid, uuid7(), ?::uuid, ? || n, 'storage', n from generate_series(1, ?::integer) n`,
      [organization.id, organization.warehouseId, `${prefix}-`, rowsPerItem],
    );
    await tx.raw(
      `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
         warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, actor)
       select l.organization_id, uuid7(), ?::uuid, row_number() over (), i, l.id, 'available', '', l.warehouse_id, ?::uuid, ?,
              'receive', 'bench', 'bench'
         from locations l cross join unnest(?::uuid[]) i where l.organization_id = ? and l.code like ?`,
      [uuidv7(), organization.merchantId, qtyPerRow, items as string[], organization.id, `${prefix}-%`],
    );
  });
}

/** What autovacuum would have done by now on a running platform: without statistics a plan is a guess. */
export async function settleStatistics({ ownerUrl }: BenchPlatform): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('vacuum analyze');
  } finally {
    await owner.end();
  }
}

/** Confirmed orders of `lines` random items each, one unit per line, with their reservations. Returns their ids. */
export async function makeOrders(
  platform: BenchPlatform,
  items: readonly string[],
  { count, lines }: { count: number; lines: number },
): Promise<string[]> {
  const { database, organization } = platform;
  const ids = Array.from({ length: count }, () => uuidv7());
  for (let from = 0; from < count; from += batch) {
    await inTenant(database, { organizationId: organization.id }, async (tx) => {
      const key = [organization.id, organization.merchantId];
      const some = ids.slice(from, from + batch);
      await tx.raw(
        `insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, currency, created_by)
         select ?::uuid, id, id::text, 'confirmed', 'wms_sync', ?::uuid, 'USD', 'bench' from unnest(?::uuid[]) id`,
        [...key, some],
      );
      await tx.raw(
        `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty)
         select ?::uuid, uuid7(), id, n, ?::uuid, (?::uuid[])[1 + floor(random() * ?)::integer], 1
           from unnest(?::uuid[]) id cross join generate_series(1, ?::integer) n`,
        [...key, items as string[], items.length, some, lines],
      );
      await tx.raw(
        `insert into reservations (organization_id, order_line_id, order_id, merchant_id, item_id, qty)
         select organization_id, id, order_id, merchant_id, item_id, qty from sales_order_lines
          where organization_id = ? and order_id = any (?::uuid[])`,
        [organization.id, some],
      );
    });
  }
  await settleStatistics(platform);
  return ids;
}

/** Grows the ledger to `rows` entries with small receipts of these items where they already are. */
export async function growLedger(
  { ownerUrl, organization }: BenchPlatform,
  items: readonly string[],
  rows: number,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("select set_config('app.organization_id', $1, false)", [organization.id]);
    const present = await owner.query('select count(*)::integer as n from inventory_ledger');
    for (let missing = rows - present.rows[0].n; missing > 0; missing -= 50_000) {
      await owner.query(
        `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
           warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, actor)
         select b.organization_id, uuid7(), $1, n * 1000 + row_number() over (partition by n), b.item_id, b.location_id,
                'available', b.lot_no, b.warehouse_id, b.merchant_id, 1, 'receive', 'bench', 'bench'
           from (select * from inventory_balances where status = 'available' and item_id = any ($2::uuid[])
                  order by item_id, location_id limit 100) b
          cross join generate_series(1, ($3::integer + 99) / 100) n`,
        [uuidv7(), items, Math.min(missing, 50_000)],
      );
    }
  } finally {
    await owner.end();
  }
}
