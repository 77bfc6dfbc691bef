/** What every tenant table gets in its migration: row level security that holds even against the owner's mistakes. */
import type { Knex } from 'knex';
import { roleNames } from './roles.ts';

type Right = 'select' | 'insert' | 'update' | 'delete';

// `(select ...)` turns the setting into an init plan: read once per statement, not once per row.
const organizationId = "(select nullif(current_setting('app.organization_id', true), '')::uuid)";

/** The merchant a transaction is bound to; null for the operator, who works for all merchants. */
export const merchantId = "(select nullif(current_setting('app.merchant_id', true), '')::uuid)";

// Returns a boolean from the subselect: the planner then assumes that half of the rows pass, where
// `(select ...) is null` would make it assume one in 200.
const isOperator = "(select nullif(current_setting('app.merchant_id', true), '') is null)";

/** For a merchant's rows of a table that names an item: those whose item it sees. */
export const ofVisibleItem = (table: string): string =>
  `exists (select 1 from items i where i.organization_id = ${table}.organization_id and i.id = ${table}.item_id)`;

/**
 * Which rows of a table a transaction bound to one merchant may see and write. The operator may see and write all of
 * them.
 */
export type MerchantAccess =
  /** Rows whose column names the merchant. */
  | { column: string }
  /** Rows that meet the condition. Tables the condition reads are filtered by their own policies. */
  | { where: string }
  /**
   * A trading partner: the merchant's own records and, for reading only, those of the operator (merchant_id null) that
   * a document visible to the merchant names in that column.
   */
  | { partnerNamedIn: NamingColumn }
  /** No rows: the table is for the operator alone. */
  | 'none';

/** A column of a document table that names a partner. */
export interface NamingColumn {
  table: string;
  column: string;
}

export interface TenantTableOptions {
  /** Privileges of the application role. Append-only tables leave out UPDATE and DELETE. */
  rights?: readonly Right[];
  /** When omitted, the rows are for everyone in the organization. */
  merchant?: MerchantAccess;
  /** Maintained by the operator for all its merchants: merchants may only read what they see of it. */
  operatorWrites?: boolean;
  /** Privileges of the system role, for the few tables that route work across tenants. */
  systemRights?: readonly Right[];
  /** The column with the organization's id; `id` for the organizations table itself. */
  organizationColumn?: string;
}

/** How a tenant's table begins: whose row it is, of an organization that exists, and which, as its key. */
export const tenantKey = `organization_id uuid not null references organizations (id), id uuid not null,
      primary key (organization_id, id)`;

/** The same where another foreign key of the table vouches for the organization: checked there, not twice. */
export const checkedKey = `organization_id uuid not null, id uuid not null, primary key (organization_id, id)`;

/**
 * The same where nothing but a transaction of the organization writes: it has entered it, which vouches for it. Rows that
 * nearly every command writes would each look at the organization's, and lock it.
 */
export const enteredOrganization = 'organization_id uuid not null';

/** When a row was made, and last changed. */
export const times = `created_at timestamptz not null default now(), updated_at timestamptz not null default now()`;

/** Enables and forces row level security on a table and grants the roles what they need. */
export async function protectTenantTable(
  knex: Knex,
  table: string,
  options: TenantTableOptions = {},
): Promise<void> {
  const rights = options.rights ?? ['select', 'insert', 'update', 'delete'];
  await knex.raw(`
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to ${roleNames.app}
      using (${options.organizationColumn ?? 'organization_id'} = ${organizationId});
    grant ${rights.join(', ')} on ${table} to ${roleNames.app};
  `);
  if (options.merchant) {
    await knex.raw(`
      create policy merchant on ${table} as restrictive ${options.operatorWrites ? 'for select' : ''} to ${roleNames.app}
        ${merchantPolicy(table, options.merchant)};
    `);
  }
  if (options.operatorWrites) {
    await knex.raw(`
      create policy operator_inserts on ${table} as restrictive for insert to ${roleNames.app}
        with check (${isOperator});
      create policy operator_deletes on ${table} as restrictive for delete to ${roleNames.app} using (${isOperator});
      create policy operator_updates on ${table} as restrictive for update to ${roleNames.app}
        using (true) with check (${isOperator});
    `);
  }
  if (options.systemRights) {
    await knex.raw(`
      create policy system on ${table} for select to ${roleNames.system} using (true);
      ${options.systemRights.some((right) => right !== 'select') ? systemWrites(table) : ''}
      grant ${options.systemRights.join(', ')} on ${table} to ${roleNames.system};
    `);
  }
}

/**
 * Rows of an organization that is not here any more, or on its way, are passed over, and none is added. What began before
 * is waited for by whoever freezes it (`db/cells/places.write.ts`).
 */
function systemWrites(table: string): string {
  const isHere = "organization_id <> all (array(select o.id from organizations o where o.state <> 'active'))";
  return `create policy system_writes on ${table} to ${roleNames.system}
    using (${isHere}) with check (case when ${isHere} then true else refuse_away(organization_id) end);`;
}

function merchantPolicy(table: string, access: MerchantAccess): string {
  if (access === 'none') return `using (${isOperator})`;
  if ('where' in access) return `using (${isOperator} or ${access.where})`;
  if ('column' in access) return `using (${isOperator} or ${access.column} = ${merchantId})`;
  return partnerPolicy(table, [access.partnerNamedIn]);
}

function partnerPolicy(table: string, namedIn: readonly NamingColumn[]): string {
  const named = namedIn.map(
    ({ table: documents, column }) => `exists (
      select 1 from ${documents} d where d.organization_id = ${table}.organization_id and d.${column} = ${table}.id)`,
  );
  return `
    using (${isOperator} or merchant_id = ${merchantId} or (merchant_id is null and (${named.join(' or ')})))
    with check (${isOperator} or merchant_id = ${merchantId})`;
}

/** Replaces the policy of a partner table when another noun's documents also name partners. */
export async function replacePartnerPolicy(
  knex: Knex,
  table: string,
  namedIn: readonly NamingColumn[],
): Promise<void> {
  await knex.raw(`
    drop policy merchant on ${table};
    create policy merchant on ${table} as restrictive to ${roleNames.app} ${partnerPolicy(table, namedIn)};
  `);
}

/**
 * A statement of a migration that changes rows of every organization: `tables` are all that it reads and writes. Forced row
 * level security would hide them from an owner that is not a superuser, and the statement would change nothing.
 */
export const overAllRows = (tables: readonly string[], statement: string): string => `
    ${tables.map((table) => `alter table ${table} no force row level security;`).join(' ')}
    ${statement};
    set constraints all immediate;
    ${tables.map((table) => `alter table ${table} force row level security;`).join(' ')}`;

/**
 * Lets functions that run as the owner (SECURITY DEFINER) reach the rows of the transaction's organization. Forced row
 * level security would otherwise stop an owner that is not a superuser.
 */
export async function admitOwnerFunctions(
  knex: Knex,
  table: string,
  { policy, command = 'all' }: { policy: string; command?: 'all' | 'select' },
): Promise<void> {
  await knex.raw(`
    create policy ${policy} on ${table} for ${command} to current_user using (organization_id = ${organizationId});
  `);
}

/** Refuses UPDATE, DELETE and TRUNCATE on a table to everyone, including the owner. */
export async function makeAppendOnly(knex: Knex, table: string): Promise<void> {
  await knex.raw(`
    create trigger append_only before update or delete on ${table}
      for each row execute function refuse_change();
    create trigger append_only_truncate before truncate on ${table}
      for each statement execute function refuse_change();
  `);
}
