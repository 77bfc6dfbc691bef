/** R28 and R29: the primary of Postgres, or of Redis, is lost under load, and its standby takes over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withPostgresPair, type PostgresPair } from '../postgres-pair.ts';
import { pause } from '../program.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';
import { WatchedRedis } from '../watched-redis.ts';
import { twoOfEach, underSteadyLoad } from './steady-load.ts';

// How long a primary hangs before its operator turns it off.
const frozenMs = 3_000;
const standbyAwayMs = 45_000;

/**
 * R28: the primary is killed, every other time after hanging for seconds, and its standby is promoted with the scripts
 * of deploy/failover; then a new standby is set up. Finally, at full size, the standby is killed and comes back:
 * meanwhile every commit waits, but no request waits forever.
 */
export function postgresFailsOver(chaos: Chaos): Promise<Result> {
  return withPostgresPair(chaos, ({ pair, rig, clusterNamed }) => {
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
      await pair.promote();
      pair.standby = await clusterNamed(`standby-${round}`);
      await pair.follow(`standby_${round}`);
    };
    return underSteadyLoad(chaos, rig, { faults: rounds, fault: loseOne });
  });
}

async function loseStandby({ standby }: PostgresPair): Promise<void> {
  await standby.stop('killed');
  await pause(standbyAwayMs);
  await standby.start({ isStandby: true });
}

/** R29: the Redis primary is killed, then frozen, and each time its Sentinels promote the replica. */
export function redisFailsOver(chaos: Chaos): Promise<Result> {
  return underSentinels(chaos, { isTls: false });
}

/** R29-tls: the same, with servers and Sentinels that speak nothing but TLS, with certificates of an authority of their own. */
export function redisFailsOverTls(chaos: Chaos): Promise<Result> {
  return underSentinels(chaos, { isTls: true });
}

async function underSentinels(chaos: Chaos, { isTls }: { isTls: boolean }): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-sentinels-'));
  let watched: WatchedRedis | undefined;
  let rig: Rig | undefined;
  try {
    watched = await WatchedRedis.start(folder, { isTls });
    if (!watched) return { figures: { skipped: 'no redis-server on PATH' }, problems: [] };
    const redis = watched;
    rig = await startRig({
      ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
      ...twoOfEach(chaos),
      redis: redis.url,
      env: redis.env,
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
