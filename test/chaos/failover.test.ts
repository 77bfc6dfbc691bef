/**
 * Small versions of R28 and R29, one loss each, and one change of places. The tests look for the operator's packages and
 * say so if they are missing.
 */
import { spawnSync } from 'node:child_process';
import test from 'ava';
import { hasPgBouncer } from '../helpers/pgbouncer.ts';
import { testServers } from '../helpers/servers.ts';
import { postgresPrograms } from './postgres-cluster.ts';
import type { Result } from './scenario.ts';
import { postgresFailsOver, redisFailsOver, redisFailsOverTls } from './scenarios/failover.ts';
import { postgresSwitchedOver } from './scenarios/switch-over.ts';

const onRedis = testServers().redisUrl === '' ? test.serial.skip : test.serial;
const onPackages =
  postgresPrograms() && hasPgBouncer && testServers().redisUrl ? test.serial : test.serial.skip;
const onOpenSsl = spawnSync('openssl', ['version']).status === 0 ? onRedis : test.serial.skip;
const small = () => ({ seed: 20_261_122, size: 0, databaseUrl: testServers().databaseUrl });

onPackages(
  'R28: a Postgres primary killed and its standby promoted (with PostgreSQL 15 and PgBouncer of the system) lose and double nothing',
  async (t) => {
    t.timeout(240_000);
    holds(t, await postgresFailsOver(small()));
  },
);

onPackages(
  'R28: a Postgres primary and its standby change places, and the former primary is taken back',
  async (t) => {
    t.timeout(240_000);
    holds(t, await postgresSwitchedOver(small()));
  },
);

onRedis('R29: a Redis primary killed under Sentinels loses and doubles nothing', async (t) => {
  t.timeout(240_000);
  holds(t, await redisFailsOver(small()));
});

onOpenSsl('R29: the same where Redis and its Sentinels speak TLS alone', async (t) => {
  t.timeout(240_000);
  holds(t, await redisFailsOverTls(small()));
});

function holds(
  t: { log(words: string): void; deepEqual(a: unknown, b: unknown): unknown },
  result: Result,
): void {
  t.log(JSON.stringify(result.figures));
  t.deepEqual(result.problems, []);
}
