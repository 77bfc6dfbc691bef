/** How many units came back on a line that nobody inspects: its counts may be taken back, or made anew, at any time. */
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Of a counted line `c`: what is not damaged is sellable again. */
export const cameBack = sql`c.received_qty + c.damaged_qty`;
export const sellable = sql`c.received_qty`;

/** As their store is told of them; undefined where the id is no such line's, as of a disposition. */
export async function readCounts(
  tx: TenantTransaction,
  returnLineId: string,
): Promise<Record<string, number> | undefined> {
  const found = await row<{ counts: Record<string, number> }>(
    tx,
    sql`select jsonb_build_object('qty', trim_scale(${cameBack}), 'restock_qty', trim_scale(${sellable})) as counts
          from return_lines z
          join inbound_receipt_lines c on c.organization_id = z.organization_id and c.id = z.receipt_line_id
         where z.organization_id = ${tx.organizationId} and z.id = ${returnLineId}`,
  );
  return found?.counts;
}
