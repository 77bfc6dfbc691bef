/** Extends the journal's hash chain shortly after the postings; see db/migrations/0660_journal.ts. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Adds up to `entriesMax` unchained entries to the chain. Returns how many. */
export async function chainJournal(tx: TenantTransaction, entriesMax: number): Promise<number> {
  const found = await row<{ chained: number }>(
    tx,
    sql`select chain_journal(${tx.organizationId}, ${entriesMax}) as chained`,
  );
  return found!.chained;
}
