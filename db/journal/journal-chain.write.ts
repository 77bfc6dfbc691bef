/** The journal's hash chain grows a little after the postings; see db/migrations/0660_journal.ts. */
import { row, type TenantTransaction } from '../database.ts';

/** Chains what is not chained yet, at most `entriesMax` entries. Answers how many. */
export async function chainJournal(
  tx: TenantTransaction,
  organizationId: string,
  entriesMax: number,
): Promise<number> {
  const found = await row<{ chained: number }>(tx, 'select chain_journal(?, ?) as chained', [
    organizationId,
    entriesMax,
  ]);
  return found!.chained;
}
