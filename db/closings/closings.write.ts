/** Closings of the ledger are made, proved and thinned out by the database's own functions; see 0215_closings.ts. */
import { row, setLimits, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

// The first closing of a long history sums all of it; no request and no posting waits for it.
const limits = { statement_timeout: '15min', work_mem: '64MB' };

/** Closes the ledger through a moment that has passed. Returns false if it is closed already. */
export async function closeInventory(tx: TenantTransaction, moment: string): Promise<boolean> {
  await setLimits(tx, limits);
  const made = await row<{ done: boolean }>(tx, sql`select close_inventory(${moment}::timestamptz) as done`);
  return made!.done;
}

/**
 * Compares a closing with the one before it and the entries between. False means it did not agree and was removed, with
 * all after it.
 */
export async function proveClosing(tx: TenantTransaction, moment: string): Promise<boolean> {
  await setLimits(tx, limits);
  const proved = await row<{ agrees: boolean }>(
    tx,
    sql`select prove_closing(${moment}::timestamptz) as agrees`,
  );
  return proved!.agrees;
}

/** Keeps this many of the newest closings, and of the older ones those at the first moment of a month. */
export async function thinClosings(tx: TenantTransaction, newest: number): Promise<void> {
  await row(tx, sql`select thin_closings(${newest})`);
}
