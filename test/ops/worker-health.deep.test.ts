import test from 'ava';
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
