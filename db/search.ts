/** What `q` finds in lists whose tables grow: by an index while few rows have the word, row by row where many do. */
import { row, type TenantTransaction } from './database.ts';
import { every, name, some, sql, type SqlText } from './sql-text.ts';

/** Tables with a function that finds ids by words: see `makeSearchable`. */
const searchedTables = [
  'items',
  'customers',
  'vendors',
  'inbound_receipts',
  'sales_orders',
  'wms_shipments',
  'invoices',
  'bills',
  'purchase_orders',
  'asns',
  'drayage_orders',
  'print_jobs',
] as const;
export type SearchedTable = (typeof searchedTables)[number];

/** Whether `q` finds rows of the table by an index. */
export function isSearched(table: string): table is SearchedTable {
  return (searchedTables as readonly string[]).includes(table);
}

/** What `q` looks into in a list of such a table. */
export interface Words {
  table: SearchedTable;
  /** The table's id, as in `o.id`. */
  id: string;
  /** Those its function looks into, as the list's reader sees them. */
  columns: readonly string[];
}

// As far as a list is counted. What more rows than that have is met with early on the way through all of them.
const idsMax = 10_000;

/** One of these columns has the text in it, capitals or not. */
export function containing(columns: readonly string[], text: string): SqlText {
  return likeAny(columns, [`%${literally(text)}%`]);
}

/**
 * The same for a list of a table that grows. Text without
 * three letters or digits in a row has no trigram: it is found where a column, or a word in one behind a space or a hyphen,
 * begins with it.
 */
export async function mentioning(
  tx: TenantTransaction,
  { table, id, columns }: Words,
  text: string,
): Promise<SqlText> {
  return mentioned(tx, { table, id }, text, (patterns) => likeAny(columns, patterns));
}

/** The same with a condition of the list's own: what makes a row one that the text is in, or one of its words begins with. */
export async function mentioned(
  tx: TenantTransaction,
  { table, id }: Pick<Words, 'table' | 'id'>,
  text: string,
  hasOneOf: (patterns: readonly string[]) => SqlText,
): Promise<SqlText> {
  const patterns = patternsOf(text);
  const found = await row<{ ids: string[] }>(
    tx,
    sql`select array(select ${name(`${table}_like`)}(${patterns}::text[], ${idsMax + 1})) as ids`,
  );
  const { ids } = found!;
  if (ids.length > idsMax) return hasOneOf(patterns);
  return every([sql`${name(id)} = any (${ids}::uuid[])`, hasOneOf(patterns)]);
}

function patternsOf(text: string): string[] {
  const literal = literally(text);
  if (/[\p{L}\p{N}]{3}/u.test(text)) return [`%${literal}%`];
  return [`${literal}%`, `% ${literal}%`, `%-${literal}%`];
}

function likeAny(columns: readonly string[], patterns: readonly string[]): SqlText {
  return some(columns.map((column) => sql`${name(column)} ilike any (${patterns}::text[])`));
}

/** Free text within a pattern: the client's % and _ are letters, not wildcards. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** Free text as a pattern for ILIKE. */
export function containsPattern(text: string): string {
  return `%${literally(text)}%`;
}
