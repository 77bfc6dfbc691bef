/**
 * Lots that expire: expired ones are on hold as `expired`, and of each it is kept what was told: `expiry_told` is the fewest
 * days left of which somebody was, -1 once it has expired.
 */
import type { Knex } from 'knex';

const kinds = "'quality', 'quarantine', 'recall', 'customs', 'owner'";

const kindOf = (known: string): string => `alter table lots drop constraint lots_hold_kind_check,
  add constraint lots_hold_kind_check check (hold_kind in (${known}));`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${kindOf(`${kinds}, 'expired'`)}
    alter table lots add column expiry_told smallint;
    create index lots_to_expire on lots (organization_id, expiry_date)
      where expiry_date is not null and hold_id is null and expiry_told is distinct from -1;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index lots_to_expire;
    alter table lots drop column expiry_told;
    ${kindOf(kinds)}
  `);
}
