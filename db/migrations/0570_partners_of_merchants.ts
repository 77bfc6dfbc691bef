/**
 * Customers, channels and retailers belong to a merchant: in a 3PL they are what competitors must not see of each other.
 * In the standard edition that is the organization's own merchant. A 3PL's house may keep some of its own (merchant_id
 * null) and name them in the orders of any merchant; a merchant's token sees such a one only where an order of its own
 * names it, and never writes it. Codes are once per merchant, so that one merchant's code tells another nothing.
 *
 * What is there already goes to the one merchant whose orders name it, and stays the house's when there is no such one.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const bound = "(select nullif(current_setting('app.merchant_id', true), '')::uuid)";

/** Table to the column of an order that names it. */
const partners = { customers: 'customer_id', channels: 'channel_id', retailers: 'retailer_id' } as const;
const readForBackfill = ['organizations', 'merchants', 'sales_orders', ...Object.keys(partners)];

export async function up(knex: Knex): Promise<void> {
  // Forced row security binds the owner too and would hide every row from the backfill.
  for (const table of readForBackfill) await knex.raw(`alter table ${table} no force row level security`);
  for (const [table, column] of Object.entries(partners)) {
    await knex.raw(`
      alter table ${table}
        add column merchant_id uuid,
        drop constraint ${table}_code_once,
        add constraint ${table}_merchant_id_fk foreign key (organization_id, merchant_id)
          references merchants (organization_id, id);
      update ${table} p set merchant_id = m.id
        from merchants m join organizations o on o.id = m.organization_id and o.edition = 'standard'
       where m.is_own and m.organization_id = p.organization_id;
      update ${table} p set merchant_id = n.merchant_id
        from (select organization_id, ${column} as id, min(merchant_id::text)::uuid as merchant_id from sales_orders
               where ${column} is not null group by 1, 2 having count(distinct merchant_id) = 1) n
       where p.merchant_id is null and n.organization_id = p.organization_id and n.id = p.id;
      alter table ${table}
        add constraint ${table}_code_once unique nulls not distinct (organization_id, merchant_id, code);
      create index ${table}_by_code on ${table} (organization_id, code);
      create policy merchant on ${table} as restrictive to ${roleNames.app}
        using (${bound} is null or merchant_id = ${bound} or (merchant_id is null and exists (
          select 1 from sales_orders o
           where o.organization_id = ${table}.organization_id and o.${column} = ${table}.id)))
        with check (${bound} is null or merchant_id = ${bound});
    `);
  }
  for (const table of readForBackfill) await knex.raw(`alter table ${table} force row level security`);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(partners)) {
    await knex.raw(`
      drop policy merchant on ${table};
      drop index ${table}_by_code;
      alter table ${table} drop column merchant_id, add constraint ${table}_code_once unique (organization_id, code);
    `);
  }
}
