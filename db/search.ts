/**
 * Finds what `q` asks for in lists whose tables grow: by an index if few rows contain the word, row by row if many do.
 */
import { row, type TenantTransaction } from './database.ts';
import { every, name, some, sql, type SqlText } from './sql-text.ts';

/** Tables with a function that finds ids by words; see `makeSearchable`. */
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

/** Whether an index finds rows of the table for `q`. */
export function isSearched(table: string): table is SearchedTable {
  return (searchedTables as readonly string[]).includes(table);
}

/** What `q` searches in a list of such a table. */
export interface Words {
  table: SearchedTable;
  /** The table's id, as in `o.id`. */
  id: string;
  /** The columns its function searches, as the list's reader sees them. */
  columns: readonly string[];
}

// As far as a list is counted. A word in more rows than that turns up early when the rows are read one by one.
const idsMax = 10_000;

/** One of these columns contains the text, ignoring case. */
export function containing(columns: readonly string[], text: string): SqlText {
  return likeAny(columns, [`%${literally(text)}%`]);
}

/**
 * The same for a list of a table that grows. Text without three letters or digits in a row has no trigram: it is found
 * only where a column begins with it, or a word in one after a space or a hyphen.
 */
export async function mentioning(
  tx: TenantTransaction,
  { table, id, columns }: Words,
  text: string,
): Promise<SqlText> {
  return mentioned(tx, { table, id }, text, (patterns) => likeAny(columns, patterns));
}

/** The same with the list's own condition for rows that match the patterns. */
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

/** Free text inside a pattern: the client's % and _ are letters, not wildcards. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** Free text as a pattern for ILIKE. */
export function containsPattern(text: string): string {
  return `%${literally(text)}%`;
}
