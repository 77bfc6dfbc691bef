import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { chromium } from 'playwright-core';
import { until } from '../../test/helpers/wait.ts';
import { hubRig, pairedClient, printerRig } from '../../test/hub/rig/hub-rig.ts';
import { executablePath, inBrowser } from '../../test/printing/browser.ts';

const chromiumFlags = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];
const helloLabel = new URL('../../../test/printing/labels/Example4-102x152.zpl', import.meta.url);

inBrowser(test)('the page works in a browser: pair, test print, preview, register', async (t) => {
  const rig = await hubRig(t);
  const { device_id, labels, printer } = await printerRig(t, rig.hub, 'Packing <b>3</b>');
  const client = await pairedClient(t, rig);
  await client.request('printer.print', { device_id, data: await readFile(helloLabel, 'utf8') });
  await client.event('print.job_completed');
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  t.teardown(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`http://127.0.0.1:${rig.port}/`)) foreign.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`http://127.0.0.1:${rig.port}/`);
  await page.getByRole('button', { name: 'New pairing code' }).click();
  const code = await page.locator('#pairing-code').textContent();
  t.is(code, rig.hub.pairing.current()?.code ?? null);
  t.true(await page.getByText('Packing <b>3</b>').first().isVisible(), 'names are text, not markup');
  await page.getByRole('button', { name: 'Test print' }).click();
  // The page shows an earlier job as done, too.
  await until('the test label is printed', () => labels.length === 2);
  await page.getByText('done').nth(1).waitFor();
  t.regex(labels[1] ?? '', /Test label/);
  printer.set('cover_open', true);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('cover open').waitFor();
  await page.getByText('A printer that is not found').click();
  await page.getByLabel('Address').fill('10.0.0.31');
  await page.getByLabel('Name').fill('Dock');
  await page.getByRole('button', { name: 'Add a printer by address' }).click();
  await page.getByText('10.0.0.31:9100').waitFor();
  for (const preview of await page.locator('img.label').all()) {
    await preview.scrollIntoViewIfNeeded();
    // Resolves once the picture is there and can be drawn, rejects if it is broken.
    await preview.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
  }
  // For a person to look at; the test itself inspects the page.
  const screenshot = join(tmpdir(), 'print-center', 'hub-page.png');
  await page.screenshot({ path: screenshot, fullPage: true });
  t.log(`screenshot ${screenshot}`);
  t.deepEqual(foreign, []);
  t.deepEqual(complaints, []);
});

test('posts without the page are refused', async (t) => {
  const { port, hub } = await hubRig(t);
  const base = `http://127.0.0.1:${port}`;
  const text = await (await fetch(`${base}/`)).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    fetch(`${base}/code`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) });
  t.is((await post({ origin: 'https://evil.example.com' }, { csrf })).status, 403);
  t.is((await post({}, { csrf })).status, 403);
  t.is((await post({ origin: base }, {})).status, 403);
  t.is((await post({ origin: base }, { csrf: 'x'.repeat(csrf.length) })).status, 403);
  t.is(hub.pairing.current(), null);
  t.is((await post({ origin: base }, { csrf })).status, 303);
  t.truthy(hub.pairing.current());
  t.is((await fetch(`${base}/control/code`, { method: 'POST' })).status, 403);
});

test('the page allows nothing foreign, no script and no frame', async (t) => {
  const { port } = await hubRig(t);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const policy = response.headers.get('content-security-policy') ?? '';
  t.true(policy.includes("default-src 'none'"));
  t.true(policy.includes("frame-ancestors 'none'"));
  t.false(policy.includes('script-src'));
  t.is(response.headers.get('access-control-allow-origin'), null);
  t.false(/<script|https?:\/\/(?!127)/.test(await response.text()));
});
