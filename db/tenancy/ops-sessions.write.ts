/** The sessions of the ops pages, by the process that serves them: before a cookie is opened nothing says whose it is. */
import { execute, rows, type Database } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface OpsSession {
  organization_id: string;
  id: string;
}

/** Begins a session; those whose time is over go with it. */
export async function beginSession(
  { system }: Pick<Database, 'system'>,
  session: OpsSession,
  seconds: number,
): Promise<void> {
  await execute(system, sql`delete from ops_sessions where ends_at < now()`);
  const record = { ...session, ends_at: sql`now() + make_interval(secs => ${seconds})` };
  await execute(system, sql`insert into ops_sessions ${values(record)}`);
}

/** Whether a session was begun and has not ended. */
export async function isSessionLive(
  { system }: Pick<Database, 'system'>,
  { organization_id: organizationId, id }: OpsSession,
): Promise<boolean> {
  const found = await rows(
    system,
    sql`select 1 from ops_sessions where organization_id = ${organizationId} and id = ${id} and ends_at > now()`,
  );
  return found.length > 0;
}

export async function endSession(
  { system }: Pick<Database, 'system'>,
  { organization_id: organizationId, id }: OpsSession,
): Promise<void> {
  await execute(
    system,
    sql`delete from ops_sessions where organization_id = ${organizationId} and id = ${id}`,
  );
}
