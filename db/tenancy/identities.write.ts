/** Stores a member's identity at a provider, from the first sign-in on. */
import { execute, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

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
