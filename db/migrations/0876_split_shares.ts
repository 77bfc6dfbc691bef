/** A split's share of its line may be many times the line: 1.00 is split as 150.00 and -149.00. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table bill_line_splits alter column share type numeric(26,10)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table bill_line_splits alter column share type numeric(12,10)');
}
