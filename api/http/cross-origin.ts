/** Browsers' rules for pages of other origins (CORS): the ones named may call the API with a token, others may not. */
import cors from '@koa/cors';
import type { Middleware } from 'koa';

const preflightSecondsMax = 600;

export function crossOrigin(origins: readonly string[]): Middleware {
  if (origins.length === 0) return (_, next) => next();
  const answer = cors({
    // An empty value sends no header, which is how a browser is told no.
    origin: (ctx) => (origins.includes(ctx.get('origin')) ? ctx.get('origin') : ''),
    allowMethods: 'GET,POST,PUT,PATCH,DELETE',
    allowHeaders: 'authorization,content-type,x-organization-id,idempotency-key,prefer,last-event-id',
    exposeHeaders: 'Location,Retry-After,X-Request-Id,Idempotent-Replayed,Content-Disposition',
    maxAge: preflightSecondsMax,
    // The token is a header the page sends itself: cookies of the ops pages stay at home.
    credentials: false,
  }) as Middleware;
  return (ctx, next) => (/^\/(api|v1)\//.test(ctx.path) ? answer(ctx, next) : next());
}
