/** `/ops/yard` and `/ops/shelves`: pictures of the same facts the API tells, as people see them. */
import test, { type ExecutionContext } from 'ava';
import type { Browser, Page } from 'playwright-core';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { seriousFaults, screens } from '../integration/console-rig.ts';
import { inBrowser, logIn, openBrowser, overflows, picture } from '../printing/browser.ts';
import { gate, letPass, newYard, ok, parked } from '../yard/yard-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform?.stop());

/** Each width, light and dark: no fault, no overflow, no complaint; then the page at a desk, to work with. */
async function everywhere(
  t: ExecutionContext,
  browser: Browser,
  path: string,
  look: (page: Page, where: string) => Promise<void>,
): Promise<Page> {
  const { url, client } = platform;
  for (const [size, screen] of Object.entries(screens)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const where = `${path} ${size}, ${colorScheme}`;
      const options = { ...screen, colorScheme };
      const page = await logIn(t, browser, url, client.accessToken, options, path);
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await look(page, where);
      t.false(await overflows(page), where);
      t.deepEqual(await seriousFaults(page), [], where);
      t.deepEqual(complaints, [], where);
      await picture(page, `${path.slice(1).replace('/', '-')}-${size}-${colorScheme}`);
    }
  }
  return logIn(t, browser, url, client.accessToken, screens.desk, path);
}

/** A yard with something of every kind, which stood differently three hours ago. */
async function livelyYard(): Promise<{ code: string; mover: string; warehouseId: string }> {
  const { client, owner } = platform;
  const yard = await newYard(client, { doors: 4, spots: 8 });
  const { warehouseId } = yard;
  for (const code of ['S1', 'S2'])
    await ok(client.post('/api/yms/spots', { warehouse_id: warehouseId, code, kind: 'staging' }));
  await owner.query(`update spots set created_at = created_at - interval '2 days' where warehouse_id = $1`, [
    warehouseId,
  ]);
  const times: Record<string, [spot: string | undefined, minutes: number, more?: object]> = {
    'LONG 1': ['D1', 700, { content: 'loaded', carrier: 'Swift Haul', container_no: 'MSKU1234565' }],
    'EARLY 1': ['P1', 300, { content: 'empty', carrier: 'Coastal' }],
    'LATE 1': ['P2', 20, { content: 'loaded' }],
    'NOWHERE 1': [undefined, 45],
  };
  for (const [plate, [spot, minutes, more]] of Object.entries(times)) {
    await ok(gate(client, yard, 'in', plate, { ...(spot ? { spot } : {}), ...more }));
    const [visit] = (await ok(client.get(`/v1/yms/visits?filter[plate]=${plate}`))).data;
    await letPass(platform, visit.id, minutes);
  }
  const mover = (await parked(client, yard, 'MOVES 1', 'P5')).trailer_id;
  await ok(client.post('/v1/yms/movements', { trailer_id: mover, to_location: 'D2' }));
  await ok(client.post(`/api/yms/spots/${yard.spots[7]}/close`, { reason: 'Pothole' }));
  await ok(client.patch(`/api/yms/dock-rules/${warehouseId}`, { free_minutes: 600 }));
  const { code } = await ok(client.get(`/api/wms/warehouses/${warehouseId}`));
  return { code, mover, warehouseId };
}

inBrowser(test.serial)(
  'the yard as a picture: who stands where since when, now and at any minute of a day',
  async (t) => {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const { client } = platform;
    const { code, mover, warehouseId } = await livelyYard();
    const page = await everywhere(t, browser, '/ops/yard', async (one, where) => {
      await one.getByLabel('Warehouse').selectOption({ label: code });
      const spot = (name: string) => one.locator(`[data-spot="${name}"]`);
      await spot('D1').getByText('LONG 1').waitFor();
      t.regex(await spot('D1').innerText(), /MSKU1234565[\s\S]*since .*\(11 h 4\d min\)/, where);
      await spot('D1').getByText('longer than is free of charge').waitFor();
      t.regex(await spot('D2').innerText(), /reserved: /, where);
      t.regex(await spot('P8').innerText(), /closed: Pothole/, where);
      t.regex(await spot('P3').innerText(), /free/, where);
      t.true(await one.locator('[data-plate="NOWHERE 1"]').isVisible(), where);
    });
    await page.getByLabel('Warehouse').selectOption({ label: code });
    const spot = (name: string) => page.locator(`[data-spot="${name}"]`);
    await spot('P2').getByText('LATE 1').waitFor();

    // Three hours ago: what the slider shows is what the API says of that minute.
    const past = new Date(Date.now() - 3 * 3_600_000);
    const two = (value: number): string => String(value).padStart(2, '0');
    const minutes = Math.floor((past.getHours() * 60 + past.getMinutes()) / 5) * 5;
    await page
      .getByLabel('Day')
      .fill(`${past.getFullYear()}-${two(past.getMonth() + 1)}-${two(past.getDate())}`);
    await page.getByLabel('Time').fill(String(minutes));
    await spot('P2').getByText('free').waitFor();
    past.setHours(0, minutes, 0, 0);
    t.is(await page.locator('#clock').innerText(), `${two(past.getHours())}:${two(past.getMinutes())}`);
    const told = await ok(
      client.get(`/v1/yms/yard-map?warehouse_id=${warehouseId}&at=${past.toISOString()}`),
    );
    t.deepEqual(
      told.spots.filter(({ state }: { state: string }) => state === 'occupied').map((one: any) => one.plate),
      ['LONG 1', 'EARLY 1'],
    );
    for (const one of told.spots)
      t.is(await spot(one.code).locator('.plate').count(), one.state === 'occupied' ? 1 : 0, one.code);
    t.is(await page.locator('[data-plate]').count(), 0);
    await picture(page, 'ops-yard-past');

    // Now again, live: a move that is completed is seen without anybody reloading.
    await page.getByRole('button', { name: 'Now' }).click();
    await spot('P5').getByText('MOVES 1').waitFor();
    const [move] = (await ok(client.get(`/v1/yms/movements?filter[trailer_id]=${mover}`))).data;
    await ok(client.post(`/v1/yms/movements/${move.id}/start`));
    await ok(client.post(`/v1/yms/movements/${move.id}/complete`));
    await spot('D2').getByText('MOVES 1').waitFor();
    t.is(await spot('P5').locator('.plate').count(), 0);
  },
);

inBrowser(test.serial)('on a day that clocks change the slider stands where the clock does', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { url, client } = platform;
  await newYard(client, { doors: 1, spots: 1 });
  const page = await logIn(t, browser, url, client.accessToken, { timezoneId: 'Europe/Berlin' }, '/ops/yard');
  await page.route('**/yard-map*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), at: '2026-10-25T12:00:00.000Z' } });
  });
  await page.reload();
  await page.locator('#clock', { hasText: '13:00' }).waitFor();
  t.is(await page.getByLabel('Time').inputValue(), String(13 * 60));
});

/** A warehouse of two aisles with eight bays of three levels, filled and counted in every way. */
async function livelyShelves(): Promise<{
  code: string;
  places: Record<string, string>;
  warehouseId: string;
}> {
  const { client, owner, standard } = platform;
  const warehouse = await ok(
    client.post('/api/wms/warehouses', { code: 'SHELVES', name: 'Shelves', time_zone: 'UTC' }),
  );
  const places: Record<string, string> = {};
  for (const aisle of ['A', 'B'])
    for (let bay = 1; bay <= 8; bay += 1)
      for (let level = 1; level <= 3; level += 1) {
        const code = `${aisle}-0${bay}-0${level}`;
        const limit = aisle === 'A' ? { capacity: 20 } : {};
        const body = { warehouse_id: warehouse.id, code, type: 'storage', zone: aisle, ...limit };
        places[code] = (await ok(client.post('/api/wms/locations', body))).id;
      }
  // Another way of writing a spot that is taken.
  const other = { warehouse_id: warehouse.id, code: 'A.08.03', type: 'storage', zone: 'A', capacity: 20 };
  await ok(client.post('/api/wms/locations', other));
  const fill = (code: string, qty: number) =>
    ok(
      client.post('/api/wms/inventory/adjust', {
        warehouse_id: warehouse.id,
        location_id: places[code],
        item_id: standard.items['PLAIN'],
        qty_delta: qty,
        reason_code: 'found',
      }),
    );
  for (const [at, qty] of [4, 9, 14, 19, 20, 7].entries()) await fill(`A-0${at + 1}-01`, qty);
  await fill('B-01-01', 33);
  for (const [at, days] of [0, 20, 60, 120, 300].entries()) {
    const place = places[`B-0${at + 2}-02`]!;
    const task = await ok(
      client.post('/api/wms/count-tasks', { warehouse_id: warehouse.id, location_ids: [place] }),
    );
    await ok(client.post(`/api/wms/count-tasks/${task.id}/lines`, { empty_location_ids: [place] }));
    await ok(client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'complete' }));
    await owner.query(
      `update count_task_locations set visited_at = visited_at - make_interval(days => $2) where task_id = $1`,
      [task.id, days],
    );
  }
  return { code: 'SHELVES Shelves', places, warehouseId: warehouse.id };
}

inBrowser(test.serial)('the shelves as a picture: how full, and how long ago counted', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { client, standard, url, clientWith } = platform;
  const { code } = await livelyShelves();
  const cellIn = (page: Page) => (name: string) => page.locator(`[data-place="${name}"]`);
  const page = await everywhere(t, browser, '/ops/shelves', async (one, where) => {
    await one.getByLabel('Warehouse').selectOption({ label: code });
    const cell = cellIn(one);
    await cell('A-01-01').waitFor();
    for (const [at, figure] of ['20%', '45%', '70%', '95%', '100%'].entries()) {
      t.is(await cell(`A-0${at + 1}-01`).innerText(), figure, where);
      t.true((await cell(`A-0${at + 1}-01`).getAttribute('class'))!.split(' ').includes(`s${at + 1}`), where);
    }
    t.regex((await cell('B-01-01').getAttribute('class'))!, /unlimited/, where);
    for (const code of ['A-08-03', 'A.08.03']) t.is(await cell(code).count(), 1, where);
  });
  await page.getByLabel('Warehouse').selectOption({ label: code });
  const cell = cellIn(page);
  await cell('A-01-01').click();
  await page.locator('#place').getByText('4 PLAIN, available').waitFor();
  // By keyboard: one stop a rack, arrows inside it.
  await cell('A-01-03').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  t.is(await page.evaluate('document.activeElement.dataset.place'), 'A-02-02');

  await page.getByLabel('Age of count').check();
  for (const [at, figure] of ['0 d', '20 d', '60 d', '120 d', '300 d'].entries()) {
    t.is(await cell(`B-0${at + 2}-02`).innerText(), figure);
    t.true((await cell(`B-0${at + 2}-02`).getAttribute('class'))!.split(' ').includes(`s${at + 1}`));
  }
  t.regex((await cell('A-01-01').getAttribute('class'))!, /unlimited/);
  await picture(page, 'ops-shelves-age');
  await page.locator('#zone').selectOption('B');
  await until('the other zone is gone', async () => (await cell('A-01-01').count()) === 0);

  // Who may not see counts, and who sees one merchant's goods alone, is told so.
  const figures = async (accessToken: string): Promise<number> => {
    const body = new URLSearchParams({ access_token: accessToken });
    const login = await fetch(`${url}/ops/login`, { method: 'POST', redirect: 'manual', body });
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
    return (await fetch(`${url}/ops/shelves/api/figures`, { headers: { cookie } })).status;
  };
  t.is((await fetch(`${url}/ops/shelves/api/figures`)).status, 401);
  t.is(await figures((await clientWith(standard, ['yms.view'])).accessToken), 403);
  t.is(await figures(client.accessToken), 200);
  const bound = await client.post('/api/tenancy/tokens', {
    name: 'one merchant',
    permissions: ['wms.cycle_count.view'],
    merchant_id: standard.merchantId,
  });
  t.is(await figures(bound.body.data.access_token), 403);
});
