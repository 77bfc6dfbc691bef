/** The purchase order that a bill's lines bill. A bill that named none would be paid without its three-way match. */
import { invalid } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

interface Billing {
  purchase_order_line_id?: string | null;
}

/** The order given, or the one that all lines name. Refuses 400 with the place of a line of another order. */
export async function orderBilled(
  tx: TenantTransaction,
  given: string | null,
  lines: readonly Billing[],
): Promise<string | null> {
  const named = lines.map(({ purchase_order_line_id: id }) => id?.toLowerCase());
  const ids = named.filter((id) => id !== undefined);
  if (ids.length === 0) return given;
  const found = await rows<{ id: string; order_id: string }>(
    tx,
    sql`select id, order_id from purchase_order_lines
         where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[])`,
  );
  const orders = new Map(found.map(({ id, order_id: order }) => [id, order]));
  // Lines that are nobody's are told with the other references.
  const ofLines = named.map((id) => id && orders.get(id));
  const order = given?.toLowerCase() ?? ofLines.find(Boolean) ?? null;
  const stray = ofLines.findIndex((one) => one && one !== order);
  if (stray < 0) return order;
  const path = `lines.${stray}.purchase_order_line_id`;
  throw invalid(path, 'other_order', `${path} is of another purchase order than the bill`);
}

/** Refuses 400 when the lines of a locked draft name another order than this. */
export async function assertOrderBilled(
  tx: TenantTransaction,
  billId: string,
  given: string | null,
): Promise<void> {
  const stray = await row<{ line_no: number }>(
    tx,
    sql`select l.line_no from bill_lines l
          join purchase_order_lines p on p.organization_id = l.organization_id and p.id = l.purchase_order_line_id
         where l.organization_id = ${tx.organizationId} and l.bill_id = ${billId}
           and p.order_id is distinct from ${given}::uuid order by l.line_no limit 1`,
  );
  if (!stray) return;
  const message = `line ${stray.line_no} of the bill is of another purchase order: send the lines as well`;
  throw invalid('purchase_order_id', 'other_order', message);
}
