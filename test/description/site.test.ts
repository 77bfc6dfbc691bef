/** The documentation as a reader meets it: every link leads somewhere, nothing is fetched from elsewhere, it fits a phone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { documentationSite } from '../../api/docs/site.ts';
import type { Endpoint } from '../../api/http/endpoint.ts';
import { everyEndpoint } from '../http/endpoints.ts';
import { noBrowser, openBrowser, overflows, picture } from '../printing/browser.ts';

/** The pages alone; only the reference needs the description of all endpoints, which takes a while to put together. */
async function serve(
  t: ExecutionContext,
  demoFile?: string,
  endpoints: readonly Endpoint[] = [],
): Promise<string> {
  const app = new Koa();
  app.use(documentationSite(endpoints, { demoFile }));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test.serial('the front page greets a browser with a page and a program with facts', async (t) => {
  const url = await serve(t);
  const page = await fetch(url, asBrowser);
  t.regex(page.headers.get('content-type')!, /^text\/html/);
  t.regex(page.headers.get('content-security-policy')!, /default-src 'none'/);
  t.false((await page.text()).includes('<script'));
  const facts = (await (await fetch(url)).json()) as { data: { description: string } };
  t.is(facts.data.description, '/api/openapi.json');
});

test.serial('every link of every page leads to a page, and every anchor to a place on it', async (t) => {
  const url = await serve(t);
  const pages = new Map<string, string>();
  const wanted = ['/', '/docs'];
  // Served by other parts of the platform.
  const elsewhere = /^\/(ops|healthz|readyz|api\/openapi\.json)/;
  for (const address of wanted) {
    const answer = await fetch(url + address, asBrowser);
    t.is(answer.status, 200, address);
    const text = await answer.text();
    pages.set(address, text);
    for (const [, target] of text.matchAll(/href="(\/[^"#]*)(?:#[^"]*)?"/g)) {
      if (!elsewhere.test(target!) && !wanted.includes(target!)) wanted.push(target!);
    }
  }
  t.true(pages.size > 12, [...pages.keys()].join(' '));
  for (const [address, text] of pages) {
    for (const [, target, anchor] of text.matchAll(/href="([^"#]*)#([^"]+)"/g)) {
      const page = pages.get(target || address);
      t.true(page?.includes(`id="${anchor}"`) ?? false, `${address}: ${target}#${anchor}`);
    }
  }
});

test.serial(
  'the demo access is in the reference only where a demo runs, and for this machine alone',
  async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'demo.json');
    writeFileSync(file, JSON.stringify({ organization_id: 'org-of-demo', access_token: 'wop_of_demo' }));
    const start = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(`${url}/docs/reference/start.js`, { headers })).text();
    const url = await serve(t, file);
    t.regex(await start(url), /wop_of_demo[\s\S]*org-of-demo/);
    t.notRegex(await start(await serve(t)), /wop_/);
    t.notRegex(await start(await serve(t, path.join(folder, 'gone.json'))), /wop_/);
    t.notRegex(await start(url, { 'x-forwarded-for': '203.0.113.9' }), /wop_/);
  },
);

test.serial(
  'the pages stand in a phone and a desk without a call to another host or a refused script',
  async (t) => {
    const browser = await openBrowser();
    if (!browser) return t.pass(noBrowser);
    t.teardown(() => browser.close());
    const url = await serve(t, undefined, everyEndpoint);
    const strangers: string[] = [];
    const complaints: string[] = [];
    for (const [size, width] of [
      ['phone', 390],
      ['desk', 1280],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      page.setDefaultTimeout(90_000);
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
          strangers.push(request.url());
      });
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (fault) => complaints.push(fault.message));
      for (const address of ['/', '/docs', '/docs/guides/receive', '/docs/errors', '/docs/states']) {
        await page.goto(url + address);
        await picture(page, `docs${address.replaceAll('/', '-')}-${size}`);
        t.false(await overflows(page), `${address} at ${size}`);
      }
      // Some megabytes of script: on a loaded machine they take their time.
      await page.goto(`${url}/docs/reference`, { waitUntil: 'commit', timeout: 90_000 });
      await page.getByText('Receiving').first().waitFor({ state: 'attached', timeout: 90_000 });
      await picture(page, `docs-reference-${size}`);
      t.false(await overflows(page), `the reference at ${size}`);
      await context.close();
    }
    t.deepEqual(strangers, []);
    t.deepEqual(
      complaints.filter((words) => !words.includes('favicon')),
      [],
    );
  },
);
