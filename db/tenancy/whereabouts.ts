/** Which organizations are in this installation, for what looks across them all. */
import { judgeSqlError } from '../sql-errors.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Whether the organization of the column is here and works: there are few that are not. */
export function isHere(column: SqlText): SqlText {
  return sql`${column} <> all (array(select away.id from organizations away where away.state <> 'active'))`;
}

/**
 * Runs work of a request across organizations: one that is away is told as a refusal. A worker leaves it a fault, so
 * that the command stays accepted and is carried out where its organization is.
 */
export async function tellingAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    const verdict = judgeSqlError(fault);
    throw verdict.kind === 'away' && verdict.organization ? verdict.organization : fault;
  }
}
