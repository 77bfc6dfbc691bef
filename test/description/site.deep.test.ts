/** The documentation as a reader meets it: every link works, nothing is fetched from other hosts, it fits a phone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import type { Page } from 'playwright-core';
import { documentationSite } from '../../api/docs/site.ts';
import type { Endpoint } from '../../api/http/endpoint.ts';
import { everyEndpoint } from '../http/endpoints.ts';
import { screens, seriousFaults } from '../integration/console-rig.ts';
import { inBrowser, openBrowser, overflows, picture } from '../printing/browser.ts';

/** Only the pages; just the reference needs the description of all endpoints, which takes a while to build. */
async function serve(
  t: ExecutionContext,
  demoFile?: string,
  endpoints: readonly Endpoint[] = [],
): Promise<string> {
  const app = new Koa();
  const site = documentationSite(endpoints, { demoFile });
  app.use((ctx, next) => site.answer(ctx, next));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a reader would have to push sideways to see all of it. */
function scrolling(page: Page): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1
      && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)).map((one) => one.outerHTML.slice(0, 80))`,
  );
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
  t.true(pages.size > 22, [...pages.keys()].join(' '));
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
    // Node's own client: fetch does not let a test set a page's headers.
    const load = (address: string, headers: Record<string, string> = {}): Promise<string> =>
      new Promise((resolve, reject) => {
        const sent = { 'sec-fetch-site': 'same-origin', ...headers };
        get(address, { headers: sent }, (answer) => {
          answer
            .setEncoding('utf8')
            .toArray()
            .then((parts) => resolve(parts.join('')), reject);
        }).on('error', reject);
      });
    const start = async (url: string, headers?: Record<string, string>): Promise<string> =>
      (await load(`${url}/docs/reference/start.js`, headers)) + (await load(`${url}/docs/demo.js`, headers));
    const url = await serve(t, file);
    const { port } = new URL(url);
    t.regex(await load(`${url}/docs/reference/start.js`), /wop_of_demo[\s\S]*org-of-demo/);
    t.regex(await load(`${url}/docs/demo.js`), /wop_of_demo[\s\S]*org-of-demo/);
    for (const host of [`localhost:${port}`, `[::1]:${port}`, '127.0.0.1'])
      t.regex(await start(url, { host }), /wop_of_demo/, host);
    t.notRegex(await start(await serve(t)), /wop_/);
    t.notRegex(await start(await serve(t, path.join(folder, 'gone.json'))), /wop_/);
    const strange: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '' },
      { host: 'platform.example' },
      { host: '127.0.0.1.platform.example' },
      { host: 'localhost@platform.example' },
      { host: `localhost.:${port}` },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-host': 'localhost' },
      { 'x-forwarded-proto': 'http' },
      { 'x-real-ip': '127.0.0.1' },
      { 'x-original-forwarded-for': '203.0.113.9' },
      { 'x-client-ip': '203.0.113.9' },
      { 'true-client-ip': '203.0.113.9' },
      { 'cf-connecting-ip': '203.0.113.9' },
      { 'cdn-loop': 'cloudflare' },
      { 'x-envoy-external-address': '203.0.113.9' },
    ];
    for (const headers of strange)
      t.notRegex(await start(url, headers), /wop_|org-of-demo/, JSON.stringify(headers));
  },
);

inBrowser(test.serial)(
  'the commands of a guide have the token and the organization of the demo filled in',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'demo.json');
    writeFileSync(file, JSON.stringify({ organization_id: 'org-of-demo', access_token: 'wop_of_demo' }));
    const page = await browser.newPage();
    const commands = async (url: string): Promise<string> => {
      await page.goto(`${url}/docs/guides/sign-in`);
      return String(await page.evaluate(`document.querySelector('main').textContent`));
    };
    const filled = await commands(await serve(t, file));
    t.true(filled.includes('Bearer wop_of_demo" -H "x-organization-id: org-of-demo"'));
    t.true(filled.includes("accessToken: 'wop_of_demo'"));
    const bare = await commands(await serve(t));
    t.true(bare.includes('Bearer $(demo access_token)'));
  },
);

inBrowser(test.serial)(
  'a page of elsewhere that loads the start of the reference gets no token of it',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'demo.json');
    writeFileSync(file, JSON.stringify({ organization_id: 'org-of-demo', access_token: 'wop_of_demo' }));
    const url = await serve(t, file);
    const thief = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end(
        `<script>window.Scalar = { createApiReference: (_, settings) => (window.taken = JSON.stringify(settings)) }</script>
       <script src="${url}/docs/reference/start.js"></script>`,
      );
    });
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
    t.teardown(() => thief.close());
    const { port } = thief.address() as AddressInfo;
    const page = await browser.newPage();
    for (const name of ['127.0.0.1', 'localhost']) {
      await page.goto(`http://${name}:${port}/`);
      t.notRegex(String(await page.evaluate('window.taken')), /wop_/, name);
    }
    // Our own page gets it, in the same browser.
    const [start] = await Promise.all([
      page.waitForResponse(/start\.js$/),
      page.goto(`${url}/docs/reference`, { waitUntil: 'commit' }),
    ]);
    t.regex(await start.text(), /wop_of_demo/);
  },
);

inBrowser(test.serial)(
  'the pages stand at every width, light and dark: no call to another host, no refused script, no serious fault of axe',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const url = await serve(t, undefined, everyEndpoint);
    const strangers: string[] = [];
    const complaints: string[] = [];
    for (const [size, screen] of Object.entries(screens)) {
      const context = await browser.newContext(screen);
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
      for (const address of [
        '/',
        '/docs',
        '/docs/guides/receive',
        '/docs/search?q=receipt',
        '/docs/errors',
        '/docs/states',
      ]) {
        await page.goto(url + address);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const where = `${address} at ${size}, ${colorScheme}`;
          t.false(await overflows(page), where);
          t.deepEqual(await seriousFaults(page), [], where);
          if (address === '/docs/states' && size === 'phone') t.deepEqual(await scrolling(page), [], where);
          await picture(page, `docs${address.replaceAll(/[^a-z]/g, '-')}-${size}-${colorScheme}`);
        }
      }
      // Several megabytes of script: on a busy machine they take time.
      await page.goto(`${url}/docs/reference`, { waitUntil: 'commit', timeout: 90_000 });
      await page.getByText('Receiving').first().waitFor({ state: 'attached', timeout: 90_000 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const where = `the reference at ${size}, ${colorScheme}`;
        t.false(await overflows(page), where);
        t.deepEqual(await seriousFaults(page), [], where);
        await picture(page, `docs-reference-${size}-${colorScheme}`);
      }
      await context.close();
    }
    t.deepEqual(strangers, []);
    t.deepEqual(
      complaints.filter((words) => !words.includes('favicon')),
      [],
    );
  },
);

inBrowser(test.serial)(
  'a command is shown in the language chosen once, and goes to where the page is',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const url = await serve(t, undefined, everyEndpoint);
    const page = await browser.newPage();
    await page.goto(`${url}/docs/guides/sign-in`);
    const code = (words: string) => page.locator('pre', { hasText: words }).first();
    t.true(await code(`BASE=${url}`).isVisible());
    t.false(await code('createClient').isVisible());
    await page.getByRole('tab', { name: 'TypeScript' }).first().click();
    t.true(await code(`const baseUrl = '${url}'`).isVisible());
    t.false(await code('BASE=').isVisible());
    await page.goto(`${url}/docs/guides/receive`);
    t.true(await code('await api.createReceipt({').isVisible());
    t.is(await page.getByRole('tab', { name: 'curl', selected: true }).count(), 0);
    t.deepEqual(await seriousFaults(page), []);
    await picture(page, 'docs-docs-guides-receive-typescript');
    await page.getByRole('tab', { name: 'TypeScript' }).first().focus();
    await page.keyboard.press('ArrowLeft');
    t.true(await page.getByRole('tab', { name: 'curl' }).first().isVisible());
    t.false(await code('await api.createReceipt({').isVisible());
    // Without scripts both are there, one under the other.
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${url}/docs/guides/receive`);
    t.is(await plain.locator('.tab').count(), await plain.locator('.tab pre:visible').count());
  },
);
