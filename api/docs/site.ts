/** The front page, the documentation and the description: `/`, `/docs/...`, `/api/openapi.json`. */
import type { Context } from 'koa';
import { memoized } from '../../queues/memoized.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Next, SidePage } from '../http/exchange.ts';
import type { Json } from '../openapi/openapi-components.ts';
import { readExamples, withExamples } from '../openapi/examples.ts';
import { describeApi } from '../openapi/openapi.ts';
import { errorsPage } from './errors.ts';
import { frontPage, frontPageFacts } from './front-page.ts';
import { serveStylesheet, showPage } from './layout.ts';
import { readDocument, readGuides, renderMarkdown } from './markdown.ts';
import { serveStart, serveViewer, showReference } from './reference.ts';
import { statesPage } from './states.ts';
import { viewerDescription } from './viewer-description.ts';

export interface SiteSettings {
  /** Where `npm start` stores the demo's access; undefined where no demo runs. */
  demoFile?: string | undefined;
  /** Paths outside the list of endpoints, described by whoever serves them. */
  beside?: Record<string, Json>;
}

type Page = (ctx: Context) => void | Promise<void>;

export function documentationSite(endpoints: readonly Endpoint[], settings: SiteSettings = {}) {
  // Neither the description nor a page changes while the process runs, and most processes are never asked for them.
  const description = (): Json => withExamples(describeApi(endpoints, settings.beside), readExamples());
  const descriptions = {
    '/api/openapi.json': memoized(() => JSON.stringify(description())),
    '/docs/reference/description.json': memoized(() => JSON.stringify(viewerDescription(description()))),
  };
  const guides = readGuides();
  const page = (current: string, title: string, write: () => string): Page => {
    const body = memoized(write);
    return (ctx) => showPage(ctx, { title, current, body: body() });
  };
  const list = guides.map(({ name, title }) => `1. [${title}](/docs/guides/${name})`).join('\n');
  const pages = new Map<string, Page>([
    ['/', (ctx) => showFront(ctx, guides.length > 0)],
    [
      '/docs',
      page('/docs', 'Documentation', () => renderMarkdown(`${readDocument('welcome.md')}\n${list}\n`)),
    ],
    ['/docs/errors', page('/docs/errors', 'Errors', errorsPage)],
    ['/docs/states', page('/docs/states', 'States', statesPage)],
    [
      '/docs/changelog',
      page('/docs/changelog', 'Changelog', () => renderMarkdown(readDocument('changelog.md'))),
    ],
    ['/docs/style.css', serveStylesheet],
    ['/docs/reference', showReference],
    ['/docs/reference/viewer.js', serveViewer],
    ['/docs/reference/start.js', (ctx) => serveStart(ctx, settings.demoFile)],
    ...Object.entries(descriptions).map(([address, written]): [string, Page] => [
      address,
      (ctx) => {
        ctx.type = 'application/json';
        ctx.body = written();
      },
    ]),
    ...guides.map(({ name, title, text }): [string, Page] => [
      `/docs/guides/${name}`,
      page('/docs', title, () => renderMarkdown(text)),
    ]),
  ]);
  const answer = async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const found = pages.get(ctx.path === '/' ? '/' : ctx.path.replace(/\/$/, ''));
    await (found ? found(ctx) : next());
  };
  return { under: ['/', '/docs', '/api/openapi.json'], answer } satisfies SidePage;
}

/** A browser is redirected; a program gets JSON. */
function showFront(ctx: Context, hasGuides: boolean): void {
  ctx.vary('Accept');
  if (ctx.accepts('json', 'html') === 'html') {
    return showPage(ctx, { title: 'Warehouse platform', current: '/', body: frontPage(hasGuides) });
  }
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ ok: true, data: frontPageFacts });
}
