/**
 * Which rows of a database are an organization's, derived from the schema: what an export and an import carry. A table is the organization's (it has its id), named by it (a foreign key leads there), or the
 * installation's, which is the one list kept by hand.
 */
import { rows } from '../database.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import type { WholeDatabase } from './whole-database.ts';

/** Tables without an organization, which each installation has of its own, and why they stay. */
export const tablesOfInstallation: Readonly<Record<string, string>> = {
  schema_migrations: 'which migrations this database has',
  schema_migrations_digests: 'and what they were',
  schema_migrations_lock: 'who migrates it now',
  retention_policies: "how long this installation's operator keeps history",
  queue_samples: "how far this installation's queues were behind, for its overview",
  request_samples: 'how many requests it answered, and how many with an error',
  provider_logouts: 'sign-outs of a provider, which tells every installation',
};

/** What differs between two places of one organization: whether it is there, and from and to which number its events count. */
const ofPlace = ['state', 'cell', 'stream_base', 'left_horizon'];

export interface TenantTable {
  name: string;
  /** The column with the organization's id. */
  owner: 'id' | 'organization_id';
  /** In the order they were made; generated ones are left out. */
  columns: string[];
  /** Columns of JSON that are never missing: a null in them is JSON's. */
  neverMissing: string[];
  /** The column that numbers its rows, if any. */
  identity: string | null;
}

export const isNumbered = (table: TenantTable): table is TenantTable & { identity: string } =>
  table.identity !== null;

/** A table of the installation that foreign keys of tenants' tables lead to. */
export interface NamedTable extends Omit<TenantTable, 'owner'> {
  namedIn: { table: string; column: string }[];
}

export interface OrganizationTables {
  own: TenantTable[];
  named: NamedTable[];
}

interface Found extends Omit<TenantTable, 'owner'> {
  is_tenant: boolean;
  named_in: NamedTable['namedIn'] | null;
}

const everyTable = sql`
  select c.relname::text as name,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                order by a.attnum) as columns,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull
                  and a.atttypid = 'jsonb'::regtype) as "neverMissing",
         (select a.attname::text from pg_attribute a
           where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identity,
         c.relname = 'organizations' or exists (
           select 1 from pg_attribute a
            where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) as is_tenant,
         (select json_agg(json_build_object('table', r.relname, 'column', a.attname) order by r.relname, a.attname)
            from pg_constraint k
            join pg_class r on r.oid = k.conrelid and not r.relispartition
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
           where k.contype = 'f' and k.confrelid = c.oid and cardinality(k.conkey) = 1) as named_in
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`;

/**
 * The tables an organization has rows in. Throws when a table is of nobody: a new one needs an `organization_id`, a
 * foreign key that leads to it, or a line in `tablesOfInstallation`.
 */
export async function readOrganizationTables(connection: WholeDatabase): Promise<OrganizationTables> {
  const found = await rows<Found>(connection, everyTable);
  const own = found.filter(({ is_tenant: isTenant }) => isTenant);
  const owned = new Set(own.map(({ name: table }) => table));
  const isOwn = ({ table }: { table: string }): boolean => owned.has(table);
  const others = found.filter((table) => !table.is_tenant && !(table.name in tablesOfInstallation));
  const ofNobody = others.filter((table) => !table.named_in?.some(isOwn));
  if (ofNobody.length > 0)
    throw new Error(
      `Whose rows are those of ${ofNobody.map((table) => table.name).join(', ')}? See db/cells/tables.read.ts.`,
    );
  return {
    own: own.map(({ is_tenant: _tenant, named_in: _named, ...table }) => ({
      ...table,
      owner: table.name === 'organizations' ? 'id' : 'organization_id',
    })),
    named: others.map(({ is_tenant: _tenant, named_in: names, ...table }) => ({
      ...table,
      namedIn: names!.filter(isOwn),
    })),
  };
}

/** The organization's rows of a table, as the condition over its alias `t`. */
export function rowsOf(table: TenantTable | NamedTable, organizationId: string): SqlText {
  if ('owner' in table) return sql`t.${name(table.owner)} = ${organizationId}`;
  const naming = table.namedIn.map(({ table: naming, column }) => {
    const owner = naming === 'organizations' ? 'id' : 'organization_id';
    return sql`select ${name(column)} from ${name(naming)} where ${name(owner)} = ${organizationId}`;
  });
  // Named by its key, which is its first column.
  return sql`t.${name(table.columns[0]!)} in (${naming.reduce((all, one) => sql`${all} union ${one}`)})`;
}

/** Those of a table's columns that are the same wherever the organization is. */
export function comparedColumns(table: TenantTable | NamedTable): string[] {
  return table.name === 'organizations'
    ? table.columns.filter((column) => !ofPlace.includes(column))
    : table.columns;
}
