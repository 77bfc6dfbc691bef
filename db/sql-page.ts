/** A page of a list that is written as SQL: counted and cut. */
import { rows, type TenantTransaction } from './database.ts';
import type { PageQuery, Sorts } from './page.ts';
import { joined, name, sql, type SqlText } from './sql-text.ts';

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
export async function readSqlPage<R>(
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
