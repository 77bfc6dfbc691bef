/**
 * The access to the demo organization that `npm start` made on this machine: filled into the reference's fields and the
 * guides' commands, for a browser on this machine alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Context } from 'koa';

/** What guides and reference ask for; the file holds more. */
const names = ['access_token', 'organization_id', 'warehouse_id', 'customer_id', 'vendor_id'] as const;
type DemoAccess = Partial<Record<(typeof names)[number], string>>;

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

/** Undefined where no demo runs, and for whoever is not at this machine. */
export function demoFor(ctx: Context, file: string | undefined): DemoAccess | undefined {
  if (!file || !isAtHome(ctx) || !existsSync(file)) return undefined;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as DemoAccess;
  return Object.fromEntries(names.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])));
}

/** Neither another site's page nor a shared cache may get the answer. */
export function keptToUs(ctx: Context): void {
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Cache-Control', 'no-store');
}

/** The script that writes the demo's values where a guide's commands read them from its file. */
export function serveDemoWords(ctx: Context, file: string | undefined): void {
  const demo = demoFor(ctx, file) ?? {};
  const words = Object.entries(demo).flatMap(([name, value]) => [
    [`$(demo ${name})`, value],
    [`demo.${name}`, `'${value}'`],
  ]);
  ctx.type = 'application/javascript';
  keptToUs(ctx);
  ctx.body = `const words = ${JSON.stringify(words)};
for (const block of document.querySelectorAll('main pre code'))
  for (const text of block.childNodes)
    if (text.nodeType === Node.TEXT_NODE)
      text.data = words.reduce((data, [from, to]) => data.replaceAll(from, () => to), text.data);
`;
}
