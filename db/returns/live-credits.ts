/** What credit notes give back of returned units. */
import { sql, type SqlText } from '../sql-text.ts';

/** Lines of credit notes `c` that are not void, with their notes `n`. A draft counts: it takes the units it names. */
export const liveCredits: SqlText = sql`invoice_lines c
  join invoices n on n.organization_id = c.organization_id and n.id = c.invoice_id and n.status <> 'void'`;

/** How many units of a return's line `l` are credited. */
export const creditedOfLine: SqlText = sql`coalesce((select sum(c.quantity) from ${liveCredits}
  where c.organization_id = l.organization_id and c.return_line_id = l.id), 0)`;
