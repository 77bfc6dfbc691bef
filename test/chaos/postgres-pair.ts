/**
 * A Postgres primary, its synchronous standby and the PgBouncer that points to the primary, with a rig behind them; all
 * of it done with the scripts of deploy/failover.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { roleUrl } from '../../db/roles.ts';
import { freePort } from '../../server/free-port.ts';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../helpers/pgbouncer.ts';
import { testSecrets } from '../helpers/servers.ts';
import { ownedDirectory, PostgresCluster, postgresPrograms } from './postgres-cluster.ts';
import { startRig, type Rig } from './rig.ts';
import type { Chaos, Result } from './scenario.ts';
import { twoOfEach } from './scenarios/steady-load.ts';

const scripts = fileURLToPath(new URL('../../../deploy/failover/', import.meta.url));

export class PostgresPair {
  primary: PostgresCluster;
  standby: PostgresCluster;
  readonly #bouncer: PgBouncer;

  constructor(primary: PostgresCluster, standby: PostgresCluster, bouncer: PgBouncer) {
    this.primary = primary;
    this.standby = standby;
    this.#bouncer = bouncer;
  }

  /** Fills the standby's empty directory, starts it, and has the primary wait for it. */
  async follow(name: string): Promise<void> {
    const { primary, standby } = this;
    ownedDirectory(standby.dir);
    await primary.run(`${scripts}follow-primary.sh`, [standby.dir], { STANDBY_NAME: name });
    await standby.start({ isStandby: true });
    await this.awaitStandby(name);
  }

  /** The former primary, stopped, becomes the standby of the new one. */
  async rejoin(name: string): Promise<void> {
    const { primary, standby } = this;
    await primary.run(`${scripts}rejoin-primary.sh`, [standby.dir], { STANDBY_NAME: name });
    await standby.start({ isStandby: true });
    await this.awaitStandby(name);
  }

  async awaitStandby(name: string): Promise<void> {
    await this.primary.run(`${scripts}await-standby.sh`, [], { STANDBY_NAME: name });
  }

  /** The standby is the primary from here on, and the lost primary what is to become its standby. */
  async promote(): Promise<void> {
    await this.standby.run(`${scripts}promote-standby.sh`, [], this.#pointing());
    this.#swap();
  }

  /** The same while both are well. */
  async switchOver(): Promise<void> {
    const STOP_PRIMARY = `pg_ctl --pgdata ${this.primary.dir} --mode fast stop`;
    await this.standby.run(`${scripts}switch-over.sh`, [], { ...this.#pointing(), STOP_PRIMARY });
    this.#swap();
  }

  #pointing(): Record<string, string> {
    return {
      BOUNCER: `host=127.0.0.1 port=${this.#bouncer.port} user=postgres password=unused`,
      PRIMARY_FILE: this.#bouncer.primaryFile,
    };
  }

  #swap(): void {
    [this.primary, this.standby] = [this.standby, this.primary];
  }
}

/** What a scenario gets of a pair: the rig behind it, and further servers by name. */
export interface PairRig {
  pair: PostgresPair;
  rig: Rig;
  clusterNamed(name: string): Promise<PostgresCluster>;
}

/** Starts a pair, runs the scenario over it, and ends everything; says so when the packages are missing. */
export async function withPostgresPair(
  chaos: Chaos,
  run: (parts: PairRig) => Promise<Result>,
): Promise<Result> {
  const bin = postgresPrograms();
  if (!bin || !hasPgBouncer)
    return { figures: { skipped: 'no Postgres packages of 15 or later, or no PgBouncer' }, problems: [] };
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-failover-'));
  chmodSync(folder, 0o711);
  const started: { stop(how?: 'killed'): Promise<unknown> }[] = [];
  const clusterNamed = async (name: string): Promise<PostgresCluster> => {
    const cluster = new PostgresCluster(bin, path.join(folder, name), await freePort());
    started.push(cluster);
    return cluster;
  };
  let rig: Rig | undefined;
  try {
    const primary = await clusterNamed('first');
    await primary.create({
      log_line_prefix: '%m [%p] %u ',
      max_connections: 200,
      wal_log_hints: 'on',
      // A killed process loses nothing the operating system has: a small run need not wait for the disk.
      fsync: chaos.size < 0.1 ? 'off' : 'on',
    });
    await primary.start();
    const bouncer = await startPgBouncer({
      dir: path.join(folder, 'bouncer'),
      primaryUrl: primary.url,
      userUrls: [
        primary.url,
        roleUrl(primary.url, 'app', testSecrets),
        roleUrl(primary.url, 'system', testSecrets),
      ],
      poolSize: 20,
      waitSeconds: 5,
    });
    started.push(bouncer);
    rig = await startRig({
      databaseUrl: primary.url,
      ...twoOfEach(chaos),
      env: { DATABASE_POOLER: 'transaction' },
      through: async (url, what) => (what === 'redis' ? url : bouncer.urlOf(url)),
    });
    if (!rig.redis) return { figures: { skipped: 'no redis-server on PATH' }, problems: [] };
    const pair = new PostgresPair(primary, await clusterNamed('standby-0'), bouncer);
    await pair.follow('standby_0');
    const result = await run({ pair, rig, clusterNamed });
    return { ...result, problems: [...result.problems, ...unawaitedCommits(folder)] };
  } finally {
    // The server its database was on is gone by now.
    await rig?.stop().catch(() => {});
    for (const one of started.toReversed()) await one.stop('killed');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Anything a primary answered without its standby: there must be none, whoever gave up waiting for it. */
function unawaitedCommits(folder: string): string[] {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs.flatMap((name) => {
    const found = readFileSync(path.join(folder, name), 'utf8').match(/canceling.* wait for synchronous/g);
    return found ? [`${found.length} commits were answered without the standby`] : [];
  });
}
