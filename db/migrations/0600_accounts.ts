/** The chart of accounts. */
import type { Knex } from 'knex';
import { subtypesOf } from '../../domain/journal/chart.ts';
import { protectTenantTable, tenantKey, times } from '../tenant-table.ts';

const subtypeRule = Object.entries(subtypesOf)
  .map(
    ([type, subtypes]) =>
      `(type = '${type}' and subtype in (${subtypes.map((name) => `'${name}'`).join(', ')}))`,
  )
  .join(' or ');

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts (
      ${tenantKey},
      code text not null check (length(code) between 1 and 20),
      name text not null check (length(name) between 1 and 150),
      type text not null,
      subtype text not null,
      parent_id uuid,
      -- Null accepts postings in any currency.
      currency char(3),
      system_key text,
      is_control boolean not null default false,
      is_active boolean not null default true,
      description text not null default '',
      version integer not null default 1,
      ${times},
      constraint accounts_code_once unique (organization_id, code),
      constraint accounts_system_key_once unique (organization_id, system_key),
      constraint accounts_of_type unique (organization_id, id, type),
      -- With the type in the key, a parent of another type cannot be named.
      constraint accounts_parent_of_same_type foreign key (organization_id, parent_id, type)
        references accounts (organization_id, id, type),
      constraint accounts_currency_fk foreign key (currency) references currencies (code),
      constraint accounts_subtype_fits_type check (${subtypeRule}),
      constraint accounts_not_own_parent check (parent_id <> id)
    );
    create index accounts_of_parent on accounts (organization_id, parent_id) where parent_id is not null;
  `);
  await protectTenantTable(knex, 'accounts', { operatorWrites: true });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table accounts');
}
