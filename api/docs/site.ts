/** The front page, the documentation and the description: `/`, `/docs/...`, `/api/openapi.json`. */
import type { Context } from 'koa';
import { memoized } from '../../queues/memoized.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Next, SidePage } from '../http/exchange.ts';
import type { Json } from '../openapi/openapi-components.ts';
import { readExamples, withExamples } from '../openapi/examples.ts';
import { describeApi } from '../openapi/openapi.ts';
import { serveDemoWords } from './demo-access.ts';
import { errorsPage } from './errors.ts';
import { frontPage, frontPageFacts } from './front-page.ts';
import { operationsOf, withTabs } from './guide-tabs.ts';
import { serveStylesheet, showPage } from './layout.ts';
import { readDocument, renderMarkdown } from './markdown.ts';
import { servePageScript } from './page-script.ts';
import { serveStart, serveViewer, showReference } from './reference.ts';
import { searchPage, type Section } from './search.ts';
import { everySection } from './sections.ts';
import { besidePage, listForPrograms, readShelf, turnPage, type Shelf } from './shelf.ts';
import type { Operation } from './shell-to-typescript.ts';
import { statesPage } from './states.ts';
import { viewerDescription } from './viewer-description.ts';

export interface SiteSettings {
  /** Where `npm start` stores the demo's access; undefined where no demo runs. */
  demoFile?: string | undefined;
  /** Paths outside the list of endpoints, described by whoever serves them. */
  beside?: Record<string, Json>;
}

/** The address that stands in the written pages: that of a first start. */
const writtenAddress = 'http://127.0.0.1:3000';

type Page = (ctx: Context) => void | Promise<void>;

export function documentationSite(endpoints: readonly Endpoint[], settings: SiteSettings = {}) {
  // Neither the description nor a page changes while the process runs, and most processes are never asked for them.
  const description = (): Json => withExamples(describeApi(endpoints, settings.beside), readExamples());
  const descriptions = {
    '/api/openapi.json': () => JSON.stringify(description()),
    '/docs/reference/description.json': () => JSON.stringify(viewerDescription(description())),
  };
  const shelf = readShelf();
  const { guides, manuals } = shelf;
  const page = (current: string, title: string, write: () => string): Page => {
    const body = memoized(write);
    return (ctx) => showPage(ctx, { title, current, body: body(), aside: besidePage(shelf, current) });
  };
  const list = guides.map(({ address, title }) => `1. [${title}](${address})`).join('\n');
  const sections = memoized(() => everySection([...guides, ...manuals], description()));
  const operations = memoized(() => operationsOf(endpoints));
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
    ['/docs/search', (ctx) => showFound(ctx, sections)],
    ['/docs/style.css', serveStylesheet],
    ['/docs/page.js', servePageScript],
    ['/docs/demo.js', (ctx) => serveDemoWords(ctx, settings.demoFile)],
    ['/llms.txt', plain('text/plain', () => listForPrograms(shelf))],
    ...['errors', 'changelog'].map((name): [string, Page] => [
      `/docs/${name}.md`,
      plain('text/markdown', () => readDocument(`${name}.md`)),
    ]),
    ['/docs/reference', showReference],
    ['/docs/reference/viewer.js', serveViewer],
    ['/docs/reference/start.js', (ctx) => serveStart(ctx, settings.demoFile)],
    ...Object.entries(descriptions).map(([address, write]): [string, Page] => [
      address,
      plain('application/json', write),
    ]),
    ...writtenPages(shelf, operations, settings.demoFile !== undefined),
  ]);
  const answer = async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const found = pages.get(ctx.path === '/' ? '/' : ctx.path.replace(/\/$/, ''));
    await (found ? found(ctx) : next());
  };
  return { under: ['/', '/docs', '/llms.txt', '/api/openapi.json'], answer } satisfies SidePage;
}

/** As bytes that all answers share: of a text each reader who does not read would keep a copy. */
function plain(type: string, write: () => string): Page {
  const bytes = memoized(() => Buffer.from(write()));
  return (ctx) => {
    ctx.type = type;
    ctx.body = bytes();
  };
}

/** Guides and manuals, each as a page and as plain text; the commands of guides in both languages. */
function writtenPages(
  shelf: Shelf,
  operations: () => readonly Operation[],
  hasDemo: boolean,
): [string, Page][] {
  const { guides, manuals } = shelf;
  return [guides, manuals].flatMap((kind) =>
    kind.flatMap(({ address, title, text }): [string, Page][] => {
      const shown = memoized(() => (kind === guides ? withTabs(text, operations()) : text));
      const write = memoized(() => `${renderMarkdown(shown())}\n${turnPage(kind, address)}`);
      const aside = memoized(() => besidePage(shelf, address, text));
      const show: Page = (ctx) => {
        const fill = hasDemo && kind === guides ? '\n<script src="/docs/demo.js" defer></script>' : '';
        const body = atThisAddress(ctx, write()) + fill;
        showPage(ctx, { title, current: '/docs', body, aside: aside() });
      };
      return [
        [address, show],
        [`${address}.md`, plain('text/markdown', () => text)],
      ];
    }),
  );
}

function showFound(ctx: Context, sections: () => readonly Section[]): void {
  const asked = typeof ctx.query['q'] === 'string' ? ctx.query['q'].slice(0, 200) : '';
  showPage(ctx, { title: 'Search', current: '/docs/search', body: searchPage(sections(), asked) });
}

/** Commands are shown as the reader can send them: to the address that the page was asked at. */
function atThisAddress(ctx: Context, body: string): string {
  const { secure, host } = ctx;
  const here = `${secure ? 'https' : 'http'}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) ? body.replaceAll(writtenAddress, here) : body;
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
