/**
 * How a list is paged by a common word. Spread over the list, its rows are met soon after the page begins, and enough of
 * them to count; lying together somewhere further down, they are found by the index of words instead. A bounded look
 * along the list tells which it is, so neither a page nor its total reads the list to its end for a word that an index
 * finds.
 */
import { invalid } from '../domain/refusal.ts';
import { row, type TenantTransaction } from './database.ts';
import { name, sql, SqlText } from './sql-text.ts';
import { lookedAtMax, type WordSearch } from './search.ts';

interface PagedList {
  /** A select of these columns of its rows that meet a condition, in their order from the page's beginning. */
  inOrder: (columns: SqlText, condition: SqlText) => SqlText;
  /** Where to count the rows that meet a condition. */
  counted: (condition: SqlText) => SqlText;
  /** Counting stops at this number; Infinity: it does not. */
  countMax: number;
  /** How many rows with the word are to be read, those before the page included. */
  rowsWanted: number;
  /** Whether no row of the list is before `ahead`. */
  isFromStart: boolean;
}

interface PagePlan {
  /** Selects the rows the page is cut from, in addition to the list's filters. */
  page: SqlText;
  total: () => Promise<number>;
  /** Selects the total, where one statement can tell it. */
  count?: SqlText;
}

/**
 * The quickest way to a page of the rows that are searched for (all, without a search), and to how many there are. Page
 * and total are the same by any way.
 */
export async function planPage(
  tx: TenantTransaction,
  search: WordSearch | undefined,
  { inOrder, counted, countMax, rowsWanted, isFromStart }: PagedList,
): Promise<PagePlan> {
  if (!search) {
    const all = counted(sql`true`);
    return { page: sql`true`, total: () => countUpTo(tx, all, countMax), count: countOf(all, countMax) };
  }
  // The rows of a page are chosen by their ids first, since joining what they show to thousands of others takes longer.
  const { id, pick } = search;
  const chosen = (condition: SqlText): SqlText =>
    sql`${id} = any (array(${inOrder(id, condition)} limit ${rowsWanted}))`;
  if (!pick) {
    const total = (): Promise<number> => countUpTo(tx, counted(search.condition), countMax);
    return { page: chosen(search.condition), total };
  }
  // Under row level security the planner takes a word for rare whatever it is, and would read and sort the whole table.
  // This it takes for half of the rows.
  const condition = sql`coalesce(${search.condition}, false)`;
  const enough = Math.max(countMax, rowsWanted);
  const met = await countUpTo(
    tx,
    sql`(${inOrder(sql`${condition} as is_found`, sql`true`)} limit ${lookedAtMax}) ahead where is_found`,
    enough,
  );
  const isEnough = (found: number): boolean => found >= countMax;
  // Filters may leave so few rows that all have been seen.
  const isEnd =
    met < enough &&
    (await countUpTo(tx, sql`(${inOrder(id, sql`true`)} limit ${lookedAtMax}) ahead`, lookedAtMax)) <
      lookedAtMax;
  const isCounted = isEnough(met) || (isEnd && isFromStart);
  const isPageAhead = isEnd || met >= rowsWanted;
  if (isPageAhead && isCounted) return { page: condition, total: async () => met };
  const picked = await pick();
  const total = async (): Promise<number> => {
    if (isCounted) return met;
    const found = await countUpTo(tx, counted(picked.condition), countMax);
    return picked.isWhole || isEnough(found) ? found : countUpTo(tx, counted(condition), countMax);
  };
  return { page: isPageAhead || !picked.isWhole ? condition : chosen(picked.condition), total };
}

async function countUpTo(tx: TenantTransaction, from: SqlText, most: number): Promise<number> {
  return (await row<{ total: number }>(tx, countOf(from, most)))!.total;
}

function countOf(from: SqlText, most: number): SqlText {
  return sql`select count(*)::integer as total from (select from ${from} limit ${most === Infinity ? null : most}) counted`;
}

/** The page, counted by the same statement if it is full: the row that shows that more follows has the total. */
function withTotal(page: SqlText, size: number, count: SqlText): SqlText {
  return sql`select p.*, case when row_number() over () > ${size} then (${count}) end as page_total from (${page}) p`;
}

interface PageText {
  columns: SqlText;
  /** The row's values in the list's order. */
  key: SqlText;
  from: SqlText;
  joins?: SqlText | undefined;
  where: SqlText;
  order: SqlText;
  size: number;
  offset: number;
  /** Selects the total, for a page that is full. */
  count: SqlText | undefined;
}

/**
 * Selects a page, one row more than its size, which shows whether anything follows and has the total. Rows are chosen
 * before anything is joined to them: otherwise the planner, which keeps an index's order only by comparing row with row,
 * compares each with all of a table that looks small.
 */
export function selectPage(page: PageText): SqlText {
  const { columns, key, from, joins, where, order, size, offset, count } = page;
  const chosen = sql`${from} where ${where} order by ${order} ${cut(size + 1, offset)}`;
  if (!joins) {
    const shown = sql`select ${columns}, ${key} as page_key from ${chosen}`;
    return count ? withTotal(shown, size, count) : shown;
  }
  const row = name(from.text.split(' ').at(-1)!);
  const total = count ? sql`case when (select count(*) from page) > ${size} then (${count}) end` : sql`null`;
  return sql`with page as materialized (select ${row}.* from ${chosen})
    select ${columns}, (select ${key} from page ${row} offset ${size - 1} limit 1) as page_key, ${total} as page_total
      from page ${row} ${joins} order by ${order}`;
}

// The usual sizes of a page, with the row that shows whether anything follows.
const usualLimits = new Set([21, 51, 101, 201]);

/**
 * A number in the text lets the planner see how few rows are wanted. Where it is a parameter, each execution is planned
 * again, which for a page of orders takes twice as long as reading it.
 */
function cut(limit: number, offset: number): SqlText {
  if (offset > 0 || !usualLimits.has(limit)) return sql`limit ${limit} offset ${offset}`;
  return new SqlText(`limit ${limit}`);
}

// The database reads every row before an offset; a cursor none.
const offsetMax = 1_000_000;

export function assertInReach(offset: number): void {
  if (offset > offsetMax) throw tooFar();
}

export function tooFar(): Error {
  const message =
    'page begins too far into the list: narrow the filters, or follow next_cursor (v1: the Link header) to it';
  return invalid('page', 'too_far', message);
}
