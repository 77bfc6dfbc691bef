/**
 * When whoever carries a planned move took its goods from their place: until it is confirmed the ledger still has them
 * there, and counts of the place know by this that they are not (`db/moves/taken-moves.read.ts`).
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table planned_moves
      add column taken_at timestamptz,
      -- Somebody gave the move back, and put what was taken where it was.
      add column put_back_at timestamptz,
      -- Somebody took the goods once more: when they were in hand before is not known any longer.
      add column retaken_at timestamptz,
      add constraint planned_moves_put_back check (put_back_at is null or taken_at is not null),
      add constraint planned_moves_retaken check (retaken_at is null or taken_at is not null);
    create index planned_moves_taken on planned_moves (organization_id, from_location_id, finished_at) where taken_at is not null;
    -- What was begun before: its goods are on the way.
    ${overAllRows(
      ['planned_moves'],
      `update planned_moves set taken_at = coalesce(started_at, now()) where status = 'in_progress'`,
    )}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index planned_moves_taken;
    alter table planned_moves drop column retaken_at, drop column put_back_at, drop column taken_at;
  `);
}
