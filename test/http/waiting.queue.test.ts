/** What a caller sees while no worker runs: 202 when the wait times out, 409 for a second request with the same key. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';

test('a wait that runs out answers 202, the same key 409 with Retry-After, and a worker finishes it later', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard } = platform;
  const body = {
    warehouse_id: standard.warehouseId,
    item_id: standard.items['PLAIN'],
    location_id: standard.locations['A-01'],
    qty_delta: 3,
    reason_code: 'found',
  };
  const send = (prefer: string) =>
    client.post('/api/wms/inventory/adjust', body, { headers: { prefer, 'idempotency-key': 'slow' } });
  const first = await send('wait=1');
  t.is(first.status, 202, first.text);
  const second = await send('wait=1');
  t.is(second.status, 409, second.text);
  t.is(second.body.error.code, 'IDEMPOTENCY_KEY_IN_USE');
  t.truthy(second.headers.get('retry-after'));
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const third = await send('wait=20');
  t.is(third.status, 200, third.text);
  t.is(third.headers.get('idempotent-replayed'), 'true');
  const { rows } = await platform.owner.query('select sum(qty_delta)::float as sum from inventory_ledger');
  t.is(rows[0].sum, 3);
});
