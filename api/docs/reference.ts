/**
 * `/docs/reference`: Scalar's viewer over the API description, served from its package. It contacts no other hosts (no
 * fonts, no proxy, no telemetry), and the page's policy would refuse that anyway.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Context } from 'koa';

interface Route {
  url: string;
  handler(
    request: unknown,
    reply: { header(...header: string[]): unknown; send(text: string): string },
  ): unknown;
}

/** The demo organization that `npm start` created on this machine, to prefill the viewer's form fields. */
interface DemoAccess {
  organization_id: string;
  access_token: string;
}

// The bytes are shared by all answers: of a text each reader who does not read would keep a copy.
let bundle: Promise<Buffer> | undefined;

// The package ships the bundle only inside a Fastify plugin, so the plugin is given a list to register its routes on.
async function readBundle(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const routes: Route[] = [];
  const list = { route: (route: Route) => routes.push(route), hasPlugin: () => false, log: console };
  const install = plugin as unknown as (
    host: typeof list,
    options: { routePrefix: string; configuration: { url: string } },
    done: () => void,
  ) => void;
  install(list, { routePrefix: '/', configuration: { url: '/api/openapi.json' } }, () => {});
  const script = routes.find(({ url }) => url.endsWith('.js'));
  if (!script) throw new Error('@scalar/fastify-api-reference brings no script any more.');
  const reply = { header: () => reply, send: (text: string) => text };
  return Buffer.from(script.handler(undefined, reply) as string);
}

export async function serveViewer(ctx: Context): Promise<void> {
  ctx.type = 'application/javascript';
  ctx.set('Cache-Control', 'max-age=3600');
  ctx.body = await (bundle ??= readBundle());
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>API reference</title>
<style>
body { margin: 0; --scalar-custom-header-height: 42px; }
#back { position: sticky; top: 0; z-index: 100; box-sizing: border-box; height: 42px; padding: 0 1rem; display: flex; align-items: center;
  gap: 1rem; overflow: hidden; white-space: nowrap; font: 15px system-ui, sans-serif; background: #fff; border-bottom: 1px solid #d9dee5; }
#back a { color: #14508c; text-decoration: none; }
#back a:hover { text-decoration: underline; }
body.dark-mode #back { background: #14181f; border-color: #313a46; }
body.dark-mode #back a { color: #8fc1f5; }
</style>
</head>
<body>
<nav id="back" aria-label="Documentation"><strong><a href="/">Warehouse platform</a></strong><a href="/docs">Guides</a><a href="/docs/errors">Errors</a><a href="/docs/states">States</a></nav>
<div id="reference"></div>
<script src="/docs/reference/viewer.js"></script>
<script src="/docs/reference/start.js"></script>
</body>
</html>
`;

export function showReference(ctx: Context): void {
  ctx.type = 'html';
  // The viewer writes its styles into the page; scripts and requests are limited to this host.
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'",
  );
  ctx.body = page;
}

// The viewer's own grays for secondary text and its method colors have too little contrast on its own backgrounds.
const contrast = `
.light-mode { --scalar-color-2: #474747; --scalar-color-3: #595959; --scalar-color-green: #0b6b3a; --scalar-color-blue: #0b5cad;
  --scalar-color-orange: #8f4700; --scalar-color-red: #b3261e; --scalar-color-purple: #5b3cc4; --scalar-color-yellow: #755600; }
.dark-mode { --scalar-color-2: #d0d0d0; --scalar-color-3: #b4b4b4; --scalar-color-red: #ff9a91; }`;

/** The script that starts the viewer. It contains the demo's token only for a browser on this machine. */
export function serveStart(ctx: Context, demoFile: string | undefined): void {
  const demo = isAtHome(ctx) ? readDemo(demoFile) : undefined;
  const configuration = {
    url: '/docs/reference/description.json',
    withDefaultFonts: false,
    customCss: contrast,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'none',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    persistAuth: false,
    authentication: demo
      ? {
          securitySchemes: {
            bearer: { token: demo.access_token },
            organization: { value: demo.organization_id },
          },
        }
      : {},
  };
  ctx.type = 'application/javascript';
  // Neither another site's page nor a shared cache may get it.
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});
// What the viewer leaves out for those who speak to a page or walk it by its keys: a button is called what stands on it,
// a field has a name, and a list that scrolls can be reached.
const mend = () => {
  for (const button of document.querySelectorAll('button.show-more[aria-label^="Show all"]'))
    button.setAttribute('aria-label', button.innerText.trim() + ': ' + button.getAttribute('aria-label'));
  for (const field of document.querySelectorAll('[role="combobox"][data-placeholder="api-key"]:not([aria-expanded])')) {
    field.setAttribute('aria-label', 'Name of the header');
    field.setAttribute('aria-expanded', 'false');
  }
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0;
};
new MutationObserver(mend).observe(document.querySelector('#reference'), { childList: true, subtree: true });
`;
}

/** Headers added by a proxy, a tunnel or a CDN: requests that carry them come from elsewhere. */
const forwarding =
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip|fastly-client-ip|x-(?:forwarded|real-ip|client-ip|cluster-client-ip|original|envoy|amzn|azure|cloud|appengine|tunnel)|cf-)/;

/**
 * Only for our own page on this machine. The browser says where a request comes from (Sec-Fetch-Site); without this
 * check, a page on another site could load this script and read the token from it. The host name is checked as well,
 * because an attacker can point a domain of their own at this address.
 */
function isAtHome(ctx: Context): boolean {
  const isForwarded = Object.keys(ctx.headers).some((header) => forwarding.test(header));
  const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ctx.req.socket.remoteAddress ?? '');
  const host = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/.test(ctx.req.headers.host ?? '');
  const isOwnPage = ctx.get('sec-fetch-site') === 'same-origin';
  return isLoopback && host && !isForwarded && isOwnPage;
}

function readDemo(file: string | undefined): DemoAccess | undefined {
  if (!file || !existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as DemoAccess;
}
