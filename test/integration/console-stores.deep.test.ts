/** In real Chromium, at a 3PL: a SKU is mapped where its order waits, and a store that refuses us gets new credentials. */
import test from 'ava';
import { startStore } from '../channels/stock-store.ts';
import { token } from '../channels/order-store.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { inBrowser, openBrowser, overflows, picture } from '../printing/browser.ts';
import { openPages, screens, seriousFaults, smallTargets } from './console-rig.ts';
import { anotherOrder, connect, publish, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform?.stop());

inBrowser(test)('a SKU is said to be one of the items of its order, and the order goes on', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { threePl, url } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const domain = `mapped-${process.pid}.example.test`;
  await publish(client, [{ action: 'create_order' }, { action: 'submit' }]);
  await connect(client, { store_domain: domain, merchant_id: threePl.merchantId });
  for (const [sku, merchant] of [
    ['POD-OURS', threePl.merchantId],
    ['POD-THEIRS', threePl.secondMerchantId],
  ]) {
    const made = await client.post('/api/wms/items', { sku, name: 'Music player', merchant_id: merchant });
    t.is(made.status, 201, made.text);
  }
  const others = Array.from({ length: 9 }, (_, at) => ({ sku: `LAMP-${at}`, name: 'Desk lamp' }));
  for (const item of others)
    t.is((await client.post('/api/wms/items', { ...item, merchant_id: threePl.merchantId })).status, 201);
  const sent = await send(url, { body: anotherOrder('6101', '6101'), domain });
  const waiting = await settledEvent(client, sent.body.data.event_id);
  t.is(waiting.status, 'received');

  const page = await openPages(t, browser, { ...platform, client }, screens.phone);
  const row = page.locator('.jobs > li', { hasText: waiting.order_no });
  await row.getByText('no item is known for SKU IPOD2008PINK').waitFor();
  await row.locator('.open').click();
  const sheet = page.locator('#sheet[open]');
  const search = sheet.getByLabel('Item that IPOD2008PINK is');
  await search.fill('nothing like it');
  await sheet.getByText('No item of this merchant is called that.').waitFor();
  await search.fill('desk lamp');
  await sheet.getByText('These are 8 of more. Write more of its SKU or name.').waitFor();
  t.is(await sheet.getByText('Desk lamp').count(), 8);
  await search.fill('player');
  await sheet.getByText('POD-OURS, Music player').waitFor();
  t.is(await sheet.getByText('POD-THEIRS').count(), 0, 'the item is of the merchant whose order it is');
  t.false(await overflows(page));
  t.deepEqual(await seriousFaults(page), []);
  t.deepEqual(await smallTargets(page), []);
  await picture(page, 'integration-mapping');
  await sheet.getByRole('button', { name: 'This is it: POD-OURS' }).click();
  await sheet.getByText('IPOD2008PINK is POD-OURS, Music player.').waitFor();
  await page.keyboard.press('Escape');
  await row.getByText('Done', { exact: true }).waitFor();
  const order = (await client.get(`/api/oms/orders/${waiting.order_id}`)).body.data;
  t.is(order.status, 'pending_review');
});

inBrowser(test)('who may not see the order is told what is missing', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { standard, client: every, url } = platform;
  const domain = `unseen-${process.pid}.example.test`;
  await publish(every, [{ action: 'create_order' }, { action: 'submit' }]);
  await connect(every, { store_domain: domain });
  const sent = await send(url, { body: anotherOrder('6102', '6102'), domain });
  await settledEvent(every, sent.body.data.event_id);
  const client = await platform.clientWith(standard, ['integration.view', 'integration.manage']);
  const page = await openPages(t, browser, { ...platform, client }, screens.desk);
  await page.locator('.jobs > li', { hasText: '6102' }).locator('.open').click();
  await page
    .locator('#sheet[open]')
    .getByText(/Its lines are not shown\..*oms\.orders\.view/)
    .waitFor();
  t.pass();
});

inBrowser(test)(
  'a store that refuses us is seen, given new credentials, tested, and switched off and on',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const store = await startStore(t);
    const client = await platform.clientWith(platform.threePl, everyPermission);
    const { id } = await connect(client, {
      name: 'Plum & Sons',
      store_domain: `plum-${process.pid}.example.test`,
      merchant_id: platform.threePl.merchantId,
      api_url: store.url,
      credentials: { access_token: 'expired' },
    });
    const page = await openPages(t, browser, { ...platform, client }, screens.tablet);
    await page.locator('#tabs').getByRole('button', { name: 'Stores', exact: true }).click();
    const row = page.locator('.jobs > li', { hasText: 'Plum & Sons' });
    const sheet = page.locator('#sheet[open]');
    const press = (name: string) => sheet.getByRole('button', { name, exact: true }).click();
    await row.getByText('Not tested', { exact: true }).waitFor();
    await row.locator('.open').click();
    await press('Test it');
    await sheet.getByText('The store answers.').waitFor();
    await sheet.getByText('answered 401').waitFor();
    t.deepEqual(await seriousFaults(page), []);
    await picture(page, 'integration-store-tested');
    await page.keyboard.press('Escape');
    await row.getByText('Refuses us', { exact: true }).waitFor();
    await row.getByText('answered 401').waitFor();

    await row.locator('.open').click();
    await press('New credentials');
    await sheet.getByLabel('Access token of the store').fill(token);
    await press('Save them');
    await sheet.getByRole('heading', { name: 'Plum & Sons, not tested' }).waitFor();
    t.false((await page.content()).includes(token), 'it is shown to nobody');
    await press('Test it');
    await sheet.getByText('The store knows us.').waitFor();
    t.is((await client.get(`/api/integration/connections/${id}`)).body.data.status, 'active');

    await press('Turn off');
    await row.getByText('Off', { exact: true }).waitFor();
    await row.locator('.open').click();
    t.is(await sheet.getByRole('button', { name: 'Test it' }).count(), 0);
    await press('Turn on');
    await row.getByText('Not tested', { exact: true }).waitFor();
    await until('it is on', async () => {
      const { data } = (await client.get(`/api/integration/connections/${id}`)).body;
      return data.status === 'pending';
    });
  },
);
