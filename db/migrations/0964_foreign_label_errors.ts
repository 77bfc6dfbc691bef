/**
 * What was said of an account that is not its merchant's: while a label's last_error is this, its merchant is told that
 * there is a reason. What is said of the label itself, it reads.
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table label_purchases add column foreign_error text');
  // Of what is there nobody knows who said it.
  await knex.raw(
    overAllRows(
      ['label_purchases', 'carrier_accounts'],
      `update label_purchases p set foreign_error = p.last_error
        where p.last_error is not null
          and not exists (select from carrier_accounts a where a.organization_id = p.organization_id and a.id = p.account_id
                             and a.merchant_id = p.merchant_id)`,
    ),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table label_purchases drop column foreign_error');
}
