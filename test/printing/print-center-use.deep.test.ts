import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { inBrowser, logIn, openBrowser, overflows, picture } from './browser.ts';
import { enrollHub, testDevice, TestLink } from './relay-client.ts';

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

/** What an element of a page tells of itself. */
interface Measured {
  textContent: string;
  getBoundingClientRect(): { height: number };
}

const longName = `Packing line 3, left of the big door, ${'Hauptverteilzentrum'.repeat(4)}`;
const tablet = { viewport: { width: 1024, height: 768 } };
const phone = { viewport: { width: 390, height: 844 } };

async function open(t: ExecutionContext, options: BrowserContextOptions): Promise<Page> {
  return logIn(t, browser, platform.url, platform.client.accessToken, options);
}

async function counted(page: Page, words: string): Promise<void> {
  await page.locator('#count').getByText(words, { exact: true }).waitFor();
}

async function post(jobs: object[]): Promise<string[]> {
  const zpl_content = '^XA^FO40,40^A0N,60^FDHello^FS^XZ';
  const made = jobs.map((job) => ({ label_kind: 'carton', zpl_content, ...job }));
  const { body } = await platform.client.post('/api/wms/print-jobs/bulk', { jobs: made });
  return body.data.jobs.map(({ id }: { id: string }) => id);
}

inBrowser(test.serial)(
  'a page without labels and printers says so, on every screen and in the dark',
  async (t) => {
    for (const [name, options] of [
      ['tablet-light', tablet],
      ['phone-light', phone],
      ['tablet-dark', { ...tablet, colorScheme: 'dark' }],
      ['phone-dark', { ...phone, colorScheme: 'dark' }],
    ] as const) {
      const page = await open(t, options);
      await page.getByText('Nothing is waiting. New labels show up here by themselves.').waitFor();
      await page.getByRole('button', { name: /^Failed/ }).click();
      await page.getByText('No label has failed.').waitFor();
      t.regex(page.url(), /status=failed/);
      await page.locator('#printers').evaluate((details) => details.setAttribute('open', ''));
      await page.getByText('No printer is registered here').waitFor();
      t.false(await overflows(page));
      await picture(page, `empty-${name}`);
    }
  },
);

inBrowser(test.serial)(
  'many labels come in pieces, are searched, and long names break nothing',
  async (t) => {
    const { client, standard, owner } = platform;
    const hub = await enrollHub(platform.url, client, { name: 'packing-desk-3' });
    const printers = [
      testDevice({ name: longName, model: 'ZD421', is_default_label_printer: true }),
      testDevice({ name: 'Dock 1', is_default_label_printer: false, status: 'cover_open' }),
      testDevice({ name: 'Mezzanine', is_default_label_printer: false, reachable: false, status: 'offline' }),
    ];
    const link = await TestLink.greeted(platform.url, hub, printers);
    t.teardown(() => link.close());
    const ids = await post([
      ...Array.from({ length: 70 }, () => ({ device_id: printers[1]!.device_id })),
      { device_id: printers[0]!.device_id, label_kind: 'x'.repeat(64), ref_type: 'y'.repeat(64) },
      ...Array.from({ length: 19 }, () => ({ device_id: printers[2]!.device_id, label_kind: 'pallet' })),
    ]);
    const receipt = await client.post('/api/wms/inbound-receipts', {
      warehouse_id: standard.warehouseId,
      source_type: 'manual',
    });
    const { id: ref_id, receipt_no: receiptNo } = receipt.body.data;
    await post([{ label_kind: 'ucc', ref_type: 'receipt', ref_id, device_id: printers[1]!.device_id }]);
    await owner.query("update print_jobs set queued_at = now() - interval '7 minutes' where id = $1", [
      ids[0],
    ]);
    const failed = ids[1]!;
    const claimId = randomUUID();
    await link.claim(failed, claimId);
    const error = `PRINT_INTERRUPTED: the hub stopped while sending; the label may have printed ${'z'.repeat(200)}`;
    await link.result(failed, claimId, { status: 'failed', error });

    const page = await open(t, tablet);
    const rows = page.locator('#jobs > li');
    const search = page.getByLabel('Search');
    await counted(page, '50 of 90 shown.');
    t.is(await rows.count(), 50);
    await picture(page, 'list-tablet-light');
    await page.getByRole('button', { name: 'Show 40 more' }).tap();
    await counted(page, '90 labels');
    t.is(await rows.count(), 90);
    await page.locator('#more').waitFor({ state: 'hidden' });
    // The pages join without duplicates, and the poll keeps all of them.
    const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-id')));
    t.is(new Set(shown).size, 90);

    await search.fill(receiptNo);
    await counted(page, '1 label');
    t.regex(await rows.innerText(), new RegExp(`UCC-128 ?${receiptNo}`));
    t.regex(page.url(), /q=RCPT/);
    await page.reload();
    await counted(page, '1 label');
    t.is(await search.inputValue(), receiptNo);
    await search.fill(`#${ids[2]!.slice(-8)}`);
    await rows.filter({ hasText: `#${ids[2]!.slice(-8)}` }).waitFor();
    await search.fill('no such thing');
    await page.getByText('No label under Waiting matches "no such thing".').waitFor();
    await picture(page, 'nothing-found');
    await page.getByRole('button', { name: 'Clear the search' }).tap();
    await counted(page, '50 of 90 shown.');

    for (const [name, options] of [
      ['tablet-dark', { ...tablet, colorScheme: 'dark' }],
      ['upright-light', { viewport: { width: 768, height: 1024 } }],
      ['phone-light', phone],
      ['phone-dark', { ...phone, colorScheme: 'dark' }],
    ] as const) {
      const other = await open(t, options);
      await counted(other, '50 of 90 shown.');
      t.false(await overflows(other), name);
      await picture(other, `list-${name}`);
      await other.getByLabel('Search').fill('xxxx');
      await counted(other, '1 label');
      await other.locator('#printers').evaluate((details) => details.setAttribute('open', ''));
      t.false(await overflows(other), name);
      await picture(other, `long-${name}`);
      await other.locator('#jobs .open').click();
      await other.locator('#label').getByText('Approximate').waitFor();
      t.false(await overflows(other), name);
      await picture(other, `label-${name}`);
      await other.keyboard.press('Escape');
      await other.locator('#printers').evaluate((details) => details.removeAttribute('open'));
      await other.getByLabel('Search').fill('');
      await other.getByRole('button', { name: /^Failed/ }).click();
      await other.getByText('PRINT_INTERRUPTED').waitFor();
      t.false(await overflows(other), name);
      await picture(other, `failed-${name}`);
      // Measured in one go: rows are redrawn meanwhile.
      const small = await other.locator('button:visible, summary:visible, input, select').evaluateAll((all) =>
        (all as unknown as Measured[]).flatMap((one) => {
          const { height } = one.getBoundingClientRect();
          return height > 0 && height < 44 ? [`${one.textContent} ${height}`] : [];
        }),
      );
      t.deepEqual(small, [], name);
      // A window that stays open goes on asking: five of them keep a busy machine from showing the next one.
      await other.context().close();
    }
  },
);

inBrowser(test.serial)('a lost connection is shown, and heals by itself', async (t) => {
  const page = await open(t, tablet);
  await page.locator('#live', { hasText: 'live' }).waitFor();
  await page.locator('#lost').waitFor({ state: 'hidden' });
  await page.context().setOffline(true);
  await page.getByRole('alert').filter({ hasText: 'No connection to the platform.' }).waitFor();
  t.true((await page.locator('#jobs > li').count()) > 0, 'what was known stays to be read');
  await picture(page, 'lost-tablet-light');
  await page
    .getByRole('button', { name: /^Cancel / })
    .first()
    .tap();
  await page.getByText('The platform does not answer.', { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('Connected again.').waitFor();
  await page.locator('#lost').waitFor({ state: 'hidden' });
  // A platform that answers with errors counts as unreachable too.
  await page.route('**/wms/print-jobs?*', (route) =>
    route.fulfill({ status: 503, json: { ok: false, error: { code: 'UNAVAILABLE', message: 'Soon.' } } }),
  );
  await page.getByRole('alert').filter({ hasText: 'The platform answered: Soon.' }).waitFor();
  await page.unroute('**/wms/print-jobs?*');
  await page.locator('#lost').waitFor({ state: 'hidden' });
});

inBrowser(test.serial)('it is used from the keyboard, and says what happens to who listens', async (t) => {
  const hub = await enrollHub(platform.url, platform.client, { name: 'packing-desk-4' });
  const device = testDevice({ name: 'Keys', is_default_label_printer: false });
  const link = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => link.close());
  const [first, second] = await post([
    { label_kind: 'keys-one', device_id: device.device_id },
    { label_kind: 'keys-two', device_id: device.device_id },
  ]);
  const page = await open(t, tablet);
  const focused = () =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
  await page.getByLabel('Search').focus();
  await page.keyboard.type('keys-');
  await counted(page, '2 labels');
  await page.locator('#news', { hasText: 'Waiting: 2 labels for keys-.' }).waitFor({ state: 'attached' });
  const label = (id: string, kind: string) => `Cancel ${kind} label #${id.slice(-8)}`;
  await page.getByRole('button', { name: label(first!, 'keys-one') }).focus();
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  t.is(outline, 'solid', 'the focus is to be seen');
  // The list is redrawn around the focus: a third row arrives, and the focused row itself changes.
  await post([{ label_kind: 'keys-three', device_id: device.device_id }]);
  await counted(page, '3 labels');
  t.is(await focused(), label(first!, 'keys-one'));
  link.send({
    type: 'heartbeat',
    devices: [{ device_id: device.device_id, reachable: true, status: 'paused' }],
  });
  await page.locator('#jobs > li', { hasText: 'keys-one' }).getByText('Keys: paused.').waitFor();
  t.is(await focused(), label(first!, 'keys-one'));
  await page.keyboard.press('Enter');
  await counted(page, '2 labels');
  t.is(await focused(), 'Labels', 'the focus stays near where its row was');

  // Opening and closing a label returns the focus.
  await page.locator('#jobs > li', { hasText: 'keys-two' }).locator('.open').focus();
  await page.keyboard.press('Enter');
  await page.locator('#label[open]').waitFor();
  await page.keyboard.press('Escape');
  t.regex(String(await focused()), /keys-two/);

  const claimId = randomUUID();
  await link.claim(second!, claimId);
  await link.result(second!, claimId, { status: 'failed', error: 'WRITE_FAILED: unplugged' });
  await page.locator('#news', { hasText: '1 label failed just now.' }).waitFor({ state: 'attached' });
});
