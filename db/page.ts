/** One way to page every list: a query builder, counted and cut. */
import type { Knex } from 'knex';
import { name, some, sql, type SqlText } from './sql-text.ts';

export interface PageQuery {
  page: number;
  page_size: number;
  /** A field of the list's `Sorts`, `-` before it for descending; the list's own order without it. */
  sort?: string | undefined;
}

/** What a list may be sorted by: the client's word and our column. */
export type Sorts = Readonly<Record<string, string>>;

/** The order `sort` asks for, newest first without it; the id comes last, so that the order is total. */
export function orderOf(
  sorts: Sorts,
  id: string,
  sort = '-created_at',
): { column: string; order: 'asc' | 'desc' }[] {
  const order = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sorts[sort.replace(/^-/, '')];
  if (!column) throw new Error(`A list cannot be sorted by ${sort}.`);
  return [
    { column, order },
    { column: id, order },
  ];
}

/**
 * A page of `base` (filters applied, nothing selected), and the count of all rows that match. `order` names columns
 * (ours, never a client's text); the last one makes the order total, so pages never overlap.
 */
export async function readPage<R>(
  base: Knex.QueryBuilder,
  columns: readonly (string | Knex.Raw)[],
  order: readonly { column: string; order?: 'asc' | 'desc' }[],
  { page, page_size: size }: PageQuery,
): Promise<{ rows: R[]; total: number }> {
  const counted = (await base.clone().count({ total: '*' })) as { total: string }[];
  const total = Number(counted[0]?.total ?? 0);
  const offset = (page - 1) * size;
  if (offset >= total) return { rows: [], total };
  const found = (await base
    .clone()
    .select(columns as never)
    .orderBy(order as never)
    .limit(size)
    .offset(offset)) as R[];
  return { rows: found, total };
}

/** Free text as a pattern for ILIKE: the client's % and _ are letters, not wildcards. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** One of these columns has the text in it, capitals or not. */
export function containing(columns: readonly string[], text: string): SqlText {
  return some(columns.map((column) => sql`${name(column)} ilike ${containsPattern(text)}`));
}
