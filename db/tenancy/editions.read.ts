/** Lists organizations that are here, for scheduled work over all of an edition and for what startup checks. */
import { row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export async function organizationsOfEdition(
  database: Database,
  edition: 'standard' | 'three_pl',
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    database.system,
    sql`select id from organizations where edition = ${edition} and state = 'active' order by id`,
  );
  return found.map(({ id }) => id);
}

/** For those who go around all of them: before every organization. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Every organization of the platform, beginning behind one and going around. */
export async function organizationIds(
  { system }: Pick<Database, 'system'>,
  after = beforeAll,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    system,
    sql`select id from organizations where state = 'active' order by id <= ${after}::uuid, id`,
  );
  return found.map(({ id }) => id);
}

/** Whether an organization that was here has been moved to another cell. */
export async function hasMoved(database: Database, id: string): Promise<boolean> {
  const found = await row(
    database.system,
    sql`select 1 from organizations where id = ${id} and state = 'moved'`,
  );
  return found !== undefined;
}

/** Whether an organization that was here has left, or none such ever was. */
export async function isElsewhere(database: Database, id: string): Promise<boolean> {
  const found = await row(
    database.system,
    sql`select 1 from organizations where id = ${id} and state <> 'moved'`,
  );
  return found === undefined;
}

export async function isOrganization(database: Database, id: string): Promise<boolean> {
  return (await row(database.system, sql`select id from organizations where id = ${id}`)) !== undefined;
}
