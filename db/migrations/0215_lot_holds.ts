/**
 * The hold of a lot. While it is set no order gets any of the lot, whatever comes in or back; what it put on hold bears
 * its id in the ledger.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lots
      add column hold_id uuid,
      add column hold_kind text check (hold_kind in ('quality', 'quarantine', 'recall', 'customs', 'owner')),
      add column hold_reason text,
      add column held_by text,
      add column held_at timestamptz,
      add constraint lots_hold_whole check (num_nulls(hold_id, hold_kind, hold_reason, held_by, held_at) in (0, 5));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lots drop column hold_id, drop column hold_kind, drop column hold_reason, drop column held_by,
      drop column held_at;
  `);
}
