/** Which organizations there are of an edition: for what the clock does for all of them. */
import { rows, type Database } from '../database.ts';

export async function organizationsOfEdition(
  database: Database,
  edition: 'standard' | 'three_pl',
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    database.system,
    'select id from organizations where edition = ? order by id',
    [edition],
  );
  return found.map(({ id }) => id);
}
