/**
 * The reference's viewer as a reader uses it, in Chromium: Test Request and Send, for an operation of each surface. The
 * viewer is somebody else's program: what it shows and sends after an update is seen here.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Locator, Page, Request } from 'playwright-core';
import { startPlatform } from '../helpers/platform.ts';
import { inBrowser, openBrowser, picture } from '../printing/browser.ts';

const surfaces = {
  api: { path: '/api/wms/inbound-receipts', tag: 'receiving' },
  v1: { path: '/v1/wms/receipts', tag: 'v1-receiving' },
} as const;

/** Whatever the viewer does itself takes seconds on a busy machine: several megabytes of script. */
const patience = 180_000;

async function openReference(t: ExecutionContext, url: string): Promise<Page> {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  page.setDefaultTimeout(patience);
  await page.goto(`${url}/docs/reference`, { waitUntil: 'commit' });
  return page;
}

/** Found as a reader finds it: in the list beside the page. */
async function sectionOf(page: Page, tag: string, asked: string): Promise<Locator> {
  await page.locator(`a[href="#tag/${tag}"]`).click();
  await page.locator(`a[href="#tag/${tag}/GET${asked}"]`).click();
  return page.locator(`[id="api-1/tag/${tag}/GET${asked}"]`);
}

interface Sent {
  request: Request;
  status: number;
  /** The parameters that were ticked when the form opened. */
  ticked: string[];
}

async function send(page: Page, section: Locator, asked: string): Promise<Sent> {
  await section.getByRole('button', { name: /test request/i }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Query Parameters').waitFor();
  const boxes = await form.getByRole('checkbox', { checked: true }).all();
  const ticked = await Promise.all(boxes.map((box) => box.getAttribute('aria-label')));
  const [answer] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === asked),
    form.getByRole('button', { name: 'Send get request' }).click(),
  ]);
  await picture(page, `docs-reference-sent${asked.replaceAll('/', '-')}`);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  const names = ticked.map((label) => /^Include (.*) in request$/.exec(label ?? '')?.[1] ?? `${label}`);
  return { request: answer.request(), status: answer.status(), ticked: names };
}

inBrowser(test.serial)(
  'where the demo runs, Send answers on both surfaces with nothing filled in',
  async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reference-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    const demoFile = path.join(folder, 'demo.json');
    const { url, standard } = await startPlatform(t, { workers: false, api: { demoFile } });
    writeFileSync(
      demoFile,
      JSON.stringify({ organization_id: standard.id, access_token: standard.accessToken }),
    );
    const page = await openReference(t, url);
    for (const [surface, { path: asked, tag }] of Object.entries(surfaces)) {
      const section = await sectionOf(page, tag, asked);
      const snippet = (await section.locator('pre').first().textContent()) ?? '';
      t.true(snippet.includes(`${url}${asked}`), snippet);
      t.true(snippet.includes(standard.accessToken), snippet);
      t.is(snippet.includes(`x-organization-id: ${standard.id}`), surface === 'api', snippet);
      t.false(snippet.includes('?'), snippet);
      const { request, status, ticked } = await send(page, section, asked);
      t.is(status, 200, asked);
      t.is(request.url(), `${url}${asked}`);
      t.deepEqual(ticked, ['accept']);
    }
  },
);

inBrowser(test.serial)(
  'elsewhere the token and the organization are typed once, for every operation',
  async (t) => {
    const { url, threePl } = await startPlatform(t, { workers: false });
    const page = await openReference(t, url);
    const secrets = page.locator('input.scalar-password-input');
    await secrets.nth(0).fill(threePl.accessToken);
    await secrets.nth(1).fill(threePl.id);
    for (const { path: asked, tag } of Object.values(surfaces)) {
      const { request, status } = await send(page, await sectionOf(page, tag, asked), asked);
      t.is(status, 200, asked);
      t.is(request.headers()['authorization'], `Bearer ${threePl.accessToken}`);
    }
  },
);
