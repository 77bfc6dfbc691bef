/** The SSCC of a license plate that has none yet. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { nextSscc } from './gs1-numbers.write.ts';

/** Gives the plate the next SSCC, unless it has one by now; answers the one it has. */
export async function giveSscc(
  tx: TenantTransaction,
  organizationId: string,
  lpnId: string,
): Promise<string> {
  const sscc = await nextSscc(tx, organizationId);
  const given = await row<{ sscc: string }>(
    tx,
    sql`update lpns set sscc = coalesce(sscc, ${sscc}), updated_at = now()
      where organization_id = ${organizationId} and id = ${lpnId} returning sscc`,
  );
  return given!.sscc;
}
