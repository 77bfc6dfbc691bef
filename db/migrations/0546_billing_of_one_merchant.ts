/** A token of one merchant sees its own prices, rules, runs and links, and those that are for everyone; never another's. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const bound = "(select nullif(current_setting('app.merchant_id', true), '')::uuid)";

const visible: Record<string, string> = {
  rate_sheets: `merchant_id is null or merchant_id = ${bound}`,
  rate_sheet_lines: `exists (select 1 from rate_sheets s where s.organization_id = rate_sheet_lines.organization_id
    and s.id = rate_sheet_lines.rate_sheet_id)`,
  billing_rules: `merchant_id is null or merchant_id = ${bound}`,
  // Figures of a run over several merchants are nobody's alone.
  billing_runs: `merchant_ids = array[${bound}]`,
  billing_run_steps: `merchant_id = ${bound}`,
  charge_waivers: `exists (select 1 from charges c where c.organization_id = charge_waivers.organization_id
    and c.id = charge_waivers.charge_id)`,
  invoice_charges: `exists (select 1 from charges c where c.organization_id = invoice_charges.organization_id
    and c.id = invoice_charges.charge_id)`,
};

export async function up(knex: Knex): Promise<void> {
  for (const [table, condition] of Object.entries(visible)) {
    await knex.raw(
      `create policy merchant on ${table} as restrictive to ${roleNames.app} using (${bound} is null or ${condition})`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(visible)) await knex.raw(`drop policy merchant on ${table}`);
}
