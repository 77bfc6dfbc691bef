/** Lists and finds master data records of any kind. */
import { unknownReference } from '../domain/refusal.ts';
import { row, rows, type TenantTransaction } from './database.ts';
import { equalTo, every, joined, name, sql, type SqlText } from './sql-text.ts';
import { type PageOf, type PageQuery, readPage } from './page.ts';
import { containing, isSearched, mentioning, type SearchedTable } from './search.ts';

export interface RecordSource {
  /** A table, or one of our selects in parentheses; its rows have organization_id, id and is_active. */
  from: string | SqlText;
  columns: readonly string[];
  /** Columns that `q` searches; the first one orders the list. */
  searched: readonly string[];
  /** The table behind such a select, in which an index finds rows for `q`. */
  words?: SearchedTable;
  /** Filters other than equality with a column of the same name. */
  conditions?: Readonly<Record<string, (value: unknown) => SqlText>>;
}

type Row = Record<string, unknown>;

const selected = ({ columns }: RecordSource): SqlText => joined(columns.map(name), ', ');

const records = ({ from }: RecordSource): SqlText =>
  sql`${typeof from === 'string' ? name(from) : from} as records`;

export function findRecord(
  tx: TenantTransaction,
  source: RecordSource,
  id: string,
): Promise<Row | undefined> {
  return row<Row>(
    tx,
    sql`select ${selected(source)} from ${records(source)}
         where records.organization_id = ${tx.organizationId} and records.id = ${id}`,
  );
}

export async function listRecords(
  tx: TenantTransaction,
  source: RecordSource,
  { page, page_size, q, ...filters }: PageQuery & { q?: string } & Row,
): Promise<PageOf<Row>> {
  const { from, conditions = {}, searched } = source;
  const words = typeof from === 'string' && isSearched(from) ? from : source.words;
  const parts = [sql`records.organization_id = ${tx.organizationId}`];
  for (const [filter, value] of Object.entries(filters)) {
    const condition = Object.hasOwn(conditions, filter) && value !== undefined && conditions[filter]!(value);
    parts.push(...(condition ? [condition] : equalTo('records', { [filter]: value })));
  }
  const looked = searched.map((column) => `records.${column}`);
  const search = words && (await mentioning(tx, { table: words, id: 'records.id', columns: looked }, q));
  if (q && !words) parts.push(containing(looked, q));
  const list = {
    columns: selected(source),
    from: records(source),
    where: every(parts),
    search,
    order: [`records.${searched[0]!}`, 'records.id'],
  };
  return readPage<Row>(tx, list, { page, page_size });
}

/** The noun in a field name: `fields.dock_location_id` names a dock location. */
export function nounOf(path: string): string {
  return path.split('.').at(-1)!.replace(/_id$/, '').replaceAll('_', ' ');
}

/**
 * Refuses 400 UNKNOWN_REFERENCE unless the id is one of the organization's records in that table (the table name comes
 * from our code).
 */
export async function assertReference(
  tx: TenantTransaction,
  table: string,
  id: string,
  path: string,
): Promise<void> {
  const found = await row(
    tx,
    sql`select id from ${name(table)} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw unknownReference(path, nounOf(path));
}

type ReferringLine<F extends string> = { [K in F]?: string | null | undefined };
type PlaceOf = (index: number) => string;

const inLines: PlaceOf = (index) => `lines.${index}.`;

/** Refuses 400 UNKNOWN_REFERENCE with the place of the first line whose field names nothing in that table. */
export async function assertLineReferences<F extends string>(
  tx: TenantTransaction,
  lines: readonly ReferringLine<F>[],
  tables: Readonly<Record<F, string>>,
  placeOf = inLines,
): Promise<void> {
  (await readLineReferences(tx, lines, tables))(lines, placeOf);
}

/** Reads what the lines of a group refer to, and returns a function that checks those of one command as above. */
export async function readLineReferences<F extends string>(
  tx: TenantTransaction,
  lines: readonly ReferringLine<F>[],
  tables: Readonly<Record<F, string>>,
): Promise<(own: readonly ReferringLine<F>[], placeOf?: PlaceOf) => void> {
  const fields = Object.keys(tables) as F[];
  const known = await Promise.all(
    fields.map(async (field) => {
      const ids = lines.flatMap((line) => line[field]?.toLowerCase() ?? []);
      const found = ids.length === 0 ? [] : await knownIds(tx, tables[field], [...new Set(ids)]);
      return new Set(found);
    }),
  );
  return (own, placeOf = inLines) => {
    for (const [index, field] of fields.entries()) {
      const missing = own.findIndex((line) => line[field] && !known[index]!.has(line[field].toLowerCase()));
      if (missing >= 0) throw unknownReference(placeOf(missing) + field, nounOf(field));
    }
  };
}

/** Which of these ids are the organization's records in that table (the table name comes from our code). */
export async function knownIds(
  tx: TenantTransaction,
  table: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from ${name(table)} where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
  return found.map(({ id }) => id);
}
