/** A worker that is told to stop begins nothing more, however long what it has begun takes. */
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { until, within } from '../helpers/wait.ts';

test('while a subscriber does not answer, a worker that stops takes no job any more', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard } = platform;
  let heard = 0;
  const hangUps: (() => void)[] = [];
  const silent = createServer((socket) => {
    heard += 1;
    socket.on('error', () => {});
    hangUps.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const made = await client.post('/api/tenancy/webhook-endpoints', {
    url: `http://127.0.0.1:${port}/hooks`,
    event_types: ['webhook_endpoint.tested'],
  });
  t.is(made.status, 201, made.text);
  const workers = await platform.startWorkers();
  await client.post(`/api/tenancy/webhook-endpoints/${made.body.data.id}/test`, {});
  await until('the subscriber is called', () => heard > 0);

  let isStopped = false;
  const stopped = workers.stop().then(() => (isStopped = true));
  await pause(1_000);
  const asked = await client.post(
    '/api/wms/inventory/adjust',
    {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: 1,
      reason_code: 'found',
    },
    { headers: { prefer: 'respond-async' } },
  );
  t.is(asked.status, 202, asked.text);
  await pause(2_000);
  t.false(isStopped);
  const operation = async () =>
    (await client.get(`/api/operations/${asked.body.data.operation_id}`)).body.data.state;
  t.is(await operation(), 'accepted');

  for (const hangUp of hangUps) hangUp();
  await within('it has stopped', stopped);
  const next = await platform.startWorkers();
  t.teardown(() => next.stop());
  await until('the next one takes it', async () => (await operation()) === 'done');
});
