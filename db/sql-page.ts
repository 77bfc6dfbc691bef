/** A page of a list that is written as SQL: counted and cut. */
import { rows, type TenantTransaction } from './database.ts';
import type { PageQuery, Sorts } from './page.ts';
import { joined, name, sql, type SqlText } from './sql-text.ts';

export interface SqlList {
  columns: SqlText;
  from: SqlText;
  where: SqlText;
  /** What the client may sort by; the id, which makes the order total, comes last. */
  sorts: Sorts;
  id: string;
  /** The order without a wish, as in `-created_at`. */
  usual: string;
}

/** The rows of the page, and the count of all that match. */
export async function readSqlPage<R>(
  tx: TenantTransaction,
  { columns, from, where, sorts, id, usual }: SqlList,
  { page, page_size: size, sort = usual }: PageQuery,
): Promise<{ rows: R[]; total: number }> {
  const [counted] = await rows<{ total: string }>(
    tx,
    sql`select count(*) as total from ${from} where ${where}`,
  );
  const total = Number(counted!.total);
  const offset = (page - 1) * size;
  if (offset >= total) return { rows: [], total };
  const column = sorts[sort.replace(/^-/, '')];
  if (!column) throw new Error(`A list cannot be sorted by ${sort}.`);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const order = joined([sql`${name(column)} ${direction}`, sql`${name(id)} ${direction}`], ', ');
  const found = await rows<R>(
    tx,
    sql`select ${columns} from ${from} where ${where} order by ${order} limit ${size} offset ${offset}`,
  );
  return { rows: found, total };
}
