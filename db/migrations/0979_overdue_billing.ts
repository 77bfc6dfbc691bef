/** Whoever runs the platform sees that a merchant had goods or movements nobody billed for longer than its cycle, and no more. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const seen = {
  rate_sheets:
    'organization_id, merchant_id, warehouse_id, status, effective_from, effective_to, billing_cycle, cycle_anchor_day',
  billing_rules: 'organization_id, merchant_id, effect, is_active',
  inventory_ledger: 'organization_id, merchant_id, occurred_at',
  inventory_snapshots: 'organization_id, merchant_id, snapshot_day',
};

export async function up(knex: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(seen))
    await knex.raw(`
      create policy system on ${table} for select to ${roleNames.system} using (true);
      grant select (${columns}) on ${table} to ${roleNames.system};
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(seen))
    await knex.raw(`
      revoke select (${columns}) on ${table} from ${roleNames.system};
      drop policy system on ${table};
    `);
}
