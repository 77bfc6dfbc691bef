/** Orders of stores that wait since before their reason was a sentence say what to do; it was a code. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    overAllRows(
      ['inbound_events', 'sales_orders'],
      `update inbound_events e
          set reason = 'Order ' || o.order_no
                || ' waits: no item is known for some of its SKUs. Map each to an item, and the order goes on by itself.'
         from sales_orders o
        where e.status = 'received' and e.reason = 'Waits for UNMAPPED_SKU.'
          and o.organization_id = e.organization_id and o.id = e.order_id`,
    ),
  );
}

/** Nothing: the sentences stay true. */
export async function down(): Promise<void> {}
