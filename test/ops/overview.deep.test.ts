/** `/ops/overview`: the last day from our own tables, in figures and as people see it. */
import test from 'ava';
import { seriousFaults, screens } from '../integration/console-rig.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { newOrder, newItem } from '../orders/orders-rig.ts';
import { inBrowser, logIn, openBrowser, overflows, picture } from '../printing/browser.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => (platform = await startPlatform(undefined)));
test.after.always(() => platform?.stop());

interface Copy {
  hoursAgo: number;
  warehouse?: string;
}

/** Copies of a record over the last day, so that there is something to draw. */
async function copies(table: string, id: string, number: string | null, moment: string, list: Copy[]) {
  const { owner } = platform;
  const { rows } = await owner.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const names = rows.map(({ column_name: name }) => `"${name}"`).join(', ');
  for (const [at, { hoursAgo, warehouse }] of list.entries()) {
    const minutes = hoursAgo * 60 + 5;
    await owner.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table},
         (select to_jsonb(x) from ${table} x where x.id = $1)
         || jsonb_build_object('id', gen_random_uuid(), '${moment}', now() - make_interval(mins => $2), 'created_at', now() - make_interval(mins => $2))
         || ${number ? `jsonb_build_object('${number}', $3::text)` : `case when $3::text is null then '{}'::jsonb else '{}'::jsonb end`}
         || case when $4::text is null then '{}'::jsonb else jsonb_build_object('warehouse_id', $4::text) end)`,
      [id, minutes, `COPY-${table}-${at}`, warehouse ?? null],
    );
  }
}

async function figures(): Promise<any> {
  const { url, client } = platform;
  const login = await fetch(`${url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: client.accessToken }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  const answer = await fetch(`${url}/ops/overview/api/figures`, { headers: { cookie } });
  return answer.json();
}

const sum = (values: number[] = []): number => values.reduce((all, value) => all + value, 0);

test.serial('the last day is counted by hour and warehouse, and the queues are sampled', async (t) => {
  const { client, standard, owner, url, clientWith } = platform;
  t.is((await fetch(`${url}/ops/overview/api/figures`)).status, 401);
  const packer = await clientWith(standard, ['wms.print.view']);
  const login = await fetch(`${url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: packer.accessToken }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  t.is((await fetch(`${url}/ops/overview/api/figures`, { headers: { cookie } })).status, 403);

  const { warehouseId } = standard;
  const west = (await client.post('/api/wms/warehouses', { code: 'WEST', name: 'West', time_zone: 'UTC' }))
    .body.data.id;
  const item = await newItem(platform, standard);
  const order = await newOrder(client, [{ item, qty: 2 }], { warehouse_id: warehouseId });
  const hours = [1, 2, 2, 3, 5, 8, 9, 9, 9, 10, 14, 20, 23];
  const some = hours.map((hoursAgo, at) => ({ hoursAgo, ...(at % 3 === 0 ? { warehouse: west } : {}) }));
  await copies('sales_orders', order.id, 'order_no', 'created_at', [...some, { hoursAgo: 26 }]);
  const made = await client.post('/api/wms/print-jobs', {
    label_kind: 'carton',
    zpl_content: '^XA^FDx^FS^XZ',
    warehouse_id: warehouseId,
  });
  const job = made.body.data.id;
  await owner.query(`update print_jobs set status = 'done', finished_at = now() where id = $1`, [job]);
  await copies('print_jobs', job, null, 'finished_at', some);
  await owner.query(
    `insert into queue_samples select date_trunc('minute', now()) - make_interval(mins => n * 10), 'receiving', n % 7, 3 + 40 * (n % 9), case when n < 20 then 2 else 0 end
       from generate_series(1, 130) n on conflict do nothing`,
  );
  await owner.query(
    `insert into request_samples select date_trunc('minute', now()) - make_interval(mins => n * 10), 400 + n, case when n % 30 < 3 then 2 + n % 3 else 0 end
       from generate_series(1, 160) n on conflict do nothing`,
  );
  const day = await until('the figures are fresh', async () => {
    const found = await figures();
    return sum(found.counts.labels[warehouseId]) > 0 ? found : undefined;
  });
  t.deepEqual(day.warehouses.map(({ code }: { code: string }) => code).includes('WEST'), true);
  t.is(sum(day.counts.orders[west]), some.filter(({ warehouse }) => warehouse).length);
  t.is(sum(day.counts.orders[warehouseId]), some.filter(({ warehouse }) => !warehouse).length + 1);
  t.is(day.counts.orders[warehouseId].length, 24);
  t.is(day.counts.orders[warehouseId].at(-1), 1, 'the newest hour is the last');
  t.is(sum(day.counts.labels[warehouseId]), some.filter(({ warehouse }) => !warehouse).length + 1);
  t.deepEqual(day.counts.labels_failed, {});
  const receiving = day.queues.find(({ queue }: { queue: string }) => queue === 'receiving');
  t.is(receiving.lag_seconds.length, 96);
  t.is(Math.max(...receiving.lag_seconds.filter((lag: number | null) => lag !== null)), 3 + 40 * 8);
  t.is(day.requests.errors.length, 96);
  const expected = Array.from({ length: 143 }, (_, at) => ((at + 1) % 30 < 3 ? 2 + ((at + 1) % 3) : 0));
  t.is(sum(day.requests.errors), sum(expected));
  // The process itself adds what it answers to the present minute.
  await until('requests are counted', async () => {
    const { rows } = await owner.query(
      "select 1 from request_samples where at >= date_trunc('minute', now()) - interval '1 minute' and requests > 0",
    );
    return rows.length > 0;
  });
  // The schedule itself samples every queue, each minute once.
  const { rows } = await owner.query(
    "select count(*)::int as queues, count(distinct at)::int as minutes from queue_samples where at > now() - interval '5 minutes'",
  );
  t.true(rows[0].queues >= day.queues.length);
});

inBrowser(test.serial)('it is read at a desk, on a tablet and on a phone, light and dark', async (t) => {
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const { url, client } = platform;
  for (const [size, screen] of Object.entries(screens)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const where = `${size}, ${colorScheme}`;
      const page = await logIn(
        t,
        browser,
        url,
        client.accessToken,
        { ...screen, colorScheme },
        '/ops/overview',
      );
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.getByRole('heading', { name: 'Orders in' }).waitFor();
      t.true((await page.locator('rect.bar-part').count()) > 10, where);
      t.true(await page.getByText('most 5 min').first().isVisible(), where);
      // What failed has a line of its own, where anything did.
      t.is(await page.getByRole('img', { name: 'at most 2 failed commands' }).count(), 1, where);
      t.true(await page.getByRole('img', { name: /^Errors: \d\d in the last day/ }).isVisible(), where);
      t.false(await overflows(page), where);
      t.deepEqual(await seriousFaults(page), [], where);
      t.deepEqual(complaints, [], where);
      await picture(page, `ops-overview-${size}-${colorScheme}`);
    }
  }
  // Live: what happens now is drawn without anybody reloading the page.
  const page = await logIn(t, browser, url, client.accessToken, screens.desk, '/ops/overview');
  const figure = page.locator('article', { hasText: 'Orders in' }).locator('.figure');
  const before = Number(await figure.innerText());
  const item = await newItem(platform, platform.standard);
  await newOrder(client, [{ item, qty: 1 }], { warehouse_id: platform.standard.warehouseId });
  await until('the page shows the new order', async () => Number(await figure.innerText()) === before + 1);
});
