/**
 * Sign-in through the provider: `/ops/oidc/login` and `/ops/oidc/callback`. The state between the two is in an
 * encrypted cookie. A member of several organizations then chooses one, at `/ops/oidc/choose`, with an encrypted ticket
 * of who signed in.
 */
import type { Context } from 'koa';
import type { Identity } from '../../db/tenancy/identities.read.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open, seal } from '../../domain/secrets/seal.ts';
import type { Attempt, Provider } from './provider.ts';

export interface ProviderSignIn {
  /** The provider's host, which people recognise. */
  name: string;
  begin(ctx: Context, next: string): Promise<void>;
  finish(ctx: Context): Promise<SignedIn>;
  /** With the ticket of one of the organizations that `finish` offered. */
  choose(ticket: string): Promise<SignedIn>;
}

/** Who came back and where to, or why nobody did, or between which organizations the person may choose. */
export interface SignedIn {
  principal?: Principal;
  next: string | null;
  problem?: string;
  choices?: readonly { organization: string; ticket: string }[];
}

export interface FoundPerson {
  principal: Principal | undefined;
  /** The organizations the person may choose from; none when there is nothing to choose. */
  choices: readonly { id: string; organization: string }[];
}

type FindPerson = (identity: Identity, organizationId: string | undefined) => Promise<FoundPerson>;

interface Ticket {
  identity: Identity;
  organization_id: string;
  next: string;
  until: number;
}

const cookieName = 'ops_sign_in';
const place = 'ops sign-in';
const ticketPlace = 'ops sign-in choice';
const attemptSecondsMax = 600;
const nobody = 'No active member has this account or its verified e-mail address.';

export function providerSignIn(provider: Provider, findPerson: FindPerson, keys: KeyRing): ProviderSignIn {
  const redirectUri = (ctx: Context): string => `${ctx.protocol}://${ctx.host}/ops/oidc/callback`;

  const attemptOf = (ctx: Context): (Attempt & { until: number }) | undefined => {
    const text = open(keys, ctx.cookies.get(cookieName) ?? '', place);
    const attempt = text === undefined ? undefined : (JSON.parse(text) as Attempt & { until: number });
    return attempt && attempt.until > Date.now() ? attempt : undefined;
  };

  return {
    name: new URL(provider.issuer).host,
    async begin(ctx, next) {
      const { url, attempt } = await provider.begin(redirectUri(ctx), next);
      const kept = JSON.stringify({ ...attempt, until: Date.now() + attemptSecondsMax * 1000 });
      ctx.cookies.set(cookieName, seal(keys, kept, place), {
        httpOnly: true,
        secure: ctx.secure,
        // The redirect back starts at the provider's site, and the cookie has to be sent with it.
        sameSite: 'lax',
        path: '/ops/oidc',
        maxAge: attemptSecondsMax * 1000,
        overwrite: true,
      });
      ctx.redirect(url);
    },
    async finish(ctx) {
      const attempt = attemptOf(ctx);
      ctx.cookies.set(cookieName, '', { path: '/ops/oidc', maxAge: 0 });
      const callback = `${redirectUri(ctx)}?${ctx.querystring}`;
      // A Host header may be anything.
      if (!attempt || !URL.canParse(callback))
        return { next: null, problem: 'This sign-in took too long, or began elsewhere; start again.' };
      try {
        const identity = await provider.finish(new URL(callback), attempt);
        const { next } = attempt;
        const { principal, choices } = await findPerson(identity, undefined);
        if (principal) return { principal, next };
        if (choices.length === 0) return { next: null, problem: nobody };
        const until = Date.now() + attemptSecondsMax * 1000;
        return {
          next,
          choices: choices.map(({ id, organization }) => {
            const ticket: Ticket = { identity, organization_id: id, next, until };
            return { organization, ticket: seal(keys, JSON.stringify(ticket), ticketPlace) };
          }),
        };
      } catch (fault) {
        if (fault instanceof Refusal) return { next: null, problem: fault.message };
        throw fault;
      }
    },
    async choose(sealed) {
      const text = open(keys, sealed, ticketPlace);
      const ticket = text === undefined ? undefined : (JSON.parse(text) as Ticket);
      if (!ticket || ticket.until < Date.now())
        return { next: null, problem: 'This choice took too long; start again.' };
      const { principal } = await findPerson(ticket.identity, ticket.organization_id);
      return principal ? { principal, next: ticket.next } : { next: null, problem: nobody };
    },
  };
}
