import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { serveWorkerHealth } from '../../server/ops/worker-health.ts';
import { createWorkerMetrics } from '../../workers/engine/worker-metrics.ts';
import { createClient } from '../helpers/client.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

test('a worker says that it lives, that it can work, and what it finished', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const workers = await platform.startWorkers({ health: { host: '127.0.0.1', port: 0 } });
  t.teardown(() => workers.stop());
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${workers.healthUrl}${path}`, { method });
    return { status: answer.status, text: await answer.text() };
  };
  t.is((await ask('/healthz')).status, 200);
  t.deepEqual(JSON.parse((await ask('/readyz')).text), { ok: true, checks: { database: true, queue: true } });
  t.is((await ask('/')).status, 404);
  t.is((await ask('/healthz', 'POST')).status, 405);
  const finished = async (state: string) =>
    new RegExp(`^commands_finished_total\\{queue="inventory",state="${state}"\\} (\\d+)$`, 'm').exec(
      (await ask('/metrics')).text,
    )?.[1];
  t.is(await finished('done'), '0', 'the series is there before anything has happened');
  const { standard, client } = platform;
  const adjust = (quantity: number) =>
    client.post('/api/wms/inventory/adjust', {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: quantity,
      reason_code: 'found',
    });
  t.is((await adjust(3)).status, 200);
  t.is((await adjust(-5)).status, 409, 'less than nothing');
  await until(
    'both are counted',
    async () => (await finished('done')) === '1' && (await finished('refused')) === '1',
  );
  const { text } = await ask('/metrics');
  t.regex(text, /^jobs_running\{queue="inventory"\} 0$/m);
  t.regex(text, /^job_duration_seconds_count\{queue="inventory"\} 2$/m);
});

test('a job whose clean-up fails too is not shown as running for ever, and is told as failed', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { owner, threePl, url } = platform;
  const workers = await platform.startWorkers({ health: { host: '127.0.0.1', port: 0 } });
  t.teardown(() => workers.stop());
  await owner.query(`
    create function poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
    create trigger poison before update on billing_runs for each row execute function poison()`);
  const period = { period_start: '2026-01-01', period_end: '2026-01-31' };
  const begun = await createClient(url, threePl).post('/api/accounting/billing/runs', period);
  t.true(begun.status < 300, begun.text);
  await until('its plan has failed', async () => {
    const { rows } = await owner.query(
      "select 1 from commands where queue = 'billing-runs' and state = 'failed'",
    );
    return rows.length > 0;
  });
  const running = async (): Promise<string | undefined> => {
    const text = await (await fetch(`${workers.healthUrl}/metrics`)).text();
    return /^jobs_running\{queue="billing-runs"\} (\d+)$/m.exec(text)?.[1];
  };
  await until('nothing runs', async () => (await running()) === '0', 5_000);
  t.is(await running(), '0');
});

test('connections that say nothing keep no probe away', async (t) => {
  const { registry } = createWorkerMetrics();
  const fine = () => Promise.resolve();
  const health = await serveWorkerHealth({ host: '127.0.0.1', port: 0 }, registry, {
    database: fine,
    queue: fine,
  });
  t.teardown(() => health.close());
  const { port } = new URL(health.url);
  const silent = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}));
  t.teardown(() => silent.forEach((socket) => socket.destroy()));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  const { status } = await fetch(`${health.url}/readyz`, { signal: AbortSignal.timeout(30_000) });
  t.is(status, 200);
});
