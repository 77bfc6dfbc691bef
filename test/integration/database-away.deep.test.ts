/**
 * A real Postgres is stopped under the platform: its webhook is not answered with success meanwhile, and makes one
 * order when sent again.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';
import { startRig } from '../chaos/rig.ts';
import { createClient } from '../helpers/client.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, connect, ordersOfStore, publish, send, settledEvent } from './storefront-rig.ts';

test.serial('with the database down a webhook is a 5xx, and later one order', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'database-away-'));
  // Root's Postgres runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const launch = () =>
    startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), durable: true, log: () => {} });
  let postgres = await launch();
  t.teardown(() => postgres.stop('immediate'));
  const rig = await startRig({ databaseUrl: postgres.url, redis: false });
  t.teardown(() => rig.stop());
  const client = createClient(rig.url, rig.organization);
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const body = anotherOrder('820982911946160001', '9001');
  const before = await send(rig.url, { body: anotherOrder('820982911946160000', '9000') });
  t.is(before.status, 200);

  await postgres.stop('immediate');
  for (let sends = 0; sends < 3; sends += 1) {
    const { status, body: answer, headers } = await send(rig.url, { body });
    t.is(status, 503);
    t.is(answer.error.code, 'UNAVAILABLE');
    t.truthy(headers.get('retry-after'));
  }
  postgres = await launch();

  const kept = await until('the platform is back', async () => {
    const again = await send(rig.url, { body });
    return again.status === 200 && again.body.data;
  });
  const repeat = await send(rig.url, { body });
  t.like(repeat.body.data, { duplicate: true, event_id: kept.event_id });
  t.is((await settledEvent(client, kept.event_id)).status, 'processed');
  t.is((await settledEvent(client, before.body.data.event_id)).status, 'processed');
  for (const number of ['9000', '9001']) t.is((await ordersOfStore(client, number)).length, 1);
});
