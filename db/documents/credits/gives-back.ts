/** Which line of an invoice a line of one of its credit notes gives back. */
import { sql, type SqlText } from '../../sql-text.ts';

/** Whether credited line `c` is of invoice line `l`: it names it, or an earlier version credited units of its order line. */
export const givesBack = (c: SqlText, l: SqlText): SqlText => sql`(${c}.original_line_id = ${l}.id
  or (${c}.original_line_id is null and ${c}.return_line_id is not null and ${c}.order_line_id = ${l}.order_line_id))`;
