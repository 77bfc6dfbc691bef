/** An answer that comes late, or says that the outcome comes later: it takes nothing away from who has gone on. */
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { inBrowser, openBrowser } from '../printing/browser.ts';
import { openPages, screens } from './console-rig.ts';
import { anotherOrder, connect, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let browser: Browser;
let eventId: string;
// Its own: a flow of another file that has a secret would want this store's webhooks signed.
const domain = 'late.example.test';
test.before(async () => {
  browser = await openBrowser();
  platform = await joinPlatform();
  await connect(platform.client, { store_domain: domain });
  const body = anotherOrder('820982911946250301', '5301');
  eventId = (await send(platform.url, { body, domain, signature: null })).body.data.event_id;
  await settledEvent(platform.client, eventId);
});
test.after.always(async () => {
  await browser?.close();
  await platform?.stop();
});

const tab = (page: Page, name: string) => page.locator('#tabs').getByRole('button', { name, exact: true });
const said = (page: Page, words: string) => page.locator('#toast', { hasText: words }).waitFor();

async function draft(name: string): Promise<string> {
  const trigger = { type: 'webhook', connector: 'storefront' };
  const fields = { name, trigger, steps: [{ action: 'create_order' }] };
  return (await platform.client.post('/api/integration/flows', fields)).body.data.id;
}

/** Holds what is asked for at an address; returns what lets it go, once it has arrived. */
async function held(page: Page, url: RegExp): Promise<() => Promise<void>> {
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(url, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    const answer = page.waitForResponse(url);
    letGo();
    await (await answer).finished();
  };
}

inBrowser(test)('the form of a flow that comes late is not put over another page', async (t) => {
  const id = await draft('Late');
  const page = await openPages(t, browser, platform, screens.desk);
  await tab(page, 'Flows').click();
  const release = await held(page, new RegExp(`/flows/${id}$`));
  await page.locator('.jobs > li', { hasText: 'Late' }).locator('.open').click();
  await page.getByText('Loading...').waitFor();
  await tab(page, 'Runs').click();
  await page.getByText('No flow has run yet.').waitFor();
  const versions = page.waitForResponse(/\/versions$/);
  await release();
  await (await versions).finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  t.is(await page.locator('#view form').count(), 0);
  t.is(await page.locator('#list-title').innerText(), 'Runs of flows');
});

inBrowser(test)('a form that could not be read is read again by itself', async (t) => {
  const id = await draft('Not at once');
  const page = await openPages(t, browser, platform, screens.desk);
  await page.route(new RegExp(`/flows/${id}$`), (route) => route.abort(), { times: 1 });
  await page.goto(`${platform.url}/ops/integration?page=flow&id=${id}`);
  await page.locator('#lost').getByText('No connection to the platform.').waitFor();
  await page.getByLabel('Name').waitFor();
  t.is(await page.getByLabel('Name').inputValue(), 'Not at once');
  await page.locator('#lost').waitFor({ state: 'hidden' });
});

inBrowser(test)('what was opened before does not take a secret away that is shown once', async (t) => {
  const page = await openPages(t, browser, platform, screens.desk);
  const release = await held(page, new RegExp(`/events/${eventId}$`));
  await page.locator('.jobs > li', { hasText: '820982911946250301' }).locator('.open').click();
  await tab(page, 'Endpoints').click();
  await page.getByRole('button', { name: 'New endpoint' }).click();
  await page.getByLabel('Address (https)').fill('https://receiver.example.com/hooks');
  await page.locator('#sheet').getByRole('button', { name: 'Add it' }).click();
  const secret = page.locator('#sheet .secret');
  await secret.waitFor();
  await release();
  t.regex(await secret.innerText(), /^whsec_/);
});

inBrowser(test)('what is accepted and not done yet is told so', async (t) => {
  const page = await openPages(t, browser, platform, screens.desk);
  const waits: (string | undefined)[] = [];
  await page.route('**/replay', (route) => {
    waits.push(route.request().headers()['prefer']);
    const data = { operation_id: eventId, state: 'accepted', location: '/api/operations/x' };
    return route.fulfill({ status: 202, json: { ok: true, data } });
  });
  await page.locator('.jobs > li', { hasText: '820982911946250301' }).locator('.open').click();
  await page.locator('#sheet').getByRole('button', { name: 'Process again' }).click();
  await said(page, 'It is accepted, and will be carried out');
  t.deepEqual(waits, ['wait=8'], 'the platform gives up waiting before the page does');
});
