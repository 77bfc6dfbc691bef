/** The sessions of the ops pages, by the process that serves them: before a cookie is opened nothing says whose it is. */
import { execute, rows, type Database } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface OpsSession {
  organization_id: string;
  id: string;
}

// At more desks nobody works; the session that began first is over then.
const sessionsOfOneMax = 20;

/** Begins a session of a token or a member; those whose time is over go with it. */
export async function beginSession(
  { system }: Pick<Database, 'system'>,
  session: OpsSession & { holder_id: string },
  seconds: number,
): Promise<void> {
  const { organization_id: organizationId, holder_id: holderId } = session;
  const record = { ...session, ends_at: sql`now() + make_interval(secs => ${seconds})` };
  await execute(system, sql`insert into ops_sessions ${values(record)}`);
  await execute(
    system,
    sql`delete from ops_sessions
         where ends_at < now()
            or (organization_id = ${organizationId} and id in (
                 select id from ops_sessions
                  where organization_id = ${organizationId} and holder_id = ${holderId}
                  order by id desc offset ${sessionsOfOneMax}))`,
  );
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
