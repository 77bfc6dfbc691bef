/** CORS: pages of the named origins may call the API with a token, others may not. */
import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import type { Next, SidePage } from './exchange.ts';

const preflightSecondsMax = 600;

/** Without origins no path is looked at, and no header is sent. */
export function crossOrigin(origins: readonly string[]) {
  const answer = cors({
    // An empty value sends no header, and without the header the browser blocks the call.
    origin: (ctx) => (origins.includes(ctx.get('origin')) ? ctx.get('origin') : ''),
    allowMethods: 'GET,POST,PUT,PATCH,DELETE',
    allowHeaders: 'authorization,content-type,x-organization-id,idempotency-key,prefer,last-event-id',
    exposeHeaders:
      'Location,Link,Retry-After,RateLimit,RateLimit-Policy,Deprecation,Sunset,X-As-Of,X-Request-Id,Idempotent-Replayed,Content-Disposition',
    maxAge: preflightSecondsMax,
    // The page sends the token in a header itself; cookies of the ops pages are not sent.
    credentials: false,
  }) as Middleware;
  return {
    under: origins.length > 0 ? ['/api', '/v1'] : [],
    answer: (ctx: Context, next: Next): Promise<void> => answer(ctx, async () => next()),
  } satisfies SidePage;
}
