/**
 * Finds the members that a person signed in through a provider is: by the provider's subject, or by an email address
 * the provider has verified.
 */
import { quotasInForce, type Quotas } from '../../domain/tenancy/quotas.ts';
import { rolePermissions } from '../../domain/permissions.ts';
import type { SignIn } from '../../domain/tenancy/sign-in.ts';
import { rows, type Database } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { isLeaving, movedTo } from './away.ts';
import type { Principal } from './tokens.read.ts';

/** A person as an OpenID Connect provider identifies them. */
export interface Identity extends SignIn {
  /** Only an address the provider reports as verified. */
  email: string | undefined;
}

export interface IdentifiedMember {
  principal: Principal;
  organization: string;
  /** False when only the address matched, so that the identity still has to be stored. */
  isLinked: boolean;
}

interface MemberRow {
  organization_id: string;
  organization: string;
  id: string;
  name: string;
  roles: string[] | null;
  edition: Principal['edition'];
  quotas: Partial<Quotas> | null;
  moved_to: string | null;
  is_leaving: boolean;
  is_linked: boolean;
}

/**
 * The active members in all organizations that the person is. A member linked to another subject of the same provider
 * is not found by address: addresses are reassigned, subjects are not.
 */
export async function findMembersOf(
  database: Database,
  { issuer, subject, email }: Pick<Identity, 'issuer' | 'subject' | 'email'>,
): Promise<IdentifiedMember[]> {
  const found = await rows<MemberRow>(
    database.system,
    sql`select m.organization_id, o.name as organization, m.id, m.name, m.roles, o.edition, to_jsonb(q) as quotas,
               ${movedTo}, ${isLeaving}, i.subject is not null as is_linked
          from members m join organizations o on o.id = m.organization_id
          left join organization_quotas q on q.organization_id = m.organization_id
          left join member_identities i on i.organization_id = m.organization_id and i.member_id = m.id and i.issuer = ${issuer}
         where m.is_active and (i.subject = ${subject} or (i.subject is null and lower(m.email) = lower(${email ?? ''})))
         order by m.organization_id limit 100`,
  );
  return found.map((member) => ({
    principal: principalOf(member),
    organization: member.organization,
    isLinked: member.is_linked,
  }));
}

/**
 * Whether the provider has not ended a sign-in since, named by the alias of a row with issuer, subject, sid and issued_at.
 * A logout stays as a row with its moment, so a sign-in that is not younger is worth nothing, whichever arrives first.
 * A logout of one session also ends what does not say of which session it is.
 */
export function isSignInLive(alias: SqlText): SqlText {
  return sql`not exists (select 1 from provider_logouts l
    where l.issuer = ${alias}.issuer and l.ended_at >= ${alias}.issued_at
      and (l.sid = ${alias}.sid
           or (l.subject = ${alias}.subject and (l.sid is null or ${alias}.sid is null))))`;
}

/** Which of these sign-ins the provider has not ended, by their places in the list, from 0. */
export async function findLiveSignIns(
  { system }: Pick<Database, 'system'>,
  signIns: readonly SignIn[],
): Promise<number[]> {
  const found = await rows<{ place: number }>(
    system,
    sql`select s.place::integer - 1 as place
          from (select issuer, subject, sid, to_timestamp(iat) as issued_at, place
                  from unnest(${signIns.map(({ issuer }) => issuer)}::text[], ${signIns.map(({ subject }) => subject)}::text[],
                              ${signIns.map(({ sid }) => sid)}::text[], ${signIns.map(({ iat }) => iat)}::double precision[])
                       with ordinality as given (issuer, subject, sid, iat, place)) s
         where ${isSignInLive(sql`s`)}`,
  );
  return found.map(({ place }) => place);
}

/** The member of a session; undefined once it is no longer active. */
export async function findActiveMember(
  database: Database,
  organizationId: string,
  memberId: string,
): Promise<Principal | undefined> {
  const [found] = await rows<MemberRow>(
    database.system,
    sql`select m.organization_id, o.name as organization, m.id, m.name, m.roles, o.edition, to_jsonb(q) as quotas,
               ${movedTo}, ${isLeaving}, true as is_linked
          from members m join organizations o on o.id = m.organization_id
          left join organization_quotas q on q.organization_id = m.organization_id
         where m.organization_id = ${organizationId} and m.id = ${memberId} and m.is_active`,
  );
  return found && principalOf(found);
}

// A person has the permissions of the member's roles; the member's id stands in for a token id.
function principalOf(member: MemberRow): Principal {
  const { organization_id, id, name, roles, edition, quotas, moved_to, is_leaving } = member;
  return {
    token_id: id,
    organization_id,
    member_id: id,
    merchant_id: null,
    name,
    permissions: rolePermissions(roles ?? []),
    expires_at: null,
    edition,
    quotas: quotasInForce(quotas),
    moved_to,
    is_leaving,
  };
}
