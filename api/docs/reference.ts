/**
 * `/docs/reference`: Scalar's viewer over the API description, served from its package. It contacts no other hosts (no
 * fonts, no proxy, no telemetry), and the page's policy would refuse that anyway.
 */
import type { Context } from 'koa';
import { demoFor, keptToUs } from './demo-access.ts';

interface Route {
  url: string;
  handler(
    request: unknown,
    reply: { header(...header: string[]): unknown; send(text: string): string },
  ): unknown;
}

// The bytes are shared by all answers: of a text each reader who does not read would keep a copy.
let bundle: Promise<Buffer> | undefined;

// The package ships the bundle only inside a Fastify plugin, so the plugin is given a list to register its routes on.
async function readBundle(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const routes: Route[] = [];
  const list = { route: (route: Route) => routes.push(route), hasPlugin: () => false, log: console };
  const install = plugin as (
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
  const demo = demoFor(ctx, demoFile);
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
  keptToUs(ctx);
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
