/** What is stored of a provider's people: a member's identity, from the first sign-in on, and what the provider has ended. */
import { signInSecondsMax, type ProviderLogout } from '../../domain/tenancy/sign-in.ts';
import { execute, type Database } from '../database.ts';
import { sql, values } from '../sql-text.ts';

/** The first one is stored: of two at once, the second finds the member already linked. */
export async function linkIdentity(
  database: Database,
  member: { organization_id: string; member_id: string },
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  const linked = await execute(
    database.system,
    sql`insert into member_identities (organization_id, member_id, issuer, subject)
        values (${member.organization_id}, ${member.member_id}, ${issuer}, ${subject}) on conflict do nothing`,
  );
  return linked > 0;
}

// Clocks differ, and a token that is forgotten too late costs a row.
const forgetSecondsLate = 3600;

/**
 * Ends what the provider has ended, in every process: sessions and tokens are compared with these rows. False if the
 * logout token was seen before. A logout that names a session alone is taken as one of the person it is known to be of.
 */
export async function recordLogout(
  { system }: Pick<Database, 'system'>,
  { issuer, jti, subject, sid, iat }: ProviderLogout,
): Promise<boolean> {
  await execute(system, sql`delete from provider_logouts where forget_at < now()`);
  const record = {
    issuer,
    jti,
    subject: sql`coalesce(${subject}, (select subject from ops_sessions where issuer = ${issuer} and sid = ${sid} limit 1))`,
    sid,
    ended_at: sql`to_timestamp(${iat})`,
    forget_at: sql`to_timestamp(${iat + signInSecondsMax + forgetSecondsLate})`,
  };
  const added = await execute(
    system,
    sql`insert into provider_logouts ${values(record)} on conflict (issuer, jti) do nothing`,
  );
  return added > 0;
}
