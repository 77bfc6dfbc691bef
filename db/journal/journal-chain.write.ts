/** The journal's hash chain grows a little after the postings; see db/migrations/0660_journal.ts. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Chains what is not chained yet, at most `entriesMax` entries. Answers how many. */
export async function chainJournal(
  tx: TenantTransaction,
  organizationId: string,
  entriesMax: number,
): Promise<number> {
  const found = await row<{ chained: number }>(
    tx,
    sql`select chain_journal(${organizationId}, ${entriesMax}) as chained`,
  );
  return found!.chained;
}
