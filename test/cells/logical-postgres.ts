/** A Postgres server of one's own from which organizations can be moved. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';

/** As deploy/cells says. */
const settings = {
  wal_level: 'logical',
  wal_retrieve_retry_interval: '500ms',
  max_sync_workers_per_subscription: '4',
  max_logical_replication_workers: '8',
  max_worker_processes: '16',
};

export interface LogicalPostgres {
  url: string;
  /** As a machine that is lost; returns what brings it back on its port. */
  crash(): Promise<() => Promise<void>>;
}

export async function startLogicalPostgres(scene: {
  teardown(stop: () => unknown): void;
}): Promise<LogicalPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-test-cell-'));
  scene.teardown(() => rmSync(folder, { recursive: true, force: true }));
  // Root's Postgres runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  const launch = (): ReturnType<typeof startEmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), log: () => {} });
  const plain = await launch();
  const client = new pg.Client({ connectionString: plain.url });
  await client.connect();
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter system set ${name} = '${value}'`);
  await client.end();
  await plain.stop();
  let server = await launch();
  scene.teardown(() => server.stop('immediate'));
  return {
    url: server.url,
    crash: async () => {
      await server.stop('immediate');
      return async () => {
        server = await launch();
      };
    },
  };
}
