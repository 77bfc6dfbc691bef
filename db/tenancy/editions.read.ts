/** Which organizations there are of an edition: for what the clock does for all of them. */
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export async function organizationsOfEdition(
  database: Database,
  edition: 'standard' | 'three_pl',
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    database.system,
    sql`select id from organizations where edition = ${edition} order by id`,
  );
  return found.map(({ id }) => id);
}
