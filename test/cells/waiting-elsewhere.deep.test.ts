/** What waits of an organization is seen by whoever runs the cell it works in, and by nobody else: before, during and after a move. */
import test from 'ava';
import { moveOrganization } from '../../server/cells/move-organization.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { enrollHub, testDevice, TestLink } from '../printing/relay-client.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { startLogicalPostgres } from './logical-postgres.ts';
import { moveOf, ownersOf } from './move-rig.ts';

/** The figures of a cell that are not zero, among those of what waits. */
async function figuresOf({ url }: OwnPlatform): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^((?:commands|print|hubs|webhook|store|carrier)\w*)(?:\{[^}]*\})? (\S+)$/gm);
  return [...new Set([...lines].filter(([, , value]) => Number(value) !== 0).map(([, name]) => name!))];
}

/** `/ops` of a cell, as its other organization's operator sees it. */
async function pageOf({ url, threePl }: OwnPlatform): Promise<string> {
  const login = await fetch(`${url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: threePl.accessToken }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  return (await fetch(`${url}/ops`, { headers: { cookie } })).text();
}

/** One of each: a command that waits and one that failed, a label, a hub that is silent, a delivery. */
async function makeWait(platform: OwnPlatform, endpoint: string): Promise<void> {
  const { client, owner, standard, url } = platform;
  const workers = await platform.startWorkers();
  const link = await TestLink.greeted(url, await enrollHub(url, client), [testDevice()]);
  const hook = await client.post('/api/tenancy/webhook-endpoints', {
    url: endpoint,
    event_types: ['sales_order.created'],
  });
  if (hook.status !== 201) throw new Error(hook.text);
  await client.post('/api/oms/orders', {
    lines: [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }],
  });
  await until('its event is due', async () => {
    const { rows } = await owner.query(`select 1 from webhook_deliveries where status = 'pending'`);
    return rows.length > 0;
  });
  await client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: '^XA^XZ' });
  link.close();
  await workers.stop();
  const adjust = async (): Promise<string> => {
    const adjustment = {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: 1,
      reason_code: 'found',
    };
    const headers = { prefer: 'respond-async' };
    return (await client.post('/api/wms/inventory/adjust', adjustment, { headers })).body.data.operation_id;
  };
  await owner.query(
    `update commands set state = 'failed', finished_at = now(), outcome = '{"state":"failed","message":"away"}' where id = $1`,
    [await adjust()],
  );
  await owner.query(`update commands set created_at = now() - interval '2 hours' where id = $1`, [
    await adjust(),
  ]);
  await owner.query(`update print_jobs set status = 'queued', queued_at = now() - interval '40 minutes'`);
  await owner.query(`update hubs set last_seen_at = now() - interval '35 minutes'`);
  await owner.query(`update webhook_deliveries set created_at = now() - interval '2 hours'`);
}

test('what waits of an organization that moves is shown where it works, and only there', async (t) => {
  t.timeout(600_000);
  const servers = { ...testServers(), databaseUrl: (await startLogicalPostgres(t)).url };
  const a = await startPlatform(t, { servers, workers: false, api: { cell: 'a' } });
  const b = await startPlatform(t, { servers, workers: false, api: { cell: 'b' } });
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  receiver.answer = () => 500;
  await makeWait(a, receiver.url);
  const nothing = await figuresOf(b);
  const all = await figuresOf(a);
  for (const name of ['commands_open', 'commands_failed', 'print_jobs', 'print_lag_seconds', 'hubs'])
    t.true(all.includes(name), name);
  t.true(all.includes('webhook_lag_seconds'));
  const { name } = (await a.owner.query('select name from organizations where id = $1', [a.standard.id]))
    .rows[0];
  const isShown = async (cell: OwnPlatform): Promise<boolean> => (await pageOf(cell)).includes(name);
  t.true(await isShown(a));

  const plan = moveOf(a.standard.id, a, ownersOf(t, a, b));
  const copied = (step: string): void => {
    if (step === 'freeze') throw new Error('copied');
  };
  await t.throwsAsync(moveOrganization({ ...plan, before: copied }), { message: 'copied' });
  t.deepEqual(await figuresOf(a), all, 'while it is copied');
  t.deepEqual(await figuresOf(b), nothing, 'while it is copied');
  t.deepEqual([await isShown(a), await isShown(b)], [true, false]);

  await moveOrganization(plan);
  t.deepEqual(await figuresOf(a), nothing, 'once it works there');
  t.deepEqual(await figuresOf(b), all, 'once it works there');
  t.deepEqual([await isShown(a), await isShown(b)], [false, true]);
});
