/**
 * The integration pages in real Chromium: the inbox, flows built with a form, subscribers, at desk, tablet and phone
 * width.
 */
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { inBrowser, openBrowser, overflows, picture } from '../printing/browser.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { openPages, screens, seriousFaults, smallTargets } from './console-rig.ts';
import { anotherOrder, connect, ordersOfStore, secret, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let browser: Browser;
test.before(async () => {
  platform = await joinPlatform();
  browser = await openBrowser();
  await connect(platform.client);
});
test.after.always(async () => {
  await browser?.close();
  await platform?.stop();
});

const pageNames = [
  'Inbox',
  'Missing orders',
  'Not told',
  'Stores',
  'Flows',
  'Runs',
  'Endpoints',
  'Deliveries',
];
const tab = (page: Page, name: string) => page.locator('#tabs').getByRole('button', { name, exact: true });
const rowOf = (page: Page, text: string | RegExp) => page.locator('.jobs > li', { hasText: text });
const sheet = (page: Page) => page.locator('#sheet[open]');
const said = (page: Page, words: string | RegExp) => page.locator('#toast', { hasText: words }).waitFor();
const inSheet = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true });

inBrowser(test.serial)('pages without anything say so, and what that means', async (t) => {
  const page = await openPages(t, browser, platform, screens.tablet);
  const empty = [
    'Nothing has arrived yet.',
    'No search has run yet.',
    'Every store knows what it is to know.',
    // One is connected for the tests below.
    'never tested',
    'There are no flows.',
    'No flow has run yet.',
    'There are no endpoints.',
    'Nothing has been sent yet.',
  ];
  for (const [at, name] of pageNames.entries()) {
    await tab(page, name).click();
    await page.getByText(empty[at]!).waitFor();
    t.is(await tab(page, name).getAttribute('aria-pressed'), 'true');
    t.false(await page.locator('#lost').isVisible());
    t.false(await overflows(page));
  }
  await page.goBack();
  await page.getByText('There are no endpoints.').waitFor();
});

inBrowser(test.serial)(
  'a flow is made with a form, tried on an event, published, and an order goes its way',
  async (t) => {
    const { client, url } = platform;
    const body = anotherOrder('820982911946250001', '5001');
    const early = await send(url, { body, signature: null });
    t.is((await settledEvent(client, early.body.data.event_id)).status, 'unprocessed');

    const page = await openPages(t, browser, platform, screens.desk);
    await rowOf(page, '820982911946250001').getByText('No flow for it').waitFor();
    await tab(page, 'Flows').click();
    await page.getByRole('button', { name: 'New flow' }).click();
    await page.getByLabel('Name').fill('Paid orders to review');
    await page.getByLabel('Secret the store signs with').fill(secret);
    await page.getByRole('button', { name: 'Add a condition to: Conditions of the flow' }).click();
    await page.keyboard.type('total_price');
    await page.keyboard.press('Tab');
    await page.getByLabel('Comparison').first().selectOption({ label: 'is at least' });
    await page.getByLabel('Value').first().fill('100');
    // The draft begins with an order and its review; a notice only for what is paid is inserted between them.
    await page.getByRole('button', { name: 'Add a step' }).click();
    const third = page.locator('fieldset', { has: page.locator('legend', { hasText: /^Step 3$/ }) }).last();
    await third.getByLabel('Action').selectOption({ label: 'Notify subscribers' });
    await third.getByLabel('Message').fill('A paid order');
    await third.getByText('Only if').click();
    await third.getByRole('button', { name: 'Add a condition to' }).click();
    await third.getByLabel('Field of the order').fill('financial_status');
    await third.getByLabel('Value').fill('paid');
    await page.getByRole('button', { name: 'Up step 3' }).click();
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await said(page, 'The draft was saved.');
    await page.getByRole('heading', { name: 'Paid orders to review, draft' }).waitFor();
    const [draft] = (await client.get('/api/integration/flows')).body.data;
    t.like(draft, {
      status: 'draft',
      conditions: { '>=': [{ var: 'total_price' }, 100] },
      trigger: { has_webhook_secret: true },
      steps: [
        { action: 'create_order' },
        {
          action: 'notify',
          with: { message: 'A paid order' },
          when: { '==': [{ var: 'financial_status' }, 'paid'] },
        },
        { action: 'submit' },
      ],
    });

    // The form shows what it saved, and a dry run says what would be done.
    t.is(await page.getByLabel('Value').first().inputValue(), '100');
    await page.getByRole('button', { name: 'Try it on an event' }).click();
    await inSheet(page, 'Try it').click();
    await sheet(page).getByRole('heading', { name: 'Waiting' }).waitFor();
    await sheet(page).getByText('1. Create a draft order').waitFor();
    t.deepEqual(await ordersOfStore(client, '5001'), []);
    await picture(page, 'integration-dry-run');
    await page.keyboard.press('Escape');

    // A flow that cannot work is refused next to the form, in words.
    await page.getByRole('button', { name: 'Remove step 1' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('alert').getByText('create_order must come before it').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Publish' }).click();
    await said(page, 'Version 1 is published');
    await page.getByRole('heading', { name: 'Paid orders to review, published' }).waitFor();
    await page.getByRole('button', { name: /^Version 1/ }).click();
    await sheet(page)
      .getByText(/"var": "total_price"/)
      .waitFor();
    await page.keyboard.press('Escape');

    // The event that found no flow is processed again from the inbox.
    await tab(page, 'Inbox').click();
    await rowOf(page, '820982911946250001').locator('.open').click();
    t.is(await sheet(page).locator('pre').textContent(), body);
    await inSheet(page, 'Process again').click();
    await said(page, 'Processed again: processing.');
    await sheet(page).getByText('no item is known for SKU IPOD2008PINK').waitFor();
    const [order, ...others] = await ordersOfStore(client, '5001');
    t.deepEqual(others, []);
    await inSheet(page, 'Close').click();
    await tab(page, 'Runs').click();
    await rowOf(page, `Paid orders to review: ${order.order_no}`).locator('.open').click();
    await sheet(page).getByText('3. Send it for review').click();
    await sheet(page)
      .getByText(/UNMAPPED_SKU/)
      .waitFor();
    await sheet(page).getByLabel('Item that IPOD2008PINK is').fill('PLAIN');
    await sheet(page).getByRole('button', { name: 'This is it: PLAIN' }).click();
    await inSheet(page, 'Close').click();
    await rowOf(page, order.order_no).getByText('Done', { exact: true }).waitFor();
  },
);

inBrowser(test.serial)(
  'an endpoint is added, its secret shown once, what it was sent is seen and sent again',
  async (t) => {
    const { client, standard } = platform;
    const receiver = await startReceiver();
    t.teardown(receiver.close);
    const page = await openPages(t, browser, platform, screens.tablet);
    await tab(page, 'Endpoints').click();
    await page.getByRole('button', { name: 'New endpoint' }).click();
    await page.getByLabel('Address (https)').fill(receiver.url);
    await page.getByLabel('What it is for').fill('The shop');
    await page.getByLabel('Everything').uncheck();
    await page.getByLabel('Orders', { exact: true }).check();
    await page.getByLabel('Receipts', { exact: true }).check();
    await inSheet(page, 'Add it').click();
    const shown = await page.locator('.secret').innerText();
    t.regex(shown, /^whsec_/);
    await picture(page, 'integration-secret');
    await inSheet(page, 'Close').click();
    await page.locator('.secret').waitFor({ state: 'detached' });
    await rowOf(page, 'The shop').getByText('Subscribed to orders, receipts').waitFor();
    t.false((await page.content()).includes(shown), 'a secret is shown once');

    const lines = [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }];
    await client.post('/api/oms/orders', { lines });
    const heard = await until('the event was heard', () => receiver.heard[0]);
    t.truthy(new Webhook(shown).verify(heard.body, heard.headers as Record<string, string>));

    await rowOf(page, 'The shop').locator('.open').click();
    await inSheet(page, 'Deliveries').click();
    await rowOf(page, 'sales order: created').getByText('Delivered').waitFor();
    await rowOf(page, 'sales order: created').getByText('To The shop, 1 try').waitFor();
    await rowOf(page, 'sales order: created').locator('.open').click();
    const about = await client.get(`/api/oms/orders/${heard.event.subject.id}`);
    await sheet(page).getByText(`sales order ${about.body.data.order_no}`).waitFor();
    await sheet(page).getByText('answered 204').click();
    await sheet(page)
      .getByText(/"webhook-signature"/)
      .waitFor();
    await inSheet(page, 'Send it again').click();
    await until('it was heard again', () => receiver.heard.length === 2);
    t.is(receiver.heard[1]!.headers['webhook-id'], heard.headers['webhook-id']);
    await inSheet(page, 'Close').click();

    await tab(page, 'Endpoints').click();
    await rowOf(page, 'The shop').locator('.open').click();
    await inSheet(page, 'Send a test').click();
    await said(page, 'A test event is on its way');
    await until('the test was heard', () =>
      receiver.heard.some(({ event }) => event.type === 'webhook_endpoint.tested'),
    );
    await inSheet(page, 'Send again').click();
    await inSheet(page, 'Send them again').click();
    await said(page, /events? (is|are) being sent again\./);
    await until('the window was heard', () => receiver.heard.length >= 4);

    await rowOf(page, 'The shop').locator('.open').click();
    await inSheet(page, 'New secret').click();
    await inSheet(page, 'Create a new secret').click();
    t.not(await page.locator('.secret').innerText(), shown);
    await inSheet(page, 'Close').click();
    await rowOf(page, 'The shop').locator('.open').click();
    await sheet(page).getByText('Old secret signs until').waitFor();
    await inSheet(page, 'Turn off').click();
    await rowOf(page, 'The shop').getByText('Disabled by hand.').waitFor();
    await rowOf(page, 'The shop').locator('.open').click();
    await inSheet(page, 'Turn on').click();
    await rowOf(page, 'The shop').getByText('On', { exact: true }).waitFor();

    const expected = { item_id: standard.items['PLAIN'], expected_qty: 1 };
    const receipt = { warehouse_id: standard.warehouseId, source_type: 'manual', lines: [expected] };
    const { receipt_no: no } = (await client.post('/api/wms/inbound-receipts', receipt)).body.data;
    await tab(page, 'Deliveries').click();
    await rowOf(page, `About inbound receipt ${no}`).first().waitFor();
  },
);

inBrowser(test.serial)(
  'at every width, light and dark: nothing sticks out, axe finds no serious fault',
  async (t) => {
    const { url, client } = platform;
    const long = anotherOrder('820982911946259999', '5999').replaceAll('IPOD2008PINK', 'X'.repeat(180));
    const failed = await send(url, { body: long.replace('"price": "199.00"', '"price": "many"') });
    t.is((await settledEvent(client, failed.body.data.event_id)).status, 'failed');
    for (const [screen, size] of Object.entries(screens)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openPages(t, browser, platform, { ...size, colorScheme });
        for (const name of pageNames) {
          await tab(page, name).click();
          await page.locator('#list-title').waitFor();
          await page.locator('#live.on').waitFor();
          await page.getByText('Loading...').waitFor({ state: 'hidden' });
          const where = `${name}, ${screen}, ${colorScheme}`;
          t.false(await overflows(page), where);
          t.deepEqual(await seriousFaults(page), [], where);
          await picture(page, `integration-${name.toLowerCase().replace(' ', '-')}-${screen}-${colorScheme}`);
          const first = page.locator('.jobs .open').first();
          if (name === 'Missing orders' || !(await first.isVisible())) continue;
          await first.click();
          if (name === 'Flows') await page.getByLabel('Name').waitFor();
          else await sheet(page).waitFor();
          t.false(await overflows(page), `${where}, opened`);
          t.deepEqual(await seriousFaults(page), [], `${where}, opened`);
          t.deepEqual(await smallTargets(page), [], where);
          await picture(page, `integration-${name.toLowerCase()}-opened-${screen}-${colorScheme}`);
          if (name !== 'Flows') await page.keyboard.press('Escape');
        }
        await page.context().close();
      }
    }
  },
);

inBrowser(test.serial)('it is used from the keyboard alone', async (t) => {
  const page = await openPages(t, browser, platform, screens.desk);
  await page.locator('.jobs .open').first().waitFor();
  const focused = () =>
    page.evaluate<string>('document.activeElement.innerText ?? document.activeElement.tagName');
  const press = async (key: string, times = 1): Promise<void> => {
    for (let at = 0; at < times; at += 1) await page.keyboard.press(key);
  };
  await tab(page, 'Inbox').focus();
  await press('Tab', 6);
  t.is(await focused(), 'Endpoints');
  await press('Enter');
  await page.getByRole('heading', { name: 'Endpoints: who receives events' }).waitFor();
  await rowOf(page, 'The shop').waitFor();
  // Deliveries, the filter, the button for a new one, the first row.
  await press('Tab', 4);
  t.regex(await focused(), /The shop/);
  t.is(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
  await press('Enter');
  await sheet(page).waitFor();
  await press('Escape');
  t.regex(await focused(), /The shop/, 'the focus goes back where it was');
});
