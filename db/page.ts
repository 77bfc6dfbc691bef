/** One way to page every list: a query builder, counted and cut. */
import type { Knex } from 'knex';

export interface PageQuery {
  page: number;
  page_size: number;
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
