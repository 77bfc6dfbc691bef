/** What every tenant table gets in its migration: row level security that even the owner's mistakes cannot pass. */
import type { Knex } from 'knex';
import { roleNames } from './roles.ts';

export interface TenantTableOptions {
  /** Rights of the application role. Append-only tables leave out UPDATE and DELETE. */
  rights?: readonly ('select' | 'insert' | 'update' | 'delete')[];
  /** The column a merchant-scoped token is filtered by, when the table has one. */
  merchantColumn?: string;
  /** Rights of the system role, for the few tables that route work across tenants. */
  systemRights?: readonly ('select' | 'insert' | 'update' | 'delete')[];
  /** The column that names the organization; `id` for organizations themselves. */
  organizationColumn?: string;
}

/** Enables and forces row level security on a table and grants the roles what they need. */
export async function protectTenantTable(
  knex: Knex,
  table: string,
  options: TenantTableOptions = {},
): Promise<void> {
  const rights = options.rights ?? ['select', 'insert', 'update', 'delete'];
  const column = options.organizationColumn ?? 'organization_id';
  // `(select ...)` makes the setting an init plan: read once per statement, not once per row.
  await knex.raw(`
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to ${roleNames.app}
      using (${column} = (select nullif(current_setting('app.organization_id', true), '')::uuid));
    grant ${rights.join(', ')} on ${table} to ${roleNames.app};
  `);
  if (options.merchantColumn) {
    await knex.raw(`
      create policy merchant on ${table} as restrictive to ${roleNames.app}
        using ((select nullif(current_setting('app.merchant_id', true), '')) is null
          or ${options.merchantColumn} = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
    `);
  }
  if (options.systemRights) {
    await knex.raw(`
      create policy system on ${table} to ${roleNames.system} using (true) with check (true);
      grant ${options.systemRights.join(', ')} on ${table} to ${roleNames.system};
    `);
  }
}

/** Refuses UPDATE, DELETE and TRUNCATE on a table for everyone, the owner included. */
export async function makeAppendOnly(knex: Knex, table: string): Promise<void> {
  await knex.raw(`
    create trigger append_only before update or delete on ${table}
      for each row execute function refuse_change();
    create trigger append_only_truncate before truncate on ${table}
      for each statement execute function refuse_change();
  `);
}
