/** Whom units go back to that a return rule sends to their vendor: without it they wait on hold for a return to one. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table return_rules add column vendor_id uuid,
      add constraint return_rules_vendor_id_fk foreign key (organization_id, vendor_id)
        references vendors (organization_id, id),
      add constraint return_rules_vendor_disposition check (vendor_id is null or disposition is not distinct from 'vendor');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table return_rules drop column vendor_id');
}
