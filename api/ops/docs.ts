/** `/api/openapi.json` and `/docs`, which shows it without fetching anything from outside. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { Middleware } from 'koa';
import type { Endpoint } from '../http/endpoint.ts';
import { describeApi } from '../http/description/openapi.ts';

const viewer = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API description</title>
<script type="module" src="/docs/rapidoc-min.js"></script>
</head>
<body>
<rapi-doc spec-url="/api/openapi.json" render-style="focused" show-header="false" load-fonts="false"
  allow-server-selection="false" theme="light" schema-style="table"></rapi-doc>
</body>
</html>
`;

export function docsPages(endpoints: readonly Endpoint[]): Middleware {
  // The description never changes while the process lives.
  const description = JSON.stringify(describeApi(endpoints));
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/api/openapi.json') {
      ctx.type = 'application/json';
      ctx.body = description;
    } else if (ctx.path === '/docs' || ctx.path === '/docs/') {
      ctx.type = 'html';
      ctx.set(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
      );
      ctx.body = page;
    } else if (ctx.path === '/docs/rapidoc-min.js') {
      ctx.type = 'application/javascript';
      ctx.set('Cache-Control', 'max-age=3600');
      ctx.body = createReadStream(viewer);
    } else {
      await next();
    }
  };
}
