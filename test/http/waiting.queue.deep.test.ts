/** What a caller sees while no worker runs: 202 when the wait times out, and the same operation for whoever repeats it. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { unknownId } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';

test('a wait that runs out answers 202, the same key the same operation, and a worker finishes it later', async (t) => {
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
  t.is(second.status, 202, second.text);
  t.deepEqual(second.body.data, first.body.data);
  t.is(second.headers.get('location'), first.headers.get('location'));
  t.is(second.headers.get('idempotent-replayed'), 'true');
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const third = await send('wait=20');
  t.is(third.status, 200, third.text);
  t.is(third.headers.get('idempotent-replayed'), 'true');
  const { rows } = await platform.owner.query('select sum(qty_delta)::float as sum from inventory_ledger');
  t.is(rows[0].sum, 3);
});

test('an asynchronous write repeated while it runs answers its operation: POST, PATCH, DELETE, v1 and items', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, standard } = platform;
  const { warehouseId, items, locations } = standard;
  const adjustment = {
    warehouse_id: warehouseId,
    item_id: items['PLAIN'],
    location_id: locations['A-01'],
    qty_delta: 3,
    reason_code: 'found',
  };
  const headers = { prefer: 'respond-async', 'idempotency-key': 'twice' };
  const receipt = { warehouse_id: 'W1', lines: [{ sku: 'PLAIN', qty: 1 }] };
  const writes = {
    adjust: () => client.post('/api/wms/inventory/adjust', adjustment, { headers }),
    receipt: () => client.post('/v1/wms/receipts', receipt, { headers }),
    lift: () => client.delete(`/api/oms/orders/${unknownId}/holds/${unknownId}`, { headers }),
    step: () => client.patch(`/api/wms/shipments/${unknownId}`, { action: 'pick' }, { headers }),
  };
  for (const [name, write] of Object.entries(writes)) {
    const [first, again, oncemore] = [await write(), await write(), await write()];
    t.is(first.status, 202, `${name}: ${first.text}`);
    for (const repeated of [again, oncemore]) {
      t.is(repeated.status, 202, `${name}: ${repeated.text}`);
      t.deepEqual(repeated.body, first.body, name);
      t.is(repeated.headers.get('location'), first.headers.get('location'));
    }
  }
  const batch = () =>
    client.post(
      '/api/wms/inventory/adjust-batch',
      { items: [{ ...adjustment, idempotency_key: 'an item' }, adjustment] },
      { headers: { ...headers, 'idempotency-key': 'a batch' } },
    );
  const [first, again] = [await batch(), await batch()];
  const placed = ({ body }: typeof first) =>
    body.data.items.map(({ status, operation_id: id }: any) => [status, id]);
  t.is(first.body.data.pending, 2, first.text);
  t.is(again.body.data.pending, 2, again.text);
  t.deepEqual(placed(again), placed(first));

  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const done = await until('the repeated request answers its outcome', async () => {
    const answer = await writes.adjust();
    return answer.status === 202 ? undefined : answer;
  });
  t.is(done.status, 200, done.text);
  await until('everything accepted has its outcome', async () => {
    const { rows } = await platform.owner.query("select 1 from commands where state = 'accepted' limit 1");
    return rows.length === 0;
  });
  const { rows } = await platform.owner.query('select sum(qty_delta)::float as sum from inventory_ledger');
  t.is(rows[0].sum, 9, 'each was done once');
});
