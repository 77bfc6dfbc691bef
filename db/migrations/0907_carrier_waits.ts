/**
 * Since when a carrier is asked for something, and manifests that it refused.
 *
 * - said_at: when what is asked now was said: that a label is bought, that it is taken back, that a manifest is taken.
 *   Tries do not move it, so a carrier that cannot be reached is seen to wait.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases add column said_at timestamptz not null default now();
    alter table manifests add column said_at timestamptz not null default now();
    create index manifests_refused on manifests (refused_at) where state = 'refused';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index manifests_refused;
    alter table manifests drop column said_at;
    alter table label_purchases drop column said_at;
  `);
}
