/**
 * Who a person signed in by a provider is here: the memberships they have, linked at the first sign-in. Anybody who
 * manages an organization can enter anybody's address, so a membership that the person never signed in to takes nothing
 * from the others.
 */
import type { FoundPerson } from '../../api/ops/provider-sign-in.ts';
import type { Provider } from '../../api/ops/provider.ts';
import type { Database } from '../../db/database.ts';
import {
  findLiveSignIns,
  findMembersOf,
  type IdentifiedMember,
  type Identity,
} from '../../db/tenancy/identities.read.ts';
import { linkIdentity } from '../../db/tenancy/identities.write.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';

export interface People {
  /** The person's member in the named organization or in their only one, else the organizations to choose from. */
  findPerson(identity: Identity, organizationId: string | undefined): Promise<FoundPerson>;
  /** The bearer of a signed token: in the named organization, in the only one, or in the only one they signed in to. */
  findSigned(token: string, organizationId: string | undefined): Promise<Principal | undefined>;
}

export function identifyPeople(database: Database, provider: Provider): People {
  const become = async (
    identity: Identity,
    { principal, isLinked }: IdentifiedMember,
  ): Promise<Principal | undefined> => {
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
    const { issuer, subject, sid, iat } = identity;
    return isTheirs ? { ...principal, sign_in: { issuer, subject, sid, iat } } : undefined;
  };
  return {
    async findPerson(identity, organizationId) {
      const members = await findMembersOf(database, identity);
      const chosen = named(members, organizationId) ?? only(organizationId ? [] : members);
      const principal = chosen && (await become(identity, chosen));
      const choices = members.map(({ principal: { organization_id: id }, organization }) => ({
        id,
        organization,
      }));
      return { principal, choices: chosen || choices.length < 2 ? [] : choices };
    },
    async findSigned(token, organizationId) {
      const identity = await provider.verify(token);
      if (!identity || (await findLiveSignIns(database, [identity])).length === 0) return undefined;
      const members = await findMembersOf(database, identity);
      const chosen = organizationId
        ? named(members, organizationId)
        : (only(members) ?? only(members.filter(({ isLinked }) => isLinked)));
      const principal = chosen && (await become(identity, chosen));
      return principal && { ...principal, expires_at: identity.expires_at };
    },
  };
}

function named(
  members: readonly IdentifiedMember[],
  organizationId: string | undefined,
): IdentifiedMember | undefined {
  return members.find(({ principal }) => principal.organization_id === organizationId);
}

function only(members: readonly IdentifiedMember[]): IdentifiedMember | undefined {
  return members.length === 1 ? members[0] : undefined;
}
