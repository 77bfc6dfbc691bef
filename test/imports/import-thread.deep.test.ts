/** A large file makes nobody else wait: others are answered all the while, and errors in it are reported as before. */
import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { othersAnswered } from '../helpers/others-answered.ts';
import { until } from '../helpers/wait.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

const longCsv = `sku,name\n${Array.from({ length: 90_000 }, (_, index) => `S${index},"Item ${index}, of a long file, ${'x'.repeat(40)}"`).join('\n')}`;

test.serial('while eight megabytes are refused by their schema, others are answered', async (t) => {
  await othersAnswered(
    platform,
    '/api/wms/imports/items',
    JSON.stringify({ csv: 'sku,name\nWARM,Up\n', dry_run: true }),
  );
  const { status, others } = await othersAnswered(
    platform,
    '/api/wms/imports/items',
    JSON.stringify({ csv: longCsv, dry_run: 1 }),
  );
  t.is(status, 400);
  t.true(others >= 4, `${others} requests of others were answered meanwhile`);
});

test.serial('a file of 90,000 lines is taken in, and its command names it by its digest alone', async (t) => {
  const { client, owner, standard } = platform;
  const made = await client.post('/api/wms/imports/items', { csv: longCsv, dry_run: true });
  t.is(made.status, 201, made.text);
  t.is(made.body.data.lines_total, 90_000);
  const { rows } = await owner.query(
    `select length(input::text)::int as length, input ->> 'csv_sha256' as digest from commands
      where organization_id = $1 and name = 'wms.start_import' order by created_at desc limit 1`,
    [standard.id],
  );
  t.true(rows[0].length < 300);
  t.regex(rows[0].digest, /^[0-9a-f]{64}$/);
});

test.serial('what is wrong with a body is told from the thread as from anywhere', async (t) => {
  const { client } = platform;
  for (const [body, code] of [
    [{ csv: '' }, 'empty'],
    [{ csv: 'sku\nA' }, 'missing_column'],
    [{ csv: 'sku,name\n"A' }, 'syntax'],
    [{ csv: 'sku,name\nA,B', color: 'red' }, 'unknown_field'],
    [{}, 'required'],
  ] as const) {
    const { status, body: answer } = await client.post('/api/wms/imports/items', body);
    t.is(status, 400);
    t.is(answer.error.details[0].code, code);
  }
  const broken = await fetch(`${platform.url}/api/wms/imports/items`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${platform.standard.accessToken}`,
      'x-organization-id': platform.standard.id,
      'content-type': 'application/json',
    },
    body: '{"csv":',
  });
  t.is(broken.status, 400);
});

test.serial("an organization's large files keep nobody else's small one waiting", async (t) => {
  const { client, threePl } = platform;
  const other = await platform.clientWith(threePl, ['wms.master_data.manage', 'wms.master_data.view']);
  const small = { csv: 'sku,name,merchant\nSMALL,B,M1\n', dry_run: true };
  t.is((await other.post('/api/wms/imports/items', small)).status, 201);
  const order: string[] = [];
  const large = [1, 2].map(async () => {
    const { status } = await client.post('/api/wms/imports/items', { csv: longCsv, dry_run: true });
    order.push(`large ${status}`);
  });
  // Both are here, and as many are at work as may be.
  await new Promise((resolve) => setTimeout(resolve, 200));
  order.push(`small ${(await other.post('/api/wms/imports/items', small)).status}`);
  await Promise.all(large);
  t.deepEqual(order.slice(0, 1), ['small 201']);
});

test.serial(
  'an organization has as many imports taken in at once as its quota says; others have theirs',
  async (t) => {
    const { client, database, standard, threePl } = platform;
    await setQuotas(database, standard.id, { imports: 1 });
    await until(
      'the quota is known',
      async () => (await client.get('/api/tenancy/settings')).body.data.quotas.imports === 1,
    );
    const body = { csv: longCsv, dry_run: true };
    const other = await platform.clientWith(threePl, ['wms.master_data.manage', 'wms.master_data.view']);
    let statuses: number[] = [];
    await until(
      'the quota is in force',
      async () => {
        const answers = await Promise.all(
          Array.from({ length: 3 }, () => client.post('/api/wms/imports/items', body)),
        );
        statuses = answers.map(({ status }) => status);
        return statuses.includes(429);
      },
      120_000,
    );
    t.deepEqual(
      statuses.filter((status) => status !== 429 && status !== 201),
      [],
    );
    const small = await other.post('/api/wms/imports/items', {
      csv: 'sku,name,merchant\nA,B,M1\n',
      dry_run: true,
    });
    t.is(small.status, 201, small.text);
  },
);
