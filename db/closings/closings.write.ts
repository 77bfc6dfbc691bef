/** Closings of the ledger are made, proved and thinned out by the database's own functions: see 0215_closings.ts. */
import { row, setLimits, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

// The first closing of a long past adds all of it up; no request waits for it, and no posting.
const limits = { statement_timeout: '15min', work_mem: '64MB' };

/** Closes the ledger through a moment that is over. False where it is closed already. */
export async function closeInventory(tx: TenantTransaction, moment: string): Promise<boolean> {
  await setLimits(tx, limits);
  const made = await row<{ done: boolean }>(tx, sql`select close_inventory(${moment}::timestamptz) as done`);
  return made!.done;
}

/** Holds a closing against the one before it and the entries between. False: it did not agree and is gone, with all after it. */
export async function proveClosing(tx: TenantTransaction, moment: string): Promise<boolean> {
  await setLimits(tx, limits);
  const proved = await row<{ agrees: boolean }>(
    tx,
    sql`select prove_closing(${moment}::timestamptz) as agrees`,
  );
  return proved!.agrees;
}

/** Keeps the newest closings, so many, and of older ones those of the months' first moments. */
export async function thinClosings(tx: TenantTransaction, newest: number): Promise<void> {
  await row(tx, sql`select thin_closings(${newest})`);
}
