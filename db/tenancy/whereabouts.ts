/** Which organizations are in this installation, for what looks across them all. */
import { sql, type SqlText } from '../sql-text.ts';

/** Whether the organization of the column is here and works: there are few that are not. What acts asks this. */
export function isHere(column: SqlText): SqlText {
  return sql`${column} <> all (array(select away.id from organizations away where away.state <> 'active'))`;
}

/**
 * Whether what waits of the organization is this installation's affair: not once it works elsewhere, nor before it has
 * arrived. One that is frozen is, or nobody would be told where it stays so. What is shown to an operator asks this.
 */
export function isOurs(column: SqlText): SqlText {
  return sql`${column} <> all (array(select away.id from organizations away where away.state = 'moved'))`;
}
