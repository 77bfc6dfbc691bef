/** What is kept sealed (domain/secrets/seal.ts): in which columns, with which keys, and other texts in its place. */
import { execute, rows } from '../database.ts';
import { joined, name, sql } from '../sql-text.ts';
import type { WholeDatabase } from './whole-database.ts';

export interface SealedColumn {
  table: string;
  column: string;
  /** Of secrets that end: the column with the moment; null for the others. */
  until: string | null;
}

/** Every column of a tenant's table whose name says so. */
export function sealedColumns(connection: WholeDatabase): Promise<SealedColumn[]> {
  return rows(
    connection,
    sql`select c.relname::text as table, a.attname::text as column, u.attname::text as until
          from pg_attribute a join pg_class c on c.oid = a.attrelid
          left join pg_attribute u on u.attrelid = c.oid and u.attname = replace(a.attname, '_sealed', '_until')
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           and a.attname like '%\\_sealed' and a.attnum > 0 and not a.attisdropped
         order by c.relname, a.attname`,
  );
}

/** The ids of the keys an organization's secrets are sealed with, but for those that have ended. */
export async function sealingKeysOf(tx: WholeDatabase, organizationId: string): Promise<string[]> {
  const used = (await sealedColumns(tx)).map(
    ({ table, column, until }) =>
      sql`select split_part(${name(column)}, '.', 1) as key from ${name(table)}
           where organization_id = ${organizationId} and ${name(column)} is not null
             ${until ? sql`and ${name(until)} > now()` : sql``}`,
  );
  const found = await rows<{ key: string }>(
    tx,
    sql`select distinct key from (${joined(used, ' union all ')}) used order by key`,
  );
  return found.map(({ key }) => key);
}

export interface SealedText {
  organization_id: string;
  /** The row it is sealed for. */
  row: string;
  sealed: string;
}

/** Texts of organizations that work here, sealed with another key than this one, in order of the text. */
export function sealedOtherwise(
  tx: WholeDatabase,
  { table, column, row }: SealedColumn & { row: string },
  keyId: string,
  after: string,
  limit: number,
): Promise<SealedText[]> {
  return rows(
    tx,
    sql`select distinct t.organization_id, t.${name(row)} as row, t.${name(column)} as sealed
          from ${name(table)} t join organizations o on o.id = t.organization_id and o.state = 'active'
         where split_part(t.${name(column)}, '.', 1) <> ${keyId} and t.${name(column)} > ${after}
         order by sealed limit ${limit}`,
  );
}

/** The same secret sealed otherwise; nothing where somebody has written another one meanwhile. */
export function replaceSealed(
  tx: WholeDatabase,
  { table, column }: SealedColumn,
  { organization_id, sealed }: SealedText,
  text: string,
): Promise<number> {
  return execute(
    tx,
    sql`update ${name(table)} set ${name(column)} = ${text}
         where organization_id = ${organization_id} and ${name(column)} = ${sealed}`,
  );
}
