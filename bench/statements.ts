/**
 * How many statements a piece of work sends to Postgres when nobody else works: told by the server's own log, which is on
 * for as long as they are counted. BEGIN and COMMIT are left out: they travel with others.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchPlatform } from './platform.ts';

const times = 20;
// What follows the work, and what the server has yet to read of its settings.
const settleMs = 1_000;
const sent = / \[(\d+)\] LOG: {2}(?:execute [^:]+|statement):(?! *(?:begin|commit)\b)/i;

/** Statements of one, with what follows it: the mean of several, less what the platform sends by itself in that time. */
export async function statementsOf(platform: BenchPlatform, work: () => Promise<unknown>): Promise<number> {
  const owner = new pg.Client({ connectionString: platform.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`alter system set log_statement = 'all'`);
    await reload(owner);
    const startedAt = performance.now();
    const together = await loggedDuring(platform, owner, async () => {
      for (let time = 0; time < times; time += 1) await work();
      await sleep(settleMs);
    });
    const tookMs = performance.now() - startedAt;
    const byItself = await loggedDuring(platform, owner, () => sleep(tookMs));
    return Math.round((together - byItself) / times);
  } finally {
    await owner.query('alter system reset log_statement');
    await reload(owner);
    await owner.end();
  }
}

async function reload(owner: pg.Client): Promise<void> {
  await owner.query('select pg_reload_conf()');
  await sleep(settleMs);
}

/** Of the API and the workers: what this program asks is not counted. */
async function loggedDuring(
  { postgresLog }: BenchPlatform,
  owner: pg.Client,
  work: () => Promise<unknown>,
): Promise<number> {
  const from = statSync(postgresLog).size;
  await work();
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'platform %'`,
  );
  const counted = new Set(rows.map(({ pid }) => String(pid)));
  const lines = readFileSync(postgresLog).subarray(from).toString().split('\n');
  return lines.filter((line) => counted.has(sent.exec(line)?.[1] ?? '')).length;
}
