/** The sessions of the ops pages, by the process that serves them: before a cookie is opened nothing says whose it is. */
import type { SignIn } from '../../domain/tenancy/sign-in.ts';
import { execute, rows, type Database } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { isSignInLive } from './identities.read.ts';

export interface OpsSession {
  organization_id: string;
  id: string;
}

// At more desks nobody works; the session that began first is over then.
const sessionsOfOneMax = 20;

/** Begins a session of a token or a member; those whose time is over go with it. */
export async function beginSession(
  { system }: Pick<Database, 'system'>,
  session: OpsSession & { holder_id: string; sign_in: SignIn | undefined },
  seconds: number,
): Promise<void> {
  const { organization_id: organizationId, id, holder_id: holderId, sign_in: signIn } = session;
  const record = {
    organization_id: organizationId,
    id,
    holder_id: holderId,
    issuer: signIn?.issuer ?? null,
    subject: signIn?.subject ?? null,
    sid: signIn?.sid ?? null,
    issued_at: sql`to_timestamp(${signIn?.iat ?? null})`,
    ends_at: sql`now() + make_interval(secs => ${seconds})`,
  };
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

/** Whether a session was begun and has not ended, nor the sign-in it began with at the provider. */
export async function isSessionLive(
  { system }: Pick<Database, 'system'>,
  { organization_id: organizationId, id }: OpsSession,
): Promise<boolean> {
  const found = await rows(
    system,
    sql`select 1 from ops_sessions s
         where organization_id = ${organizationId} and id = ${id} and ends_at > now() and ${isSignInLive(sql`s`)}`,
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
