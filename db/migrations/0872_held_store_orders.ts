/** Orders of stores that wait for a person are found by themselves, across all organizations; one that was cancelled waits no more. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index inbound_events_held on inbound_events (received_at)
      where status = 'received' and processed_at is not null;
    create policy system on sales_orders for select to ${roleNames.system} using (true);
    grant select (organization_id, id, status) on sales_orders to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke select (organization_id, id, status) on sales_orders from ${roleNames.system};
    drop policy system on sales_orders;
    drop index inbound_events_held;
  `);
}
