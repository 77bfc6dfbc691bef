/** A label comes out as often as a person asked: a nervous finger, or an answer that never came, is no second time. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { inBrowser, logIn, openBrowser } from './browser.ts';
import { desk, post } from './desk.ts';

let platform: Platform & { stop(): Promise<void> };
let browser: Browser;
test.before(async () => {
  platform = await joinPlatform();
  browser = await openBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await platform.stop();
});

/** A label that has been printed, in the list of those, and the button that prints it again. */
async function printed(t: Parameters<typeof logIn>[0]) {
  const { device, link } = await desk(platform, t);
  const id = await post(platform, device, { label_kind: 'pallet' });
  const claimId = randomUUID();
  await link.claim(id, claimId);
  await link.result(id, claimId);
  const page = await logIn(t, browser, platform.url, platform.client.accessToken, {});
  await page.getByRole('button', { name: /^Done/ }).click();
  const again = page.getByRole('button', { name: `Print again Pallet label #${id.slice(-8)}` });
  await again.waitFor();
  const reprints = async (): Promise<number> => {
    const { body } = await platform.client.get(`/api/wms/print-jobs?page_size=200`);
    return body.data.filter((job: { reprint_of: string | null }) => job.reprint_of === id).length;
  };
  return { page, again, reprints };
}

const said = (page: Page, words: string) => page.locator('#toast').getByText(words).waitFor();

inBrowser(test)('a double click prints a label again once', async (t) => {
  const { page, again, reprints } = await printed(t);
  await again.dblclick();
  await said(page, 'The pallet label is queued again.');
  await until('both clicks have been answered', async () => (await reprints()) >= 1);
  t.is(await reprints(), 1);
  // A click later on is a second time.
  await until('the second time is asked for', async () => {
    await again.click();
    return (await reprints()) === 2;
  });
});

inBrowser(test)('a click that got no answer, and the next one, print a label again once', async (t) => {
  const { page, again, reprints } = await printed(t);
  await page.route('**/reprint', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await again.click();
  await said(page, 'The platform does not answer.');
  t.is(await reprints(), 1);
  await page.unroute('**/reprint');
  const answers: unknown[] = [];
  page.on('requestfinished', (request) => request.url().endsWith('/reprint') && answers.push(request));
  await until('it was asked for again', async () => {
    await again.click();
    return answers.length === 1;
  });
  await said(page, 'The pallet label is queued again.');
  t.is(await reprints(), 1);
});

inBrowser(test)('what failed for good is asked for anew by the next click', async (t) => {
  const { page, again, reprints } = await printed(t);
  await page.route(
    '**/reprint',
    (route) => {
      const error = { code: 'COMMAND_FAILED', message: 'It failed for good.' };
      return route.fulfill({ status: 500, json: { ok: false, error } });
    },
    { times: 1 },
  );
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/reprint')) keys.add(request.headers()['idempotency-key']);
  });
  await again.click();
  await said(page, 'It failed for good.');
  await until('it was asked for again', async () => {
    await again.click();
    return (await reprints()) === 1;
  });
  t.is(keys.size, 2);
});
