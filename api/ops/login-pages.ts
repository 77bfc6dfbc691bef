/** The pages of signing in: the form, the choice of an organization, and the way on from the provider. */
import type { Context } from 'koa';
import { secretStart } from '../../domain/tenancy/named-secret.ts';
import { escapeHtml } from '../docs/escape-html.ts';
import type { ProviderSignIn, SignedIn } from './provider-sign-in.ts';

// Only a path of our own: otherwise the login could be used to redirect people to any site.
export function safeTarget(next: string | null): string | undefined {
  return next && /^\/ops(\/[\w/-]*)?$/.test(next) ? next : undefined;
}

/**
 * An intermediate page of our own between the provider and the ops pages: a SameSite=Strict cookie is not sent on a
 * navigation that began at another site.
 */
export function showOnward(ctx: Context, target: string): void {
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', "default-src 'none'");
  ctx.body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${target}"><title>Signed in</title></head><body><a href="${target}">Continue</a></body></html>`;
}

export function showChoices(ctx: Context, choices: NonNullable<SignedIn['choices']>): void {
  const buttons = choices.map(
    ({ organization, ticket }) =>
      `<button name="ticket" value="${ticket}">${escapeHtml(organization)}</button>`,
  );
  showPage(
    ctx,
    `<form method="post" action="/ops/oidc/choose">
  <h1>Operations</h1>
  <span>You are a member of several organizations. Go on with</span>
  ${buttons.join('\n  ')}
</form>`,
  );
}

/** Where somebody finds a token who has none at hand. */
const whereFrom = `<details>
    <summary>Which token, and where from?</summary>
    <p>One that begins with <code>${secretStart('wp')}</code>: whoever manages members makes it (<code>POST /api/tenancy/tokens</code>), and it is
    shown once. What it may decides what is here: <code>integration.view</code> opens the integration, <code>wms.print.view</code>
    the print center, <code>yms.view</code> the yard, <code>wms.cycle_count.view</code> the shelves, <code>ops.view</code> what is
    stuck, and the queues.</p>
    <p>On the machine that runs the platform, <code>npm run admin -- create-token</code> makes one with <code>ops.view</code>; the
    demo's is in <code>.data/demo.json</code>.</p>
  </details>`;

export function showForm(ctx: Context, problem = '', signIn?: ProviderSignIn): void {
  const next = safeTarget(new URLSearchParams(ctx.querystring).get('next')) ?? '';
  showPage(
    ctx,
    `<form method="post" action="/ops/login">
  <h1>Operations</h1>
  <label for="t">Access token</label>
  <input id="t" name="access_token" type="password" autocomplete="off" required autofocus>
  <input type="hidden" name="next" value="${next}">
  <button>Log in</button>
  <p role="alert">${problem}</p>
  ${signIn ? `<a href="/ops/oidc/login?next=${encodeURIComponent(next)}">Sign in with ${signIn.name}</a>` : ''}
  ${whereFrom}
</form>`,
  );
}

function showPage(ctx: Context, form: string): void {
  ctx.type = 'html';
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Operations</title>
<style>
  :root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --ground: #f5f6f8; --quiet: #5a6675; --link: #14508c; --on-link: #fff; --bad: #a02020; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e4e8ee; --paper: #1d232c; --ground: #14181f; --quiet: #9aa5b4; --link: #8fc1f5; --on-link: #14181f; --bad: #ff9a91; }
  }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; box-sizing: border-box; display: grid; place-items: center; min-height: 100vh; background: var(--ground); color: var(--ink); }
  form { background: var(--paper); padding: clamp(1rem, 5vw, 2rem); border-radius: 12px; box-shadow: 0 2px 12px #0002; width: min(28rem, 100%); box-sizing: border-box; }
  h1 { margin: 0 0 .5rem; }
  input, button { font: inherit; width: 100%; padding: .7rem; box-sizing: border-box; margin-top: .5rem; border-radius: 8px; }
  input { border: 1px solid var(--quiet); color: inherit; background: var(--ground); }
  button { background: var(--link); color: var(--on-link); border: 0; cursor: pointer; }
  a { color: var(--link); display: inline-block; padding: .6rem 0; }
  p[role=alert] { color: var(--bad); min-height: 1.2em; margin: .6rem 0; }
  details { color: var(--quiet); font-size: .93rem; overflow-wrap: anywhere; }
  summary { cursor: pointer; padding: .5rem 0; }
  code { font: .92em ui-monospace, monospace; color: var(--ink); }
</style>
</head>
<body>
${form}
</body>
</html>
`;
}
