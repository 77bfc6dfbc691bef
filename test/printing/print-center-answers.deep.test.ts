/** What the print center makes of answers that come late, say no, or say that there is more. */
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { inBrowser, logIn, openBrowser } from './browser.ts';

let platform: Platform & { stop(): Promise<void> };
let browser: Browser;
test.before(async () => {
  browser = await openBrowser();
  platform = await joinPlatform();
});
test.after.always(async () => {
  await browser?.close();
  await platform.stop();
});

const open = (t: Parameters<typeof logIn>[0]): Promise<Page> =>
  logIn(t, browser, platform.url, platform.client.accessToken, {});
const said = (page: Page, words: string) => page.locator('#toast').getByText(words).waitFor();

inBrowser(test.serial)('all that are cancelled at once are counted as the question is asked', async (t) => {
  const { client, standard } = platform;
  const zpl_content = '^XA^FO40,40^A0N,60^FDHello^FS^XZ';
  for (const warehouse_id of [standard.warehouseId, standard.warehouseId, null, null, null])
    t.is(
      (await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content, warehouse_id })).status,
      201,
    );
  const page = await open(t);
  await page.locator('#warehouse').selectOption(standard.warehouseId);
  await page.getByRole('button', { name: 'Cancel all 2' }).waitFor();
  // The list of the next filter is still under way.
  await page.route(/print-jobs\?.*page_size=50/, () => {});
  await page.locator('#warehouse').selectOption('');
  await page.getByRole('button', { name: 'Cancel all 2' }).click();
  await page.getByText('Cancel all 5 labels waiting?').waitFor();
  await page.getByRole('button', { name: 'Yes, cancel 5 labels' }).click();
  await said(page, '5 labels cancelled.');
  const waiting = await client.get('/api/wms/print-jobs?status=queued');
  t.is(waiting.body.meta.total, 0);
});

inBrowser(test.serial)(
  'printers are asked no sooner than the page looks again, while the answer is no',
  async (t) => {
    const page = await open(t);
    await page.locator('#live.on').waitFor();
    const asked = { printers: 0, looks: 0 };
    await page.route('**/print-devices?*', (route) => {
      asked.printers += 1;
      return route.fulfill({ status: 429, json: { ok: false, error: { message: 'Too many requests.' } } });
    });
    page.on('request', (request) => {
      if (/print-jobs\?.*page_size=50/.test(request.url())) asked.looks += 1;
    });
    await page.locator('#lost').getByText('Too many requests.').waitFor();
    await until('it has looked three times', () => asked.looks >= 3);
    // Each look asks once, and beside it the printers are asked as often.
    t.true(asked.printers <= 2 * asked.looks + 2, `${asked.printers} in ${asked.looks} looks`);
  },
);

inBrowser(test.serial)('a backlog that is too long for one go is not told as decided', async (t) => {
  const page = await open(t);
  const now = new Date().toISOString();
  const device = {
    id: platform.standard.id,
    name: 'Dock 1',
    model: null,
    connection: 'tcp',
    address: '10.0.0.32:9100',
    is_default_label_printer: false,
    status: 'ready',
    last_seen_at: now,
    hub_name: 'desk',
    warehouse_id: null,
    warehouse_name: null,
    takes: ['zpl'],
    online: true,
    backlog: { labels: 9, old_labels: 5, oldest_queued_at: now, asked_at: now },
  };
  const meta = { total: 1, page: 1, page_size: 200 };
  await page.route('**/print-devices?*', (route) =>
    route.fulfill({ json: { ok: true, data: [device], meta } }),
  );
  const data = { is_decided: false, cancelled: 10, remaining: 1 };
  await page.route('**/backlog', (route) => route.fulfill({ json: { ok: true, data } }));
  await page.getByRole('button', { name: 'Cancel the 5 older' }).click();
  await page.getByRole('button', { name: /^Yes, cancel/ }).click();
  // After a hundred turns.
  const words = page.locator('#toast').getByText('labels cancelled; there are more, so choose again.');
  await words.waitFor({ timeout: 300_000 });
  t.pass();
});
