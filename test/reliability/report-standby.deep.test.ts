/**
 * Reports come from a hot standby of Debian's Postgres, and whoever asks sees what they have written, however late, dead
 * or stopped that standby is.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDatabase, type TenantTransaction } from '../../db/database.ts';
import { createReportReads, type ReportPlace } from '../../db/report-reads.ts';
import { freePort } from '../../server/free-port.ts';
import { ownedDirectory, PostgresCluster, postgresPrograms } from '../chaos/postgres-cluster.ts';
import { startAnotherApi } from '../helpers/another-api.ts';
import { createClient } from '../helpers/client.ts';
import { startPlatform } from '../helpers/platform.ts';
import { adjust, freshItem } from '../helpers/shelf.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

const bin = postgresPrograms();

async function startPair(
  t: ExecutionContext,
): Promise<{ primary: PostgresCluster; standby: PostgresCluster }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-standby-'));
  chmodSync(folder, 0o711);
  const primary = new PostgresCluster(bin!, path.join(folder, 'primary'), await freePort());
  const standby = new PostgresCluster(bin!, path.join(folder, 'standby'), await freePort());
  t.teardown(async () => {
    await Promise.all([primary.stop('killed'), standby.stop('killed')]);
    rmSync(folder, { recursive: true, force: true });
  });
  await primary.create({ fsync: 'off', max_connections: 100, shared_buffers: '64MB' });
  await primary.start();
  ownedDirectory(standby.dir);
  await primary.run('pg_basebackup', [
    '--pgdata',
    standby.dir,
    '--write-recovery-conf',
    '--checkpoint',
    'fast',
  ]);
  await standby.start({ isStandby: true });
  return { primary, standby };
}

(bin ? test : test.skip)(
  'reports are read from a standby that has what was written, else from the primary',
  async (t) => {
    const { primary, standby } = await startPair(t);
    const platform = await startPlatform(t, { servers: { ...testServers(), databaseUrl: primary.url } });
    const standbyUrl = new URL(platform.appUrl);
    standbyUrl.port = String(standby.port);
    const api = await startAnotherApi(platform, { standbyUrl: standbyUrl.href });
    t.teardown(() => api.stop());
    const client = createClient(api.url, platform.standard);
    const shelf = await freshItem(platform);
    const today = new Date().toISOString().slice(0, 10);
    let written = 0;
    /** Writes a line, and asks at once for the statement that has to show it. */
    const statement = async () => {
      t.is((await adjust(client, shelf, { qty_delta: 1 })).status, 200);
      written += 1;
      const began = performance.now();
      const { status, body, text } = await client.get(
        `/api/wms/inventory/statement?from=${today}&to=${today}`,
      );
      t.is(status, 200, text);
      t.is(body.data.lines_total, written, 'what was written is there');
      return { asOf: body.meta?.as_of as string | undefined, ms: performance.now() - began };
    };
    const read = async (place: ReportPlace): Promise<number> => {
      const metrics = await (await fetch(`${api.url}/metrics`)).text();
      return Number(new RegExp(`reports_read_total\\{place="${place}"\\} (\\d+)`).exec(metrics)?.[1]);
    };
    const fromStandby = (): Promise<true> =>
      until('the standby answers again', async () => (await statement()).asOf !== undefined, 60_000);

    // Until it has replayed how the platform was made.
    await fromStandby();
    const readBefore = await read('standby');
    for (let times = 0; times < 10; times += 1) {
      const { asOf } = await statement();
      t.true(Math.abs(Date.parse(asOf!) - Date.now()) < 60_000);
    }
    t.is(await read('standby'), readBefore + 10);
    const past = new Date(Date.now() - 3 * 86_400_000).toISOString();
    t.truthy((await client.get(`/api/wms/inventory?as_of=${past}`)).body.meta.as_of);
    const now = new Date(Date.now() - 1_000).toISOString();
    t.is((await client.get(`/api/wms/inventory?as_of=${now}`)).body.meta.as_of, undefined);
    t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatches?.length ?? 0, 0);
    t.truthy(
      (await client.get('/api/wms/inventory?total=exact')).body.meta.as_of,
      'all of a list is counted',
    );
    t.is((await client.get('/api/wms/inventory')).body.meta.as_of, undefined);
    t.truthy((await client.get(`/api/wms/inventory/ledger?to=${past}`)).body.meta.as_of);
    t.is((await client.get('/api/wms/inventory/ledger')).body.meta.as_of, undefined);
    const { body: description } = await client.get('/api/openapi.json');
    const reports = Object.keys(description.paths).filter((one) =>
      /^[/]api[/]accounting[/]reports[/][\w-]+$/.test(one),
    );
    t.true(reports.length >= 5, reports.join(' '));
    for (const report of reports) {
      const before = await read('standby');
      const { status, text } = await client.get(report);
      t.is(status, 200, `${report} ${text}`);
      t.is(await read('standby'), before + 1, report);
    }

    const saysMoment = async (path: string): Promise<boolean> => {
      const { status, headers, text } = await client.get(path);
      t.is(status, 200, `${path} ${text}`);
      return !Number.isNaN(Date.parse(headers.get('x-as-of') ?? ''));
    };
    t.true(await saysMoment('/api/exports/items'));
    t.true(await saysMoment('/api/accounting/reports/trial-balance?format=csv'));
    t.true(await saysMoment('/api/wms/counts/accuracy?group_by=zone'));
    t.true(await saysMoment('/v1/oms/orders?total=exact'), "v1's envelope has no place for it");
    t.false(await saysMoment('/v1/oms/orders'));

    await standby.query(`alter system set recovery_min_apply_delay = '1h'`);
    await standby.query('select pg_reload_conf()');
    const late = await until('it is behind', async () => {
      const found = await statement();
      return found.asOf === undefined && found;
    });
    t.true(late.ms < 10_000);
    t.true((await read('behind')) > 0);
    await standby.query('alter system reset recovery_min_apply_delay');
    await standby.query('select pg_reload_conf()');
    await fromStandby();

    standby.freeze();
    const hung = await statement();
    t.is(hung.asOf, undefined);
    t.true(hung.ms < 10_000);
    await standby.stop('killed');
    for (let times = 0; times < 3; times += 1) t.is((await statement()).asOf, undefined);
    await standby.start({ isStandby: true });
    await fromStandby();

    // A role that row level security does not bind would show a merchant everybody's reports.
    const unbound = new URL(primary.url);
    unbound.port = String(standby.port);
    unbound.pathname = standbyUrl.pathname;
    const careless = openDatabase({
      ...platform,
      standbyUrl: unbound.href,
      poolMax: 2,
      applicationName: 'test',
    });
    t.teardown(() => careless.close());
    const scope = { organizationId: platform.standard.id };
    const told: ReportPlace[] = [];
    const bound = await createReportReads(careless, (place) => told.push(place)).read(scope, () =>
      Promise.resolve(),
    );
    t.is(bound.asOf, undefined);
    t.deepEqual(told, ['away']);

    const places: ReportPlace[] = [];
    const database = openDatabase({
      ...platform,
      standbyUrl: standbyUrl.href,
      poolMax: 2,
      applicationName: 'test',
    });
    t.teardown(() => database.close());
    await standby.query(`alter system set max_standby_streaming_delay = '0'`);
    await standby.query('select pg_reload_conf()');
    const reads = createReportReads(database, (place) => places.push(place));
    let times = 0;
    /** The first time on the standby, which is about to replay what it is in the way of. */
    const cancelledOnce = async (tx: TenantTransaction): Promise<unknown> => {
      times += 1;
      const reading = tx.raw('select count(*), pg_sleep(?) from items', [times === 1 ? 20 : 0]);
      if (times === 1) {
        const waiting = (async () => {
          await until(
            'it reads',
            async () =>
              (
                await standby.query(
                  `select 1 from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
                )
              ).length > 0,
          );
          await platform.owner.query('begin; lock table items in access exclusive mode; commit');
        })();
        await Promise.all([reading, waiting]);
      }
      return reading;
    };
    const done = await reads.read(scope, cancelledOnce);
    t.is(done.asOf, undefined);
    t.is(times, 2);
    t.deepEqual(places, ['cancelled']);
    times = 0;
    const later = await reads.readLater(scope, async (tx, begin, asOf) => {
      await cancelledOnce(tx);
      begin();
      return { asOf };
    });
    t.deepEqual(later, { asOf: undefined });
    t.is(times, 2, 'of a file nothing had been sent');
    const own = { message: 'not of the standby' };
    await t.throwsAsync(
      reads.readLater(scope, () => Promise.reject(new Error(own.message))),
      own,
    );
    t.deepEqual(places, ['cancelled', 'cancelled']);

    // Another standby takes over, and this one goes on with what never came to be.
    const successor = new PostgresCluster(bin!, `${primary.dir}-successor`, await freePort());
    t.teardown(() => successor.stop('killed'));
    ownedDirectory(successor.dir);
    await primary.run('pg_basebackup', [
      '--pgdata',
      successor.dir,
      '--write-recovery-conf',
      '--checkpoint',
      'fast',
    ]);
    await successor.start({ isStandby: true });
    await successor.query('select pg_promote()');
    await platform.owner.query('create table lost_to_the_failover as select generate_series(1, 100000)');
    const onSuccessor = (url: string): string => {
      const moved = new URL(url);
      moved.port = String(successor.port);
      return moved.href;
    };
    const after = openDatabase({
      appUrl: onSuccessor(platform.appUrl),
      systemUrl: onSuccessor(platform.systemUrl),
      standbyUrl: standbyUrl.href,
      poolMax: 2,
      applicationName: 'test',
    });
    t.teardown(() => after.close());
    const since: ReportPlace[] = [];
    const { asOf } = await createReportReads(after, (place) => since.push(place)).read(scope, () =>
      Promise.resolve(),
    );
    t.is(asOf, undefined);
    t.deepEqual(since, ['away']);
  },
);
