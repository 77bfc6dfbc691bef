import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { readConnectionCode } from '../../domain/printing/connection-code.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { inBrowser, logIn, openBrowser, overflows, picture } from './browser.ts';
import { enrollHub, testDevice, TestLink } from './relay-client.ts';

const folder = new URL('../../../test/printing/labels/', import.meta.url);
const labels = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

test('the page and its data are for those who are logged in and may see print jobs', async (t) => {
  const page = await fetch(`${platform.url}/ops/print`, { redirect: 'manual' });
  t.is(page.status, 302);
  t.is(page.headers.get('location'), '/ops/login?next=%2Fops%2Fprint');
  t.is((await fetch(`${platform.url}/ops/print/api/wms/print-jobs`, { redirect: 'manual' })).status, 401);

  const logInWith = async (accessToken: string) => {
    const answer = await fetch(`${platform.url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: accessToken, next: '/ops/print' }),
    });
    return (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
  };
  const get = async (
    cookie: string,
    where: string,
    init: { method?: string; body?: string; headers?: object } = {},
  ) =>
    (await fetch(platform.url + where, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } }))
      .status;
  const blind = await platform.clientWith(platform.standard, ['ops.view']);
  t.is(await get(await logInWith(blind.accessToken), '/ops/print'), 403);
  const viewer = await platform.clientWith(platform.standard, ['ops.view', 'wms.print.view']);
  const cookie = await logInWith(viewer.accessToken);
  t.is(await get(cookie, '/ops/print'), 200);
  t.is(await get(cookie, '/ops/print/api/wms/print-jobs'), 200);
  // Only what the page needs is forwarded, on behalf of the person and no more.
  t.is(await get(cookie, '/ops/print/api/tenancy/tokens'), 404);
  t.is(await get(cookie, '/ops/print/../../package.json'), 404);
  const cancel = {
    method: 'PATCH',
    body: '{"action":"cancel"}',
    headers: { 'content-type': 'application/json' },
  };
  t.is(await get(cookie, `/ops/print/api/wms/print-jobs/${randomUUID()}`, cancel), 403);
  t.is(
    await get(cookie, `/ops/print/api/wms/print-jobs/${randomUUID()}`, {
      ...cancel,
      headers: { ...cancel.headers, origin: 'https://evil.example' },
    }),
    403,
  );
});

inBrowser(test)('a person sees where every label is, and cancels and retries on a tablet', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { client, standard, owner } = platform;
  const hub = await enrollHub(platform.url, client, { name: 'packing-desk-3' });
  const good = testDevice({ name: 'Packing 3', is_default_label_printer: false });
  const empty = testDevice({
    name: 'Dock 1',
    address: '10.0.0.32:9100',
    is_default_label_printer: false,
    status: 'out_of_paper',
  });
  const off = testDevice({
    name: 'Mezzanine',
    address: '/dev/usb/lp0',
    connection: 'usb',
    is_default_label_printer: false,
    reachable: false,
    status: 'offline',
  });
  const link = await TestLink.greeted(platform.url, hub, [good, empty, off]);
  t.teardown(() => link.close());
  const post = async (more: object): Promise<string> => {
    const body = {
      label_kind: 'carton',
      zpl_content: labels[1],
      warehouse_id: standard.warehouseId,
      ...more,
    };
    return (await client.post('/api/wms/print-jobs', body)).body.data.id;
  };
  const old = await post({ label_kind: 'pallet', device_id: empty.device_id, copies: 2 });
  await owner.query(
    "update print_jobs set created_at = now() - interval '7 minutes', queued_at = now() - interval '7 minutes' where id = $1",
    [old],
  );
  await post({});
  const fresh = await post({ label_kind: 'ucc', device_id: good.device_id });
  const failed = await post({ device_id: good.device_id });
  const claimId = randomUUID();
  await link.claim(failed, claimId);
  const error = 'PRINT_INTERRUPTED: the hub stopped while sending; the label may have printed';
  await link.result(failed, claimId, { status: 'failed', error });
  const done = await post({ device_id: good.device_id });
  const doneClaim = randomUUID();
  await link.claim(done, doneClaim);
  await link.result(done, doneClaim);

  const page = await logIn(t, browser, platform.url, client.accessToken, {
    viewport: { width: 1024, height: 768 },
  });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (fault) => problems.push(fault.message));
  const row = (text: string | RegExp) => page.locator('#jobs > li', { hasText: text });
  await row('pallet').waitFor();
  t.is(await page.locator('#jobs > li').count(), 3);
  t.regex(await row('pallet').innerText(), /Dock 1: out of paper[\s\S]*waiting 7 min \(over 5 min\)/);
  t.is(await row('pallet').getAttribute('class'), 'late');
  t.is(await page.locator('#jobs > li.late').count(), 1);
  t.regex(await row('no printer yet').innerText(), /no default label printer/);
  t.regex(await page.locator('#late').innerText(), /1 label has been waiting/);
  const devices = await page.locator('#devices > li').allInnerTexts();
  t.deepEqual(
    devices.map((text) => text.split('\n').slice(0, 2).join(' ')),
    ['Dock 1 out of paper', 'Mezzanine offline', 'Packing 3 online'],
  );
  await picture(page, 'waiting');

  // The label's picture.
  await row('pallet').locator('.open').click();
  const image = page.locator('#label img');
  await image.waitFor();
  await page.waitForFunction(() => {
    const shown = globalThis as unknown as {
      document: { querySelector(name: string): { naturalWidth: number } | null };
    };
    return (shown.document.querySelector('#label img')?.naturalWidth ?? 0) > 100;
  });
  await picture(page, 'label');
  await page.getByRole('button', { name: 'Close' }).click();

  // It is live: a new label appears by itself, and choosing a default printer sends the waiting one out.
  await post({ label_kind: 'later', device_id: good.device_id });
  await row('later').waitFor();
  await page
    .locator('#devices > li', { hasText: 'Packing 3' })
    .getByRole('button', { name: 'Make default' })
    .click();
  await row('no printer yet').waitFor({ state: 'detached' });

  await row('ucc').getByRole('button', { name: 'Cancel' }).tap();
  await row('ucc').waitFor({ state: 'detached' });
  t.is((await client.get(`/api/wms/print-jobs/${fresh}`)).body.data.status, 'cancelled');

  // A failed label that may have printed is retried only after a confirmation.
  await page.getByRole('button', { name: /^Failed/ }).tap();
  await row('PRINT_INTERRUPTED').getByRole('button', { name: 'Retry' }).tap();
  await page.getByText('This label may have printed already').waitFor();
  await picture(page, 'retry');
  t.is((await client.get(`/api/wms/print-jobs/${failed}`)).body.data.status, 'failed');
  await page.getByRole('button', { name: 'Yes, print again' }).tap();
  await row('PRINT_INTERRUPTED').waitFor({ state: 'detached' });
  t.like((await client.get(`/api/wms/print-jobs/${failed}`)).body.data, { status: 'queued', error: null });

  // A lost race is explained in words: the label was claimed between the refresh and the tap.
  await page.getByRole('button', { name: /^Waiting/ }).tap();
  const raced = await post({ label_kind: 'raced', device_id: good.device_id });
  await row('raced').waitFor();
  await page.route('**/print-jobs/*', async (route) => {
    await link.claim(raced);
    await route.continue();
  });
  await row('raced').getByRole('button', { name: 'Cancel' }).tap();
  await page.getByText('so it cannot take the action cancel').waitFor();
  t.is((await client.get(`/api/wms/print-jobs/${raced}`)).body.data.status, 'printing');

  // A printed label is reprinted, a waiting one moved, and all waiting ones are cancelled after a confirmation.
  await page.getByRole('button', { name: /^Done/ }).tap();
  await page
    .getByRole('button', { name: /^Print again Carton label/ })
    .first()
    .tap();
  await page.getByText('The carton label is queued again.').waitFor();
  await page.getByRole('button', { name: /^Waiting/ }).tap();
  const again = row('printed again');
  await again.locator('.open').click();
  const dock = await page
    .locator('#label option', { hasText: /^Dock 1.*out of paper/ })
    .getAttribute('value');
  await page.locator('#label').getByLabel('Another printer').selectOption(dock!);
  await picture(page, 'move');
  await page.getByRole('button', { name: 'Move it there' }).tap();
  await page.getByText('The carton label goes to Dock 1.').waitFor();
  await row('printed again').getByText('Dock 1: out of paper.').waitFor();
  await page.getByRole('button', { name: /^Cancel all / }).tap();
  await picture(page, 'cancel-all');
  await page.getByRole('button', { name: 'No', exact: true }).tap();
  t.true((await page.locator('#jobs > li').count()) > 1);
  await page.getByRole('button', { name: /^Cancel all / }).tap();
  await page.getByRole('button', { name: /^Yes, cancel/ }).tap();
  await page.getByText('Nothing is waiting. New labels show up here by themselves.').waitFor();

  await page.getByRole('button', { name: 'Connect a workstation' }).tap();
  await page.getByRole('button', { name: 'Create the code' }).tap();
  const code = await page.getByLabel('Connection code').inputValue();
  t.is(readConnectionCode(code)?.backend_url, platform.url);
  await picture(page, 'connect');
  await page.locator('#connection').getByRole('button', { name: 'Close' }).tap();

  // Everything to be tapped is large enough, in a narrow window too.
  await page.setViewportSize({ width: 768, height: 1024 });
  await picture(page, 'upright');
  for (const box of await Promise.all(
    (await page.locator('button:visible').all()).map((button) => button.boundingBox()),
  )) {
    t.true(box!.height >= 44, JSON.stringify(box));
  }
  t.false(await overflows(page));
  t.deepEqual(
    problems.filter((text) => !text.includes('409')),
    [],
  );
});
