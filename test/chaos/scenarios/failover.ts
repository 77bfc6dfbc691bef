/** R28 and R29: the primary of Postgres, or of Redis, is lost under load, and its standby takes over. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { roleUrl } from '../../../db/roles.ts';
import { freePort } from '../../../server/free-port.ts';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../../helpers/pgbouncer.ts';
import { testSecrets } from '../../helpers/servers.ts';
import { ownedDirectory, PostgresCluster, postgresPrograms } from '../postgres-cluster.ts';
import { pause } from '../program.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';
import { WatchedRedis } from '../watched-redis.ts';
import { twoOfEach, underSteadyLoad } from './steady-load.ts';

// How long a primary hangs before its operator turns it off.
const frozenMs = 3_000;
const standbyAwayMs = 45_000;

const scripts = fileURLToPath(new URL('../../../../deploy/failover/', import.meta.url));

/** Two Postgres servers, a primary and its standby, and the PgBouncer that points to the primary. */
interface Pair {
  primary: PostgresCluster;
  standby: PostgresCluster;
  bouncer: PgBouncer;
}

/**
 * R28: the primary is killed, every other time after hanging for seconds, and its standby is promoted with the scripts
 * of deploy/failover; then a new standby is set up. Finally, at full size, the standby is killed and comes back:
 * meanwhile every commit waits, but no request waits forever.
 */
export async function postgresFailsOver(chaos: Chaos): Promise<Result> {
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
    const pair: Pair = { primary, standby: await clusterNamed('standby-0'), bouncer };
    await followPrimary(pair, 'standby_0');
    const rounds = sized(chaos, 5, 1);
    const loseOne = async (round: number): Promise<void> => {
      if (round > 1 && round === rounds) return loseStandby(pair);
      const lost = pair.primary;
      const how = round % 2 === 1 ? 'killed' : 'frozen';
      if (how === 'frozen') {
        lost.freeze();
        await pause(frozenMs);
      }
      await lost.stop('killed');
      await promoteStandby(pair);
      pair.primary = pair.standby;
      pair.standby = await clusterNamed(`standby-${round}`);
      await followPrimary(pair, `standby_${round}`);
    };
    const result = await underSteadyLoad(chaos, rig, { faults: rounds, fault: loseOne });
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

async function followPrimary({ primary, standby }: Pair, name: string): Promise<void> {
  const env = { STANDBY_NAME: name };
  ownedDirectory(standby.dir);
  await primary.run(`${scripts}follow-primary.sh`, [standby.dir], env);
  await standby.start({ isStandby: true });
  await primary.run(`${scripts}await-standby.sh`, [], env);
}

async function loseStandby({ standby }: Pair): Promise<void> {
  await standby.stop('killed');
  await pause(standbyAwayMs);
  await standby.start({ isStandby: true });
}

function promoteStandby({ standby, bouncer }: Pair): Promise<string> {
  return standby.run(`${scripts}promote-standby.sh`, [], {
    BOUNCER: `host=127.0.0.1 port=${bouncer.port} user=postgres password=unused`,
    PRIMARY_FILE: bouncer.primaryFile,
  });
}

/** R29: the Redis primary is killed, then frozen, and each time its Sentinels promote the replica. */
export async function redisFailsOver(chaos: Chaos): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-sentinels-'));
  let watched: WatchedRedis | undefined;
  let rig: Rig | undefined;
  try {
    watched = await WatchedRedis.start(folder);
    if (!watched) return { figures: { skipped: 'no redis-server on PATH' }, problems: [] };
    const redis = watched;
    rig = await startRig({
      ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
      ...twoOfEach(chaos),
      redis: redis.url,
    });
    return await underSteadyLoad(chaos, rig, {
      faults: sized(chaos, 4, 1),
      fault: async (round) => {
        const how = round % 2 === 1 ? 'killed' : 'frozen';
        await redis.bringBack(await redis.losePrimary(how), how);
      },
    });
  } finally {
    await rig?.stop();
    await watched?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
