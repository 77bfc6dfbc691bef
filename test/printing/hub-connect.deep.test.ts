/**
 * A workstation from scratch: one pasted code connects its hub, at phone width; then its printers' states are known at
 * once.
 */
import anyTest, { type TestFn } from 'ava';
import { hubCode } from '../../server/hub-code.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { hubRig, quickTimings } from '../hub/rig/hub-rig.ts';
import { inBrowser, logIn, openBrowser, overflows, picture } from './browser.ts';
import { boundHub, tcpPrinter } from './print-rig.ts';

const test = anyTest as TestFn<{ platform: Platform }>;
test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

inBrowser(test)(
  'a code of the admin command, pasted on the page of a phone width, connects, registers and prints',
  async (t) => {
    const { platform } = t.context;
    const { client, database, standard } = platform;
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const code = await hubCode(database, {
      organization: client.organizationId,
      url: platform.url,
      name: 'packing 7',
    });
    const tape = await tcpPrinter(t, 'Pasted');
    const { hub, port } = await hubRig(t, { name: 'packing 7' }, { ...quickTimings, watchMs: 100 });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByLabel('Connection code').fill(code.slice(0, 60));
    await page.getByRole('button', { name: 'Connect' }).tap();
    await page.getByText('This is not a connection code, or only part of one').waitFor();
    await page.getByRole('link', { name: 'Back' }).tap();
    await page.getByLabel('Connection code').fill(`${code.slice(0, 50)}\n${code.slice(50)}`);
    await page.getByRole('button', { name: 'Connect' }).tap();
    await page.getByText(`to ${platform.url}`).waitFor();
    t.is(hub.cloud.binding?.organization_id, standard.id);
    await page.getByLabel('Address').fill(tape.found.address);
    await page.getByLabel('Name').fill('Packing 7');
    await page.getByRole('button', { name: 'Add a printer by address' }).tap();
    await page.getByRole('button', { name: 'Test print' }).tap();
    await page.getByText('done').first().waitFor();
    t.regex(tape.labels[0] ?? '', /Test label/);
    t.false(await overflows(page));
    for (const button of await page.locator('button:visible, summary:visible, input:visible').all()) {
      const box = (await button.boundingBox())!;
      t.true(box.height >= 44, `${await button.innerText()} ${JSON.stringify(box)}`);
    }
    await picture(page, 'hub-phone');
    const seen = async () => (await client.get('/api/wms/print-devices')).body.data as any[];
    await until('the platform knows the printer', async () =>
      (await seen()).some(({ name }) => name === 'Packing 7'),
    );
  },
);

test('a code of another warehouse, or of none there is, is made for nobody', async (t) => {
  const { platform } = t.context;
  const { client, database } = platform;
  const options = { organization: client.organizationId, url: platform.url, name: 'x' };
  await t.throwsAsync(hubCode(database, { ...options, warehouse: 'NOWHERE' }), {
    message: /no warehouse NOWHERE/,
  });
  await t.throwsAsync(hubCode(database, { ...options, url: 'here' }), { message: /--url/ });
});

test('paper out and paper in are known between two heartbeats, without anybody printing', async (t) => {
  const { platform } = t.context;
  const tape = await tcpPrinter(t, 'Watched');
  // One heartbeat in ten minutes: whatever is known comes from the printer watch.
  await boundHub(t, platform, platform.client, [tape], { timings: { heartbeatMs: 600_000, watchMs: 50 } });
  const status = async () =>
    (await platform.client.get('/api/wms/print-devices')).body.data.find(
      ({ name }: any) => name === 'Watched',
    )?.status;
  await until('it is ready', async () => (await status()) === 'ready');
  for (const [trouble, word] of [
    ['paper_out', 'out_of_paper'],
    ['cover_open', 'cover_open'],
  ] as const) {
    tape.printer.set(trouble, true);
    await until(word, async () => (await status()) === word);
    tape.printer.set(trouble, false);
    await until('it is ready again', async () => (await status()) === 'ready');
    t.pass();
  }
});

inBrowser(test)('out of paper is seen to begin and to end by who looks at the print center', async (t) => {
  const { platform } = t.context;
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const tape = await tcpPrinter(t, 'Looked at');
  await boundHub(t, platform, platform.client, [tape], { timings: { heartbeatMs: 600_000 } });
  const { accessToken } = platform.client;
  const page = await logIn(t, browser, platform.url, accessToken, { viewport: { width: 1440, height: 900 } });
  const state = page.locator('#devices li', { hasText: 'Looked at' }).locator('.tag').first();
  const seen: string[] = [];
  for (const [isOut, word] of [
    [false, 'online'],
    [true, 'out of paper'],
    [false, 'online'],
    [true, 'out of paper'],
    [false, 'online'],
  ] as const) {
    tape.printer.set('paper_out', isOut);
    await state.filter({ hasText: word }).waitFor();
    seen.push(await state.innerText());
  }
  t.deepEqual(seen, ['online', 'out of paper', 'online', 'out of paper', 'online']);
});
