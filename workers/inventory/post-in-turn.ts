/**
 * Posts what the commands of a group planned, in as few statements as the plan allows: one, except for stock that ran
 * out and was replenished.
 */
import type { TenantTransaction, Write } from '../../db/database.ts';
import { postUntold, type GroupedPosting } from '../../db/inventory/posting.ts';
import { groupBy } from '../../domain/group-by.ts';

export interface PlannedPosting extends GroupedPosting {
  /** Which statement it belongs to, as counted by `stockInTurn`. */
  statement: number;
}

/** Returns each command's ledger ids, in the order given. */
export async function postInTurn(
  tx: TenantTransaction,
  planned: readonly PlannedPosting[],
  write?: Write,
): Promise<string[][]> {
  const ids: string[][] = [];
  for (const [, together] of groupBy(planned, ({ statement }) => statement)) {
    ids.push(...(await postUntold(tx, together, write)));
  }
  return ids;
}
