/**
 * The whole platform through a real PgBouncer in transaction mode, where no session belongs to anybody and nothing may
 * notice.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { pino } from 'pino';
import { startApi } from '../../server/run-api.ts';
import { startWorkers } from '../../server/run-workers.ts';
import { createClient } from '../helpers/client.ts';
import { hasPgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts';
import { testSecrets, testServers } from '../helpers/servers.ts';
import { startPlatform } from '../helpers/platform.ts';

const through = hasPgBouncer && testServers().redisUrl ? test : test.skip;

through(
  'a platform behind PgBouncer (where it is installed, on Redis) reads, writes and works off its queues',
  async (t) => {
    const platform = await startPlatform(t, { workers: false });
    const dir = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
    t.teardown(() => rmSync(dir, { recursive: true, force: true }));
    chmodSync(dir, 0o711);
    const { urlOf, stop } = await startPgBouncer({
      dir: path.join(dir, 'bouncer'),
      primaryUrl: platform.appUrl,
      userUrls: [platform.appUrl, platform.systemUrl],
      poolSize: 4,
      waitSeconds: 60,
    });
    t.teardown(stop);
    const shared = {
      appUrl: urlOf(platform.appUrl),
      systemUrl: urlOf(platform.systemUrl),
      redisUrl: platform.redisUrl,
      prefix: platform.prefix,
      secrets: testSecrets,
      log: pino({ level: 'silent' }),
      isPooled: true,
    };
    const api = await startApi({ ...shared, port: 0, host: '127.0.0.1', responseCheck: 'throw' });
    t.teardown(() => api.stop());
    const workers = await startWorkers({ ...shared, concurrency: 8 });
    t.teardown(() => workers.stop());
    const { standard } = platform;
    const client = createClient(api.url, standard);

    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        client.post('/api/wms/items', { sku: `POOLED-${index}`, name: `Pooled ${index}` }),
      ),
    );
    t.deepEqual([...new Set(made.map(({ status }) => status))], [201]);
    const booked = await Promise.all(
      made.map(({ body }) =>
        client.post('/api/wms/inventory/adjust', {
          warehouse_id: standard.warehouseId,
          location_id: standard.locations['A-01'],
          item_id: body.data.id,
          reason_code: 'found',
          qty_delta: 3,
        }),
      ),
    );
    t.deepEqual([...new Set(booked.map(({ status }) => status))], [200]);
    const reads = await Promise.all(
      made.map(({ body }) => client.get(`/api/wms/inventory?item_id=${body.data.id}`)),
    );
    t.true(reads.every(({ body }) => body.data[0].qty === 3));
    const other = createClient(api.url, platform.threePl);
    t.is(
      (await other.get('/api/wms/items?q=POOLED')).body.meta.total,
      0,
      'no tenant is left behind in a session',
    );

    const bare = new pg.Client({ connectionString: urlOf(platform.appUrl) });
    await bare.connect();
    t.is(
      (await bare.query('show statement_timeout')).rows[0].statement_timeout,
      '20s',
      'the role brings its limits',
    );
    await bare.end();
  },
);
