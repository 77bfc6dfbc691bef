/** A press that gets no answer says so: nothing on these pages fails in silence. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { inBrowser, openBrowser } from '../printing/browser.ts';
import { openPages, screens } from './console-rig.ts';
import { anotherOrder, connect, send, settledEvent } from './storefront-rig.ts';

inBrowser(test)(
  'an event that cannot be opened says why, and what is refused what it is found by',
  async (t) => {
    const browser = await openBrowser();
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

    // What is not done yet, or refused, is told with what it is found by, in reach of the mouse beside an open sheet.
    await page.unroute(/integration\/events\/[0-9a-f-]{36}$/);
    await page.locator('.jobs > li', { hasText: '820982911946250077' }).locator('.open').click();
    const again = page.locator('#sheet').getByRole('button', { name: 'Process again' });
    const answers = [
      { status: 202, json: { ok: true, data: { operation_id: 'the-operation', status: 'accepted' } } },
      {
        status: 409,
        json: { ok: false, error: { code: 'CONFLICT', message: 'No.', request_id: 'the-request' } },
      },
      {
        status: 500,
        json: {
          ok: false,
          error: { code: 'COMMAND_FAILED', message: 'No.', details: { operation_id: 'the-failed' } },
        },
      },
    ];
    for (const [at, found] of ['the-operation', 'the-request', 'the-failed'].entries()) {
      await page.route(/\/replay$/, (route) => route.fulfill(answers[at]), { times: 1 });
      await again.click();
      await page.locator('#sheet #toast code', { hasText: found }).click();
      t.is(await page.evaluate('getSelection().toString()'), found);
    }
  },
);
