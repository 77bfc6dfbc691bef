/** The lots on hold, which every claim of picks and every wave asks for: few among all there ever were. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index lots_on_hold on lots (organization_id, item_id, lot_no) where hold_id is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index lots_on_hold');
}
