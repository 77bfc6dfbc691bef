/** Whether a template's waves have their cartons planned as they are released: their picks go into the cartons they leave in. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table wave_templates add column cartonize_at_release boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table wave_templates drop column cartonize_at_release');
}
