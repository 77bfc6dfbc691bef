/**
 * The one way to page every list: the list is written as SQL, counted up to a limit, and cut by page number or after a
 * row. An order is columns that are never null (a nullable one says so, and rows without a value come last), so the last
 * row's values are a key: the next page starts right behind it, read from an index, whatever was inserted meanwhile.
 * `test/lists` runs EXPLAIN on every list, in each order and by each filter: none may read more than a bounded count would.
 */
import { createHash } from 'node:crypto';
import { invalid } from '../domain/refusal.ts';
import { isDataException, isOverTime } from './sql-errors.ts';
import { assertInReach, planPage, selectPage, tooFar } from './page-plan.ts';
import { rows, setLimits, type TenantTransaction } from './database.ts';
import { every, joined, name, some, sql, SqlText } from './sql-text.ts';
import type { WordSearch } from './search.ts';

export interface PageQuery {
  page: PagePlace;
  page_size: number;
  /** A field of the list's `Sorts`, `-` before it for descending; the list's own order without it. */
  sort?: string | undefined;
}

/** Where a page begins, and whether all rows that match are counted, however many. */
export type PagePlace = Beginning | { from: Beginning; total: 'exact' };

/** A number from 1, or after the last row of the previous page. */
type Beginning = number | Position;

/** Where a page begins. */
export function beginningOf(place: PagePlace): Beginning {
  return typeof place === 'object' && 'from' in place ? place.from : place;
}

/** Whether all rows that match are counted, however many. */
export const isCountedWhole = (place: PagePlace): boolean => typeof place === 'object' && 'from' in place;

/** A place in a list that does not move when rows are added or removed: the last row's values in the list's order. */
export interface Position {
  /** The number of the page that begins here. */
  page: number;
  /** The filter by which counting stopped before the end: it is not begun again for each page. Else empty. */
  over: string;
  /** The order that the key belongs to. */
  order: string;
  key: readonly (string | null)[];
}

/** A page of a list. */
export interface PageOf<R> extends PageFacts {
  rows: R[];
}

interface PageFacts {
  /** All rows that match, not just these; with `total_is_exact` false there are more than that. */
  total: number;
  total_is_exact: boolean;
  /** Where the next page begins; null after the last one. */
  next: Position | null;
}

/** How far a list is counted unasked: beyond this, counting would cost every reader a look at every row. */
const countedMax = 10_000;
/** What a reader who asks for the exact total, or a page beyond what is counted, may have it cost. */
const countSecondsMax = 10;

/**
 * A column of an order, `-` before it for descending, or an expression. None is ever null, so that a key is comparable
 * with every row; one that may be says so, and rows without a value then come last in either direction.
 */
export type OrderTerm = string | OrderColumn;

interface OrderColumn {
  by: SqlText;
  isDescending?: boolean;
  isNullable?: boolean;
}

/** What a list may be sorted by: the client's word and our column. */
export type Sorts = Readonly<Record<string, OrderTerm>>;

interface ListText {
  columns: SqlText;
  from: SqlText;
  /**
   * Joins to the one table of `from`, for what its rows show: each keeps every row, once, and neither filter nor order
   * nor search names them. They are made for the page's rows alone, which they may also read as the table `page`.
   */
  joins?: SqlText | undefined;
  where: SqlText;
  /** Leaves out rows before the page that are still counted, for readers with a cursor of their own. */
  behind?: SqlText | undefined;
  /** What `q` asks for, in addition to `where`. */
  search?: WordSearch | undefined;
  /** Counts in this order, where the planner would begin far from the first row that matches. */
  countedBy?: SqlText | undefined;
}

/** A list that its reader may sort. */
interface SortedList extends ListText {
  /** What the client may sort by; the id, which makes the order total, comes last. */
  sorts: Sorts;
  id: string;
  /** The order when the client names none, as in `-created_at`. */
  usual: string;
}

/** A list with a fixed order. */
interface OrderedList extends ListText {
  /** Total, so that pages never overlap. */
  order: readonly OrderTerm[];
}

export type SqlList = SortedList | OrderedList;

type Terms = readonly Required<OrderColumn>[];

/**
 * The rows of the page, and how many match: exact up to `countedMax`, or if asked for. Refuses with 400 at `cursor` a
 * position that belongs to another order, or whose values do not fit its columns, at `total` a count that takes too
 * long, and at `page` one that begins too far into the list.
 */
export async function readPage<R>(
  tx: TenantTransaction,
  list: SqlList,
  { page: place, page_size: size, sort }: PageQuery,
): Promise<PageOf<R>> {
  const page = beginningOf(place);
  const most = isCountedWhole(place) ? Infinity : countedMax;
  const { columns, from, joins, where, search, countedBy } = list;
  const terms = termsOf('order' in list ? list.order : sortedBy(list, sort ?? list.usual));
  const order = joined(terms.map(ordering), ', ');
  const mark = markOf(order.text);
  const position = typeof page === 'number' ? undefined : page;
  if (position && (position.order !== mark || position.key.length !== terms.length)) throw otherList();
  const number = typeof page === 'number' ? page : page.page;
  const filter = (): string => markOf([where, search?.condition]);
  const isKnownOver =
    position !== undefined && position.over !== '' && most < Infinity && position.over === filter();
  const offset = position ? 0 : (number - 1) * size;
  assertInReach(offset);
  const isLimited = most === Infinity || offset > countedMax;
  const skipped = [list.behind, position && behind(terms, position.key)];
  const filtered = every([where, ...skipped.filter((condition) => condition !== undefined)]);
  const values = terms.map(({ by }) => sql`(${by})::text`);
  const read = async (): Promise<[number, (R & PageKey)[]]> => {
    if (isLimited) await setLimits(tx, { statement_timeout: `${countSecondsMax}s` });
    const plan = await planPage(tx, search, {
      inOrder: (shown, word) =>
        sql`select ${shown} from ${from} where ${every([filtered, word])} order by ${order}`,
      counted: (word) =>
        sql`${from} where ${every([where, word])} ${countedBy ? sql`order by ${countedBy}` : sql``}`,
      countMax: most + 1,
      rowsWanted: offset + size + 1,
      isFromStart: skipped.every((condition) => condition === undefined),
    });
    const key = sql`to_json(array[${joined(values, ', ')}])::text`;
    const page = { columns, key, from, joins, where: every([filtered, plan.page]), order, size, offset };
    const found = await rows<R & PageKey>(
      tx,
      selectPage({ ...page, count: isKnownOver ? undefined : plan.count }),
    );
    if (isKnownOver) return [most + 1, found];
    // The last page tells by itself how many there are before its end.
    const isLast = found.length <= size && (found.length > 0 || offset === 0);
    const isCounted = isLast && skipped.every((condition) => condition === undefined);
    const counted = found[size]?.page_total;
    return [isCounted ? offset + found.length : (counted ?? (await plan.total())), found];
  };
  const [total, found] = await read().catch((fault: unknown) => {
    // Data exceptions: the filters were validated, so somebody wrote this cursor by hand.
    if (position && isDataException(fault)) throw invalid('cursor', 'format', 'cursor is none of this list');
    if (isLimited && isOverTime(fault)) throw most === Infinity ? tooManyToCount() : tooFar();
    throw fault;
  });
  const last = found.length > size ? found[size - 1]! : undefined;
  // Whoever pages by the total must not stop where counting did: it is never less than the rows seen and the next one.
  const seen = typeof page === 'number' && !list.behind && found.length > 0 ? offset + found.length : 0;
  const isExact = total <= most || (seen > 0 && !last);
  // Before the rows lose their keys.
  const key = last && keyOf(terms, JSON.parse(last.page_key!));
  const next = key ? { page: number + 1, over: total > most ? filter() : '', order: mark, key } : null;
  return {
    rows: found.slice(0, size).map(withoutKey),
    total: isExact ? total : Math.max(most, seen),
    total_is_exact: isExact,
    next,
  };
}

/** The same text for the same orders or filters, and hardly ever for others. */
function markOf(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 8);
}

/** The row's values in the list's order, as JSON: only the last row's are ever read. And the total, if it has it. */
type PageKey = { page_key: string | undefined; page_total?: number | undefined };

// Deleted, it would leave rows that are slow to read ever after.
function withoutKey<R>(row: R & PageKey): R {
  row.page_key = undefined;
  row.page_total = undefined;
  return row;
}

/** A page of rows that are all in memory, as the lines of a document are; cut like a page that was read. */
export function cutPage<R>(all: readonly R[], { page: place, page_size: size }: PageQuery): PageOf<R> {
  const page = beginningOf(place);
  const order = 'lines';
  if (typeof page !== 'number' && (page.order !== order || !/^\d{1,9}$/.test(page.key[0] ?? '')))
    throw otherList();
  const number = typeof page === 'number' ? page : page.page;
  const from = typeof page === 'number' ? (page - 1) * size : Number(page.key[0]);
  const isMore = from + size < all.length;
  return {
    rows: all.slice(from, from + size),
    total: all.length,
    total_is_exact: true,
    next: isMore ? { page: number + 1, over: '', order, key: [String(from + size)] } : null,
  };
}

/** The result when a filter names nothing. */
export function emptyPage<R>(): PageOf<R> {
  return { rows: [], total: 0, total_is_exact: true, next: null };
}

function otherList(): Error {
  const message = 'cursor is of another list or another sort: begin again without it';
  return invalid('cursor', 'other_list', message);
}

function sortedBy({ sorts, id }: SortedList, sort: string): readonly OrderTerm[] {
  const term = sorts[sort.replace(/^-/, '')];
  if (!term) throw new Error(`A list cannot be sorted by ${sort}.`);
  const isDescending = sort.startsWith('-');
  const column = typeof term === 'string' ? { by: name(term) } : term;
  return [
    { ...column, isDescending },
    { by: name(id), isDescending },
  ];
}

function termsOf(order: readonly OrderTerm[]): Terms {
  return order.map((term) => {
    if (typeof term !== 'string') return { isDescending: false, isNullable: false, ...term };
    return { by: name(term.replace(/^-/, '')), isDescending: term.startsWith('-'), isNullable: false };
  });
}

function ordering({ by, isDescending, isNullable }: Terms[number]): SqlText {
  return sql`${by} ${isDescending ? sql`desc` : sql`asc`}${isNullable ? sql` nulls last` : sql``}`;
}

function keyOf(terms: Terms, key: readonly (string | null)[]): readonly (string | null)[] {
  terms.forEach(({ by, isNullable }, index) => {
    if (key[index] === null && !isNullable)
      throw new Error(`A list is ordered by ${by.text}, which is null.`);
  });
  return key;
}

/** Rows after the key. A single row comparison where that is enough: an index answers it starting from the key. */
function behind(terms: Terms, key: readonly (string | null)[]): SqlText {
  const [first] = terms;
  const isPlain = terms.every(
    ({ isDescending, isNullable }) => !isNullable && isDescending === first!.isDescending,
  );
  if (isPlain) {
    const columns = joined(
      terms.map(({ by }) => by),
      ', ',
    );
    const values = joined(
      key.map((value) => sql`${value}`),
      ', ',
    );
    return sql`(${columns}) ${first!.isDescending ? sql`<` : sql`>`} (${values})`;
  }
  const equal = terms.map(({ by }, index) =>
    key[index] === null ? sql`${by} is null` : sql`${by} = ${key[index]}`,
  );
  const beyond = terms.map(({ by, isDescending, isNullable }, index) => {
    // Nothing comes after the rows without a value.
    if (key[index] === null) return sql`false`;
    const further = sql`${by} ${isDescending ? sql`<` : sql`>`} ${key[index]}`;
    return isNullable ? some([further, sql`${by} is null`]) : further;
  });
  const either = some(beyond.map((condition, index) => every([...equal.slice(0, index), condition])));
  if (first!.isNullable) return either;
  // Repeats the comparison for the first column, in a form an index can use.
  return every([sql`${first!.by} ${first!.isDescending ? sql`<=` : sql`>=`} ${key[0]}`, either]);
}

function tooManyToCount(): Error {
  const message = `the matches cannot be counted within ${countSecondsMax} s: narrow the filters, or leave total out and follow the cursor to the end`;
  return invalid('total', 'too_many', message);
}
