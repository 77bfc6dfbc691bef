/**
 * Manifests that a carrier took a part of, or made several of.
 *
 * - manifest_error: why a label was not taken; it is free for another.
 * - more_files: papers beside the first, by their hashes (label_files).
 * - left_labels: how many waited as well when it was made, and found no place on it.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases add column manifest_error text;
    alter table manifests add column more_files bytea[] not null default '{}',
      add column left_labels integer not null default 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table manifests drop column left_labels, drop column more_files;
    alter table label_purchases drop column manifest_error;
  `);
}
