/** The whole platform through a real PgBouncer in transaction mode: no session is anybody's, and nothing notices. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { pino } from 'pino';
import { freePort } from '../../server/free-port.ts';
import { startApi } from '../../server/run-api.ts';
import { startWorkers } from '../../server/run-workers.ts';
import { createClient } from '../helpers/client.ts';
import { testSecrets, testServers } from '../helpers/servers.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => existsSync(file));
const through = program && testServers().redisUrl ? test : test.skip;
const serverConnections = 4;
// It refuses to run as root; nobody owns nothing here.
const nobody = 65_534;

/** PgBouncer before the platform's database; stops with the test. */
async function startBouncer(
  platform: OwnPlatform,
  dir: string,
): Promise<{ urlOf(url: string): string; child: ChildProcess }> {
  const port = await freePort();
  const [app, system] = [new URL(platform.appUrl), new URL(platform.systemUrl)];
  const users = [app, system].map((url) => `"${url.username}" "${decodeURIComponent(url.password)}"`);
  writeFileSync(path.join(dir, 'users.txt'), `${users.join('\n')}\n`);
  writeFileSync(
    path.join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${app.hostname} port=${app.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(dir, 'users.txt')}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 200
`,
  );
  chmodSync(dir, 0o755);
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const child = spawn(program!, [path.join(dir, 'pgbouncer.ini')], { stdio: 'ignore', ...asNobody });
  const urlOf = (url: string): string => {
    const changed = new URL(url);
    changed.host = `127.0.0.1:${port}`;
    return changed.href;
  };
  await until('PgBouncer answers', async () => {
    const client = new pg.Client({ connectionString: urlOf(platform.appUrl) });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  });
  return { urlOf, child };
}

through(
  'a platform behind PgBouncer (where it is installed, on Redis) reads, writes and works off its queues',
  async (t) => {
    const platform = await startPlatform(t, { workers: false });
    const dir = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
    t.teardown(() => rmSync(dir, { recursive: true, force: true }));
    const { urlOf, child } = await startBouncer(platform, dir);
    t.teardown(() => child.kill('SIGINT'));
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
