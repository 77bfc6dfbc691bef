/** Whoever runs the platform sees that an organization has days no billing run covered, and nothing else of its merchants. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const seen = {
  merchants: 'organization_id, id, created_at',
  merchant_absences: 'organization_id, merchant_id, deactivated_at, reactivated_at',
  billing_runs: 'organization_id, id, mode, status, period_start, period_end',
  billing_run_steps: 'organization_id, run_id, merchant_id, step',
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
