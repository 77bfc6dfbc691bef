/** The Koa application over a list of endpoints. A mount without a permission refuses to start. */
import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { Refusal } from '../../domain/refusals.ts';
import { createTokenLimiter } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { isClientAbort, toRefusal, writeError } from './errors.ts';
import type { HttpDeps } from './deps.ts';
import { handle, requestIdOf } from './pipeline.ts';
import { surfaceOf } from './surface.ts';

/** Routes beside the two surfaces: health, description, dashboards, hub link. */
export type ExtraMiddleware = Koa.Middleware;

export function createApp(
  parts: HttpDeps,
  endpoints: readonly Endpoint[],
  extras: readonly ExtraMiddleware[],
): Koa {
  for (const endpoint of endpoints) assertMountable(endpoint);
  parts.metrics.expect(endpoints.map(({ path }) => path));
  // Forwarding headers are believed where they are left: the first middleware takes away a stranger's.
  const app = new Koa({ proxy: true });
  app.on('error', (fault: unknown) => {
    // A client that goes is not a failure of ours, and what its parser says would bring its token into the log.
    if (!isClientAbort(fault)) parts.log.error({ err: fault }, 'a response failed');
  });
  app.use(requestLog(parts));
  for (const extra of extras) app.use(extra);
  app.use(routes(parts, endpoints));
  return app;
}

function assertMountable({ method, path, permission, summary }: Endpoint): void {
  const isOpen = typeof permission === 'object' && 'open' in permission;
  const isGuarded = isOpen ? permission.reason.length > 0 : permission !== undefined && permission.length > 0;
  if (!isGuarded || !summary)
    throw new Error(`${method} ${path} names no permission (or no summary), so it is not mounted.`);
}

function requestLog(parts: HttpDeps): Koa.Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    ctx.request.ip = parts.clientAddress(ctx.req);
    const requestId = requestIdOf(ctx);
    ctx.state['requestId'] = requestId;
    ctx.set({ 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
    if (!hasReadablePath(ctx)) {
      const refusal = new Refusal('MALFORMED_TARGET', 'The request names neither a path nor a URL with one.');
      return writeError(ctx, refusal, 'tenant', requestId);
    }
    try {
      await next();
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (refusal.status >= 500) parts.log.error({ err: thrown, request_id: requestId }, refusal.message);
      writeError(ctx, refusal, surfaceOf(ctx.path), requestId);
    }
    const milliseconds = performance.now() - started;
    const route = (ctx.state['route'] as string | undefined) ?? 'other';
    parts.metrics.observe(route, ctx.method, ctx.status, milliseconds / 1000);
    const facts = {
      request_id: requestId,
      organization_id: ctx.state['organizationId'] as unknown,
      command_id: ctx.state['commandId'] as unknown,
      method: ctx.method,
      route,
      status: ctx.status,
      ms: Math.round(milliseconds * 10) / 10,
    };
    if (ctx.status >= 500) parts.log.error(facts, 'request');
    else parts.log.debug(facts, 'request');
  };
}

// Everything below reads the path, and reading it throws for a target like `http://[`.
function hasReadablePath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string' && typeof ctx.querystring === 'string';
  } catch {
    return false;
  }
}

function routes(parts: HttpDeps, endpoints: readonly Endpoint[]): Koa.Middleware {
  const router = new Router({ strict: false, sensitive: true });
  const limit = createTokenLimiter();
  for (const endpoint of endpoints) {
    const run = handle(parts, endpoint, limit);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [endpoint.method], async (ctx: Context) => {
      ctx.state['route'] = endpoint.path;
      await run(ctx, decodedParams(ctx));
    });
  }
  const dispatch = router.routes();
  return async (ctx, next) => {
    const requestId = ctx.state['requestId'] as string;
    const matched = router.match(ctx.path, ctx.method);
    if (matched.route) return dispatch(ctx as never, next);
    const methods = [...new Set(matched.path.flatMap((layer) => layer.methods))];
    if (methods.length === 0) {
      return writeError(
        ctx,
        new Refusal('NOT_FOUND', 'There is nothing at this path.'),
        surfaceOf(ctx.path),
        requestId,
      );
    }
    ctx.set('Allow', methods.join(', '));
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      return;
    }
    const refusal = new Refusal(
      'METHOD_NOT_ALLOWED',
      `${ctx.method.slice(0, 20)} is not allowed here; allowed are ${methods.join(', ')}.`,
    );
    return writeError(ctx, refusal, surfaceOf(ctx.path), requestId);
  };
}

function decodedParams(ctx: Context): Record<string, string> {
  return { ...(ctx as unknown as { params: Record<string, string> }).params };
}
