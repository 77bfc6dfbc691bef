/**
 * `/ops/print`: the print center, a page of our own (console/) behind the ops login. Its data calls go to the tenant
 * API as the person who logged in: the browser never holds the token.
 */
import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusals.ts';
import type { OpsLogin } from './login.ts';
import type { SidePage } from '../http/exchange.ts';

const basePath = '/ops/print';
const built = new URL('../../console/', import.meta.url);

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// What the page may ask for, and nothing else of the API.
const forwarded: readonly { method: string; path: RegExp }[] = [
  { method: 'GET', path: /^\/wms\/(print-jobs|print-devices|hubs|warehouses)$/ },
  { method: 'GET', path: /^\/wms\/print-jobs\/[0-9a-f-]{36}\/preview$/ },
  { method: 'PATCH', path: /^\/wms\/(print-jobs|print-devices)\/[0-9a-f-]{36}$/ },
];

export function printCenter(login: OpsLogin): SidePage {
  return async (ctx, next, exchange) => {
    if (ctx.path !== basePath && !ctx.path.startsWith(`${basePath}/`)) return next();
    const rest = ctx.path.slice(basePath.length);
    const principal = await login.guard(ctx, 'wms.print.view');
    if (!principal) {
      // A page that polls must see that it is logged out, not the login form's HTML.
      if (rest.startsWith('/api/') && ctx.status === 302) ctx.status = 401;
      return;
    }
    if (!rest.startsWith('/api/')) return serveFile(ctx, rest);
    const path = rest.slice('/api'.length);
    if (!forwarded.some((allowed) => allowed.method === ctx.method && allowed.path.test(path))) {
      ctx.status = 404;
      return;
    }
    exchange.principal = principal;
    ctx.req.headers['x-organization-id'] = principal.organization_id;
    ctx.path = `/api${path}`;
    exchange.isForwarded = true;
    return next();
  };
}

/** On a port of the ops pages alone: of the API, only what the print center forwards is there. */
export const nothingButForwarded: SidePage = (_ctx, next, exchange) => {
  if (exchange.isForwarded) return next();
  throw new Refusal('NOT_FOUND', 'There is nothing at this path.');
};

async function serveFile(ctx: Context, rest: string): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.status = 405;
    return;
  }
  const name = rest === '' || rest === '/' ? 'index.html' : rest.slice(1);
  const extension = /^[\w-]+(?:\/[\w-]+)?(\.\w+)$/.exec(name)?.[1] ?? '';
  const type = contentTypes[extension];
  const content = type ? await readFile(new URL(name, built)).catch(() => undefined) : undefined;
  if (!content) {
    ctx.status = 404;
    return;
  }
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  );
  ctx.set('Content-Type', type!);
  ctx.body = content;
}
