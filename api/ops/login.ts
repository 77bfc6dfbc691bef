/**
 * The login in front of `/ops/...`: accepts an access token that may see at least one of its pages, and keeps it in an
 * encrypted cookie. `/ops` and the queues need ops.view, the print center wms.print.view, the integration console
 * integration.view, the yard yms.view, the shelves wms.cycle_count.view; each page checks its own.
 */
import type { Context } from 'koa';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { Permission } from '../../domain/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Authenticator } from '../http/authenticate.ts';
import { setRetryAfter } from '../http/errors.ts';
import type { SidePage } from '../http/exchange.ts';
import { countedAddress } from '../limits/client-address.ts';
import { rateLimited } from '../limits/quotas.ts';
import { RateBuckets } from '../limits/rate-buckets.ts';
import { readRawBody } from '../http/read-body.ts';
import { safeTarget, showChoices, showForm, showOnward } from './login-pages.ts';
import type { ProviderSignIn, SignedIn } from './provider-sign-in.ts';
import { sessionSecondsMax, type OpsSessions, type SessionHolder } from './session.ts';

const cookieName = 'ops_session';
const formBytesMax = 4 * 1024;
// Each step of it from one address: a login is written down twice, and of who comes back the provider is asked.
const loginsPerSecond = 5;
const loginSteps = ['/ops/login', '/ops/oidc/login', '/ops/oidc/callback', '/ops/oidc/choose'];
// Of one holder, however many sessions: a page asks for some lists at once.
const pagesPerSecond = 50;
const pages: readonly { path: string; permission: Permission }[] = [
  { path: '/ops', permission: 'ops.view' },
  { path: '/ops/print', permission: 'wms.print.view' },
  { path: '/ops/integration', permission: 'integration.view' },
  { path: '/ops/yard', permission: 'yms.view' },
  { path: '/ops/shelves', permission: 'wms.cycle_count.view' },
];

export interface OpsLogin {
  /** Serves /ops/login and /ops/logout. */
  pages: SidePage;
  /**
   * The logged-in principal, or undefined if a response was already sent (redirect to the login, 403, a foreign origin,
   * or 429).
   */
  guard(ctx: Context, permission: Permission): Promise<Principal | undefined>;
}

/** Who a request comes from: the holder of its session, which a cookie names, or of an access token. */
function sessionCookies(authenticator: Authenticator, sessions: OpsSessions) {
  const bearerOf = (ctx: Context, accessToken: string): Promise<Principal | undefined> =>
    authenticator.authenticate({ authorization: `Bearer ${accessToken}` }, ctx.ip).catch((fault: unknown) => {
      // Whoever cannot be looked up at this moment, or is limited or being moved, is not logged out.
      if (!(fault instanceof Refusal && fault.code === 'UNAUTHENTICATED')) throw fault;
      return undefined;
    });

  const holderOf = async (ctx: Context): Promise<Principal | undefined> => {
    const holder = await sessions.holderOf(ctx.cookies.get(cookieName) ?? '');
    if (!holder) return undefined;
    if ('token' in holder) return bearerOf(ctx, holder.token);
    return authenticator.member(holder.organization_id, holder.member_id);
  };

  const begin = async (ctx: Context, principal: Principal, holder: SessionHolder): Promise<void> => {
    ctx.cookies.set(cookieName, await sessions.begin(principal, holder), {
      httpOnly: true,
      // Behind TLS, ours or a trusted proxy's, a browser must never send it in clear.
      secure: ctx.secure,
      sameSite: 'strict',
      path: '/ops',
      maxAge: sessionSecondsMax * 1000,
      overwrite: true,
    });
  };
  return { bearerOf, holderOf, begin };
}

/** The first page that somebody may see. */
const homeOf = (principal: Principal | undefined) =>
  pages.find(({ permission }) => principal?.permissions.includes(permission));

async function readForm(ctx: Context): Promise<URLSearchParams> {
  return new URLSearchParams((await readRawBody(ctx.req, formBytesMax)).toString('utf8'));
}

export function opsLogin(
  authenticator: Authenticator,
  sessions: OpsSessions,
  signIn?: ProviderSignIn,
): OpsLogin {
  const { bearerOf, holderOf, begin } = sessionCookies(authenticator, sessions);

  const logins = new RateBuckets();

  const logIn = async (ctx: Context): Promise<void> => {
    if (!isSameOrigin(ctx)) return refuse(ctx, 'This form was sent from another site.');
    const form = await readForm(ctx);
    const accessToken = form.get('access_token')?.trim() ?? '';
    const principal = await bearerOf(ctx, accessToken);
    const home = homeOf(principal);
    if (!principal || !home) {
      ctx.status = 401;
      return showForm(
        ctx,
        'The token is unknown, expired, or lacks ops.view (what is stuck, the queues), wms.print.view (the print center), integration.view (the integration), yms.view (the yard) and wms.cycle_count.view (the shelves).',
        signIn,
      );
    }
    await begin(ctx, principal, { token: accessToken });
    ctx.redirect(safeTarget(form.get('next')) ?? home.path);
  };

  const choose = async (ctx: Context, provider: ProviderSignIn): Promise<void> => {
    if (!isSameOrigin(ctx)) return refuse(ctx, 'This form was sent from another site.');
    const form = await readForm(ctx);
    await signedIn(ctx, await provider.choose(form.get('ticket') ?? ''));
  };

  /**
   * Back from the provider: opens the member's session, lets the person choose an organization, or shows the form with
   * the reason.
   */
  const signedIn = async (ctx: Context, { principal, next, problem, choices }: SignedIn): Promise<void> => {
    if (choices) return showChoices(ctx, choices);
    const home = homeOf(principal);
    if (!principal || !home) {
      ctx.status = 401;
      return showForm(ctx, problem ?? 'Your roles do not give access to any of these pages.', signIn);
    }
    const { organization_id, member_id } = principal;
    await begin(ctx, principal, { organization_id, member_id: member_id! });
    showOnward(ctx, safeTarget(next) ?? home.path);
  };

  const logOut = async (ctx: Context): Promise<void> => {
    await sessions.end(ctx.cookies.get(cookieName) ?? '');
    ctx.cookies.set(cookieName, '', { path: '/ops', maxAge: 0 });
    ctx.redirect('/ops/login');
  };

  return {
    pages: {
      under: ['/ops'],
      answer: async (ctx, next) => {
        const isPost = ctx.method === 'POST';
        if (ctx.path === '/ops/') return ctx.redirect('/ops');
        const isStep = loginSteps.includes(ctx.path) && (isPost || ctx.path !== '/ops/login');
        const waitMs = isStep ? logins.take(`${countedAddress(ctx.ip)} ${ctx.path}`, loginsPerSecond) : 0;
        if (waitMs > 0) return refuseForNow(ctx, waitMs);
        if (ctx.path === '/ops/logout' && isPost && isSameOrigin(ctx)) return logOut(ctx);
        if (ctx.path === '/ops/login') return isPost ? logIn(ctx) : showForm(ctx, '', signIn);
        if (signIn && ctx.path === '/ops/oidc/login')
          return signIn.begin(ctx, safeTarget(textOf(ctx.query['next'])) ?? '');
        if (signIn && ctx.path === '/ops/oidc/callback') return signedIn(ctx, await signIn.finish(ctx));
        if (signIn && ctx.path === '/ops/oidc/choose' && isPost) return choose(ctx, signIn);
        return next();
      },
    },
    guard: guardWith(holderOf, (ctx) => sessions.whose(ctx.cookies.get(cookieName) ?? '')),
  };
}

/** Lets a holder in who has the permission, from a page of ours. Answers 429 to one who asks too often. */
function guardWith(
  holderOf: (ctx: Context) => Promise<Principal | undefined>,
  whose: (ctx: Context) => string | undefined,
): OpsLogin['guard'] {
  const asked = new RateBuckets();
  return async (ctx, permission) => {
    const holder = whose(ctx);
    const waitMs = holder === undefined ? 0 : asked.take(holder, pagesPerSecond);
    if (waitMs > 0) return refuseForNow(ctx, waitMs);
    const principal = await holderOf(ctx);
    if (!principal) {
      ctx.redirect(`/ops/login?next=${encodeURIComponent(ctx.path)}`);
      return undefined;
    }
    if (!principal.permissions.includes(permission)) {
      refuse(ctx, `This needs the permission ${permission}.`);
      return undefined;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && !isSameOrigin(ctx)) {
      refuse(ctx, 'This request was sent from another site.');
      return undefined;
    }
    return principal;
  };
}

// SameSite=Strict keeps other sites from using the cookie, but not other hosts of this site: the origin that the
// browser reports for the form must be ours. A browser that hides it ("null") is not on a page of ours.
function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false;
  const origin = ctx.get('origin');
  return origin === '' || originHost(origin) === ctx.host;
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function refuse(ctx: Context, sentence: string, status = 403): void {
  ctx.status = status;
  ctx.type = 'text/plain';
  ctx.body = sentence;
}

function refuseForNow(ctx: Context, waitMs: number): undefined {
  const refusal = rateLimited(waitMs);
  refuse(ctx, refusal.message, 429);
  setRetryAfter(ctx, refusal);
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
