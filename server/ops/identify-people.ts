/** Who a person signed in by a provider is here: the memberships they have, linked at the first sign-in. */
import type { Provider } from '../../api/ops/provider.ts';
import type { Database } from '../../db/database.ts';
import { findMembersOf, type Identity } from '../../db/tenancy/identities.read.ts';
import { linkIdentity } from '../../db/tenancy/identities.write.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';

export interface People {
  /** The person's member in the named organization or in their only one; with how many there are. */
  findPerson(
    identity: Identity,
    organizationId: string | undefined,
  ): Promise<{ principal: Principal | undefined; count: number }>;
  /** The bearer of a signed token. */
  findSigned(token: string, organizationId: string | undefined): Promise<Principal | undefined>;
}

export function identifyPeople(database: Database, provider: Provider): People {
  const findPerson: People['findPerson'] = async (identity, organizationId) => {
    const members = await findMembersOf(database, identity);
    const chosen = organizationId
      ? members.find(({ principal }) => principal.organization_id === organizationId)
      : members.length === 1
        ? members[0]
        : undefined;
    if (!chosen) return { principal: undefined, count: members.length };
    const { principal, isLinked } = chosen;
    const isTheirs =
      isLinked ||
      (await linkIdentity(
        database,
        { organization_id: principal.organization_id, member_id: principal.token_id },
        identity,
      )) ||
      // Somebody else was first: perhaps the same person, at the same moment.
      (await findMembersOf(database, { ...identity, email: undefined })).some(
        (member) => member.principal.token_id === principal.token_id,
      );
    return { principal: isTheirs ? principal : undefined, count: members.length };
  };
  return {
    findPerson,
    async findSigned(token, organizationId) {
      const identity = await provider.verify(token);
      if (!identity) return undefined;
      const { principal } = await findPerson(identity, organizationId);
      return principal && { ...principal, expires_at: identity.expires_at };
    },
  };
}
