/**
 * Finds what `q` asks for in lists whose tables grow: by an index, up to a share of rows that a walk along the list's
 * own order soon meets. What the index's function names (search-index.ts) only narrows the list, which checks the word
 * itself; a word that too many rows have is looked for along the list first (common-words.ts). Lists of a few thousand
 * rows are scanned (`containing`).
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
  'returns',
  'transfers',
  'vendor_returns',
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
  /** The table's own columns that its function searches, as the list's reader sees them. */
  columns: readonly string[];
  /**
   * Records that rows refer to `by` a column and whose words count as the row's own. They are looked up for a row that
   * has the word nowhere else, so that a list whose rows have it pays for no join.
   */
  through?: readonly { table: string; by: string; columns: readonly string[] }[];
}

/** What a list knows about the rows that contain a word. */
export interface WordSearch {
  /** The column of the rows' ids. */
  id: SqlText;
  /** Holds for these rows and no other. */
  condition: SqlText;
  /** Set for a common word: looks up many of its rows, for lists that do not meet them soon. */
  pick?: () => Promise<Picked>;
}

/** Rows of a common word, found by an index. */
export interface Picked {
  /** Holds for the picked rows alone. */
  condition: SqlText;
  /** Whether these are all rows with the word. */
  isWhole: boolean;
}

/**
 * So many rows are read along a list in a few hundredths of a second, and looked up and put in order within a tenth. A
 * word in more of them is common.
 */
export const lookedAtMax = 20_000;

// A common word is picked by the index only when the first `lookedAtMax` rows of a list have not enough of it: against
// reading the rest of a list, five times as many lookups are still the shorter way.
const pickedMax = 5 * lookedAtMax;

// A word in so many of the oldest and of the newest rows is taken for common without asking the index, which would go
// through all its rows to tell.
const sampled = 200;
const commonShare = 0.6;

/** One of these columns contains the text, ignoring case. */
export function containing(columns: readonly string[], text: string): SqlText {
  return likeAny(columns, [`%${literally(text)}%`]);
}

/**
 * The same for a list of a table that grows. Text without three letters or digits in a row has no trigram: it is found
 * only where a column begins with it, or a word in one after a space or a hyphen. Text without any letter or digit is
 * found nowhere.
 */
export async function mentioning(
  tx: TenantTransaction,
  words: Words,
  text: string | undefined,
): Promise<WordSearch | undefined> {
  if (!text) return undefined;
  const { table, id, columns, through = [] } = words;
  const organization = name(id.replace(/\.id$/, '.organization_id'));
  return mentioned(tx, { table, id }, text, (patterns) =>
    some([
      likeAny(columns, patterns),
      ...through.map(
        // Not with `exists`, which the planner may answer by reading all these records first.
        (other) => sql`coalesce((select ${likeAny(
          other.columns.map((column) => `named.${column}`),
          patterns,
        )} from ${name(other.table)} named
          where named.organization_id = ${organization} and named.id = ${name(other.by)}), false)`,
      ),
    ]),
  );
}

/** The same with the list's own condition for rows that match the patterns. */
export async function mentioned(
  tx: TenantTransaction,
  { table, id }: Pick<Words, 'table' | 'id'>,
  text: string,
  hasOneOf: (patterns: readonly string[]) => SqlText,
): Promise<WordSearch> {
  if (!/[\p{L}\p{N}]/u.test(text)) return { id: name(id), condition: sql`false` };
  const patterns = patternsOf(text);
  const condition = hasOneOf(patterns);
  const pick = async (atMost: number): Promise<Picked> => {
    // The ids go back as the text they came in, since nobody here looks at them; and in a select of their own, since
    // planning a condition with thousands of constants takes as long as looking them up.
    const found = await row<{ count: number; ids: string }>(
      tx,
      sql`select count(*)::integer as count, coalesce(array_agg(id), '{}')::text as ids
            from ${name(`${table}_like`)}(${patterns}::text[], ${atMost + 1}) id`,
    );
    const { count, ids } = found!;
    const isPicked = sql`${name(id)} = any ((select ${ids}::uuid[])::uuid[])`;
    return { condition: every([isPicked, condition]), isWhole: count <= atMost };
  };
  if (await isInMost(tx, { table, id }, condition)) {
    return { id: name(id), condition, pick: () => pick(pickedMax) };
  }
  const listed = await pick(lookedAtMax);
  if (listed.isWhole) return { id: name(id), condition: listed.condition };
  return { id: name(id), condition, pick: () => pick(pickedMax) };
}

/**
 * Whether most of the oldest rows and most of the newest have the word; ids are made in the order of time. Never for a
 * merchant's token: its own rows may lie far apart. Being wrong about a word costs a look along the list, and changes no
 * answer.
 */
async function isInMost(
  tx: TenantTransaction,
  { table, id }: Pick<Words, 'table' | 'id'>,
  condition: SqlText,
): Promise<boolean> {
  const alias = name(id.replace(/\.id$/, ''));
  const end = (direction: SqlText): SqlText => sql`(select coalesce(${condition}, false) as is_found
      from ${name(table)} ${alias}
     where ${alias}.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
       and nullif(current_setting('app.merchant_id', true), '') is null
     order by ${name(id)} ${direction} limit ${sampled})`;
  const share = (of: SqlText): SqlText =>
    sql`(select avg(is_found::integer) >= ${commonShare} from ${of} one_end)`;
  const found = await row<{ is_common: boolean | null }>(
    tx,
    sql`select ${share(end(sql`asc`))} and ${share(end(sql`desc`))} as is_common`,
  );
  return found!.is_common === true;
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
