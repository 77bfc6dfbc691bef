/** A report's standby that hangs while it is read, as with its disk or its machine, is given up, and the primary reads. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { openDatabase, type TenantTransaction } from '../../db/database.ts';
import { createReportReads, type ReportPlace } from '../../db/report-reads.ts';
import { freePort } from '../../server/free-port.ts';
import { ownedDirectory, PostgresCluster, postgresPrograms } from '../chaos/postgres-cluster.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { until, within } from '../helpers/wait.ts';

const bin = postgresPrograms();
const scope = { organizationId: '00000000-0000-4000-8000-000000000001' };

(bin ? test : test.skip)('what hangs on the standby is read from the primary', async (t) => {
  t.timeout(400_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'hung-standby-'));
  chmodSync(folder, 0o711);
  const primary = new PostgresCluster(bin!, path.join(folder, 'primary'), await freePort());
  const standby = new PostgresCluster(bin!, path.join(folder, 'standby'), await freePort());
  t.teardown(async () => {
    await Promise.all([primary.stop('killed'), standby.stop('killed')]);
    rmSync(folder, { recursive: true, force: true });
  });
  await primary.create({ fsync: 'off', max_connections: 100, shared_buffers: '64MB' });
  await primary.start();
  const urls = await createTestDatabase(primary.url);
  ownedDirectory(standby.dir);
  const options = ['--pgdata', standby.dir, '--write-recovery-conf', '--checkpoint', 'fast'];
  await primary.run('pg_basebackup', options);
  await standby.start({ isStandby: true });
  const standbyUrl = new URL(urls.appUrl);
  standbyUrl.port = String(standby.port);
  const settings = { ...urls, standbyUrl: standbyUrl.href, poolMax: 2, applicationName: 'test' };
  const database = openDatabase(settings);
  t.teardown(() => database.close());
  const places: ReportPlace[] = [];
  const reads = createReportReads(database, (place) => places.push(place));

  for (const how of ['read', 'readLater'] as const) {
    const isThere = async () => (await reads.read(scope, (tx) => tx.raw('select 1'))).asOf !== undefined;
    await until('the standby is read', isThere);
    places.length = 0;
    let asked = 0;
    const hanging = async (tx: TenantTransaction): Promise<string> => {
      asked += 1;
      const reading = tx.raw('select pg_sleep(?)', [asked === 1 ? 3 : 0]);
      if (asked === 1) setTimeout(() => standby.freeze(), 500);
      await reading;
      return 'read';
    };
    const given =
      how === 'read' ? reads.read(scope, hanging).then(({ read }) => read) : reads.readLater(scope, hanging);
    t.is(await within('the primary reads', given, 40_000), 'read', how);
    t.is(asked, 2, how);
    t.deepEqual(places, ['away'], how);
    await standby.stop('killed');
    await standby.start({ isStandby: true });
  }
});
