/** What a database needs before it is worked on again once it has been restored to a moment. */
import { execute, row } from '../database.ts';
import { roleNames } from '../roles.ts';
import { sql } from '../sql-text.ts';
import type { WholeDatabase } from './whole-database.ts';

/** More transactions than any server has counted between the moment and its loss. */
const lostMax = 1_000_000_000_000n;

/** False for a database that the platform has not been started on yet. */
export async function hasOrganizations(tx: WholeDatabase): Promise<boolean> {
  return (await row(tx, sql`select 1 where to_regclass('public.organizations') is not null`)) !== undefined;
}

/**
 * Keeps everybody from the organizations until this transaction ends, or tells that API or workers are there: one of their
 * transactions might write events at places that readers have passed by then.
 */
export async function isWorkedOn(tx: WholeDatabase): Promise<boolean> {
  await execute(tx, sql`select set_config('lock_timeout', '2s', true)`);
  try {
    await execute(tx, sql`lock table organizations in access exclusive mode`);
  } catch (fault) {
    if ((fault as { code?: string }).code === '55P03') return true;
    throw fault;
  }
  const found = await row(
    tx,
    sql`select 1 from pg_stat_activity
         where datname = current_database() and usename = any (${Object.values(roleNames)}::name[]) limit 1`,
  );
  return found !== undefined;
}

/**
 * The restored server counts its transactions again from the moment. From here on, what happens comes after every place
 * that a reader of a stream has reached on the lost one. Returns the number of streams.
 */
export function continuePastLost(tx: WholeDatabase): Promise<number> {
  return execute(tx, sql`update organizations set stream_base = stream_base + ${String(lostMax)}::bigint`);
}
