import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { roles } from '../../domain/permissions.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

async function logIn({ accessToken }: Client, next?: string): Promise<{ cookie: string; to: string | null }> {
  const answer = await fetch(`${platform.url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: accessToken, ...(next && { next }) }),
  });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
  return { cookie, to: answer.headers.get('location') };
}

const ask = (cookie: string, path: string, method = 'GET') =>
  fetch(`${platform.url}/ops/queues${path}`, { method, redirect: 'manual', headers: { cookie } });

test('the queues of all organizations are for those who were given ops.view by name', async (t) => {
  const { standard, clientWith } = platform;
  t.is((await ask('', '')).headers.get('location'), '/ops/login?next=%2Fops%2Fqueues');
  for (const [role, granted] of Object.entries(roles)) {
    const client = await clientWith(standard, granted);
    const { cookie } = await logIn(client);
    t.not((await ask(cookie, '')).status, 200, role);
  }
  const packer = await logIn(await clientWith(standard, ['wms.print.view']));
  t.is(packer.to, '/ops/print', 'a packer lands where a packer may be');
  t.is((await ask(packer.cookie, '')).status, 403);
  const ops = await logIn(await clientWith(standard, ['ops.view']));
  t.is(ops.to, '/ops');
  t.is((await ask(ops.cookie, '')).status, 200);
  const { merchantId } = platform.threePl;
  const merchant = await clientWith(platform.threePl, ['ops.view', 'wms.print.view'], { merchantId });
  t.is((await ask((await logIn(merchant)).cookie, '')).status, 403, 'no merchant sees every organization');
  const elsewhere = await logIn(await clientWith(standard, ['ops.view']), '//evil.example/');
  t.is(elsewhere.to, '/ops', 'the login sends nobody to another site');
});

test('a form of another host, also of the same site, and one that hides where it stands does nothing here', async (t) => {
  const { cookie } = await logIn(await platform.clientWith(platform.standard, ['ops.view', 'ops.manage']));
  const press = async (headers: object): Promise<number> =>
    (
      await fetch(`${platform.url}/ops/put-aside`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, ...headers },
        body: new URLSearchParams({ organization_id: 'x', command_id: 'y' }),
      })
    ).status;
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    t.is(await press(headers), 403, JSON.stringify(headers));
  // It comes as far as being read: ours, and a program's.
  for (const headers of [{ origin: platform.url, 'sec-fetch-site': 'same-origin' }, {}])
    t.is(await press(headers), 400, JSON.stringify(headers));
});

test('no page with buttons can be put into a frame', async (t) => {
  const { cookie } = await logIn(
    await platform.clientWith(platform.standard, ['ops.view', 'wms.print.view', 'integration.view']),
  );
  for (const path of ['/ops/login', '/ops', '/ops/queues', '/ops/print', '/ops/integration', '/docs']) {
    const page = await fetch(platform.url + path, { redirect: 'manual', headers: { cookie } });
    t.is(page.status, 200, path);
    t.regex(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
  }
});

test('a job that failed for good is seen with its reason; run again it is a new command, and its caller cannot get both', async (t) => {
  const { owner, standard, client, clientWith } = platform;
  await owner.query(`
    create function planted_fault() returns trigger language plpgsql as $$ begin raise exception 'the shelf is on fire'; end $$;
    create trigger planted_fault before insert on inventory_ledger for each row execute function planted_fault()`);
  const adjustment = {
    warehouse_id: standard.warehouseId,
    item_id: standard.items['PLAIN'],
    location_id: standard.locations['A-01'],
    qty_delta: 7,
    reason_code: 'found',
  };
  const send = () =>
    client.post('/api/wms/inventory/adjust', adjustment, {
      headers: { prefer: 'respond-async', 'idempotency-key': 'seven-found' },
    });
  const sent = await send();
  t.is(sent.status, 202, sent.text);
  const failedId: string = sent.body.data.operation_id;
  const operation = async (id = failedId) => (await client.get(`/api/operations/${id}`)).body.data;
  await until('the last attempt failed', async () => (await operation()).state === 'failed');
  const onV1 = (await client.get(`/v1/operations/${failedId}`)).body;
  for (const told of [await operation(), onV1]) {
    t.is(told.error.code, 'COMMAND_FAILED');
    t.false(JSON.stringify(told).includes('on fire'), 'the reason is for ops, not for callers');
  }

  const viewer = await logIn(await clientWith(standard, ['ops.view']));
  const manager = await logIn(await clientWith(standard, ['ops.view', 'ops.manage']));
  const listed = await ask(viewer.cookie, '/api/queues?activeQueue=inventory&status=failed&page=1');
  t.is(listed.status, 200);
  const { queues } = (await listed.json()) as {
    queues: { name: string; jobs: { id: string; failedReason: string; data: object }[] }[];
  };
  const [job] = queues.find(({ name }) => name === 'inventory')!.jobs;
  t.regex(job!.failedReason, /the shelf is on fire/);

  const again = `/api/queues/inventory/${encodeURIComponent(job!.id)}/retry`;
  t.is((await ask(viewer.cookie, again, 'PUT')).status, 403, 'seeing is not managing');
  await owner.query('drop trigger planted_fault on inventory_ledger');
  const clicks = await Promise.all([1, 2, 3].map(() => ask(manager.cookie, again, 'PUT')));
  t.true(clicks.some(({ status }) => status === 204));
  const { rows: reruns } = await owner.query(
    `select r.rerun_id, c.actor -> 'rerun_by' ->> 'name' as by, c.actor ->> 'rerun_of' as of
       from command_reruns r join commands c on c.id = r.rerun_id where r.failed_id = $1`,
    [failedId],
  );
  t.is(reruns.length, 1, 'one new command, however often it was clicked');
  t.is(reruns[0].of, failedId);
  t.truthy(reruns[0].by, 'the audit names the operator');
  await until('the re-run is done', async () => (await operation(reruns[0].rerun_id)).state === 'done');

  const repeated = await send();
  t.is(repeated.body.data?.operation_id ?? repeated.body.error.details.operation_id, failedId);
  t.is((await operation()).state, 'failed', 'what its caller was told stays');
  const { rows } = await owner.query('select sum(qty_delta)::float as sum from inventory_ledger');
  t.is(rows[0].sum, 7, 'once, however often it was tried, sent and clicked');
});
