/** Who is told what is said of a whole load: that says what others have on it. */
import { sql, type SqlText } from '../sql-text.ts';

/** Joins the bill of lading of a table's load, as `b`. */
export const billOfLadingOf = (table: SqlText, loadId: SqlText): SqlText => sql`left join documents b
    on b.organization_id = ${table}.organization_id and b.subject_id = ${loadId} and b.kind = 'bill_of_lading'`;

/**
 * The load's bill of lading `b`, which a merchant sees when there is nobody else's on it, tells whose it is; before the
 * load has left, somebody else's may still be added.
 */
export const isWhole = sql`(nullif(current_setting('app.merchant_id', true), '') is null or b.id is not null)`;
