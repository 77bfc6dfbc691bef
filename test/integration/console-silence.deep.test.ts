/** A press that gets no answer says so: nothing on these pages fails in silence. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { noBrowser, openBrowser } from '../printing/browser.ts';
import { openPages, screens } from './console-rig.ts';
import { anotherOrder, connect, send, settledEvent } from './storefront-rig.ts';

test('an event that cannot be opened says why', async (t) => {
  const browser = await openBrowser();
  if (!browser) return t.pass(noBrowser);
  t.teardown(() => browser.close());
  // Of its own: the store that others simulate too leads to one organization.
  const platform = await startPlatform(t);
  await connect(platform.client);
  const sent = await send(platform.url, {
    body: anotherOrder('820982911946250077', '5077'),
    signature: null,
  });
  await settledEvent(platform.client, sent.body.data.event_id);
  const page = await openPages(t, browser, platform, screens.desk);
  await page.route(/integration\/events\/[0-9a-f-]{36}$/, (route) => route.abort());
  await page.locator('.jobs > li', { hasText: '820982911946250077' }).locator('.open').click();
  await page.locator('#toast', { hasText: 'The platform does not answer.' }).waitFor({ timeout: 5_000 });
  t.false(await page.locator('#sheet').isVisible());
});
