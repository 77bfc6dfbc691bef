/** The lines of a return that are traced, and the rows of each step on their way. */
import { groupBy } from '../../domain/group-by.ts';
import type { TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** A row of one step, by the line of the return it belongs to. */
export type OfLine<T> = T & { return_line_id: string };

export function byLine<T>(found: readonly OfLine<T>[]): Map<string, OfLine<T>[]> {
  return groupBy(found, ({ return_line_id: id }) => id);
}

/** The lines traced, as the first table `l` of each step. */
export function traced(tx: TenantTransaction, ids: readonly string[]): SqlText {
  return sql`(select * from return_lines where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])) l`;
}
