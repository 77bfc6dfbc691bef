/** One way to page every list: written as SQL, counted and cut. */
import { rows, type TenantTransaction } from './database.ts';
import { joined, name, some, sql, type SqlText } from './sql-text.ts';

export interface PageQuery {
  page: number;
  page_size: number;
  /** A field of the list's `Sorts`, `-` before it for descending; the list's own order without it. */
  sort?: string | undefined;
}

/** What a list may be sorted by: the client's word and our column. */
export type Sorts = Readonly<Record<string, string>>;

interface ListText {
  columns: SqlText;
  from: SqlText;
  where: SqlText;
}

/** A list its reader may sort. */
interface SortedList extends ListText {
  /** What the client may sort by; the id, which makes the order total, comes last. */
  sorts: Sorts;
  id: string;
  /** The order without a wish, as in `-created_at`. */
  usual: string;
}

/** A list that has one order. */
interface OrderedList extends ListText {
  /** Total, so that pages never overlap. */
  order: SqlText;
}

export type SqlList = SortedList | OrderedList;

/** The rows of the page, and the count of all that match. */
export async function readPage<R>(
  tx: TenantTransaction,
  list: SqlList,
  { page, page_size: size, sort }: PageQuery,
): Promise<{ rows: R[]; total: number }> {
  const { columns, from, where } = list;
  const order = 'order' in list ? list.order : sortedBy(list, sort ?? list.usual);
  const [counted] = await rows<{ total: string }>(
    tx,
    sql`select count(*) as total from ${from} where ${where}`,
  );
  const total = Number(counted!.total);
  const offset = (page - 1) * size;
  if (offset >= total) return { rows: [], total };
  const found = await rows<R>(
    tx,
    sql`select ${columns} from ${from} where ${where} order by ${order} limit ${size} offset ${offset}`,
  );
  return { rows: found, total };
}

function sortedBy({ sorts, id }: SortedList, sort: string): SqlText {
  const column = sorts[sort.replace(/^-/, '')];
  if (!column) throw new Error(`A list cannot be sorted by ${sort}.`);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return joined([sql`${name(column)} ${direction}`, sql`${name(id)} ${direction}`], ', ');
}

/** Free text as a pattern for ILIKE: the client's % and _ are letters, not wildcards. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** One of these columns has the text in it, capitals or not. */
export function containing(columns: readonly string[], text: string): SqlText {
  return some(columns.map((column) => sql`${name(column)} ilike ${containsPattern(text)}`));
}
