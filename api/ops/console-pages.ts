/**
 * `/ops/print`, `/ops/overview`, `/ops/yard`, `/ops/shelves` and `/ops/integration`: our own pages (console/) behind the
 * ops login. Their data requests go to the API on behalf of the person who logged in; the browser never holds the token.
 * Their static files, `/ops/console`, are public.
 */
import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { OpsLogin } from './login.ts';
import type { SidePage } from '../http/exchange.ts';

interface ConsolePage {
  path: string;
  file: string;
  permission: Permission;
  /** What the page may request, below /api or, beginning with /v1, there; nothing else of the API. */
  forwarded: readonly { method: string; path: RegExp }[];
}

const id = '[0-9a-f-]{36}';
const below = (method: string, path: string): { method: string; path: RegExp } => ({
  method,
  path: new RegExp(`^${path}$`),
});

const pages: readonly ConsolePage[] = [
  {
    path: '/ops/print',
    file: 'index.html',
    permission: 'wms.print.view',
    forwarded: [
      below('GET', '/wms/(print-jobs|print-devices|hubs|warehouses)'),
      below('GET', `/wms/print-jobs/${id}/preview`),
      below('PATCH', `/wms/(print-jobs|print-devices)/${id}`),
      below('POST', `/wms/print-jobs/${id}/(reprint|move)`),
      below('POST', `/wms/print-devices/${id}/backlog`),
      below('POST', '/wms/(print-jobs/cancel|hubs/enrollment-keys)'),
    ],
  },
  { path: '/ops/overview', file: 'overview.html', permission: 'ops.view', forwarded: [] },
  {
    path: '/ops/yard',
    file: 'yard.html',
    permission: 'yms.view',
    forwarded: [below('GET', '/v1/yms/yard-map'), below('GET', `/yms/dock-rules/${id}`)],
  },
  {
    path: '/ops/shelves',
    file: 'shelves.html',
    permission: 'wms.cycle_count.view',
    forwarded: [below('GET', '/wms/inventory')],
  },
  {
    path: '/ops/integration',
    file: 'integration.html',
    permission: 'integration.view',
    forwarded: [
      below('GET', '/integration/(events|runs|flows|connections|gap-searches|gap-orders|channel-pushes)'),
      below('GET', `/integration/(events|runs|flows)/${id}`),
      below('GET', `/integration/flows/${id}/versions`),
      below('POST', `/integration/events/${id}/replay`),
      below('POST', '/integration/(flows|gap-searches|product-mappings)'),
      below('PATCH', `/integration/(flows|channel-pushes|connections)/${id}`),
      below('POST', `/v1/oms/channels/connections/${id}/test`),
      below('POST', `/integration/flows/${id}/(publish|archive|dry-run)`),
      below('GET', `/tenancy/webhook-(endpoints|deliveries)(/${id})?`),
      below('POST', '/tenancy/webhook-endpoints'),
      below('PATCH', `/tenancy/webhook-endpoints/${id}`),
      below('POST', `/tenancy/webhook-endpoints/${id}/(rotate-secret|test|replay)`),
      below('POST', `/tenancy/webhook-deliveries/${id}/replay`),
      below('GET', '/wms/(warehouses|items)'),
      below('GET', `/oms/orders/${id}`),
    ],
  },
];

const assetsPath = '/ops/console/';
const built = new URL('../../console/', import.meta.url);

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function consolePages(login: OpsLogin): SidePage {
  const answer: SidePage['answer'] = async (ctx, next, exchange) => {
    if (ctx.path.startsWith(assetsPath)) return serveFile(ctx, ctx.path.slice(assetsPath.length));
    const page = pages.find(({ path }) => ctx.path === path || ctx.path.startsWith(`${path}/`));
    if (!page) return next();
    const rest = ctx.path.slice(page.path.length);
    const principal = await login.guard(ctx, page.permission);
    if (!principal) {
      // A polling page has to find out that it is logged out, and must not get the login form's HTML.
      if (rest.startsWith('/api/') && ctx.status === 302) ctx.status = 401;
      return;
    }
    if (rest === '' || rest === '/') return serveFile(ctx, page.file);
    const path = rest.slice('/api'.length);
    const isForwarded = page.forwarded.some(
      (allowed) => allowed.method === ctx.method && allowed.path.test(path),
    );
    if (!rest.startsWith('/api/') || !isForwarded) {
      ctx.status = 404;
      return;
    }
    exchange.principal = principal;
    ctx.req.headers['x-organization-id'] = principal.organization_id;
    ctx.path = path.startsWith('/v1/') ? path : `/api${path}`;
    exchange.isForwarded = true;
    return next();
  };
  return { under: ['/ops'], answer };
}

/** If the ops pages have their own port, it serves only what the pages forward to the API. */
export const nothingButForwarded: SidePage = {
  answer(_ctx, next, exchange) {
    if (exchange.isForwarded) return next();
    throw new Refusal('NOT_FOUND', 'There is nothing at this path.');
  },
};

async function serveFile(ctx: Context, name: string): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.status = 405;
    return;
  }
  const extension = /^[\w-]+(?:\/[\w-]+)?(\.\w+)$/.exec(name)?.[1] ?? '';
  const type = contentTypes[extension];
  const content = type ? await readFile(new URL(name, built)).catch(() => undefined) : undefined;
  if (!content) {
    ctx.status = 404;
    return;
  }
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  ctx.set('Content-Type', type!);
  ctx.body = content;
}
