/** Which organizations are in this installation, for what looks across them all. */
import { sql, type SqlText } from '../sql-text.ts';

/** Whether the organization of the column is here and works: there are few that are not. */
export function isHere(column: SqlText): SqlText {
  return sql`${column} <> all (array(select away.id from organizations away where away.state <> 'active'))`;
}
