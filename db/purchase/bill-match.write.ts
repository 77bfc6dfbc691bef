/** Stores the accepted differences of a bill, and blocks payment until all are accepted. */
import { newId } from '../../domain/new-id.ts';
import type { MatchDifference } from '../../domain/purchase/bill-match.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { findBillMatches, type BillMatch } from './bill-match.read.ts';

/**
 * Those of these bills that may not be paid, each with its 409 PAYMENT_BLOCKED: a difference to the purchase order or
 * its receipts is not accepted.
 */
export async function paymentBlocks(
  tx: TenantTransaction,
  billIds: readonly string[],
): Promise<Map<string, Refusal>> {
  const matches = await findBillMatches(tx, billIds);
  const blocked = matches.filter(({ match }) => match === 'blocked');
  return new Map(blocked.map((match) => [match.id, blockOf(match)]));
}

function blockOf({ differences, po_no, purchase_order_id }: BillMatch): Refusal {
  const open = differences.filter(({ accepted }) => accepted === undefined);
  const kinds = [...new Set(open.map(({ kind }) => kind))];
  return new Refusal(
    'PAYMENT_BLOCKED',
    `The bill differs from ${po_no} and its receipts (${kinds.join(', ')}): accept the differences first.`,
    { purchase_order_id, differences: open.length, kinds },
  );
}

/** Locks a bill, so that it cannot change while its differences are accepted. False when there is none. */
export async function lockBill(tx: TenantTransaction, id: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from bills where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  return found.length > 0;
}

export async function insertAcceptances(
  tx: TenantTransaction,
  billId: string,
  differences: readonly MatchDifference[],
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  const stored = differences.map(({ line_id, kind, amount }) => ({
    id: newId(),
    line_id,
    kind,
    amount: amount.toFixed(),
  }));
  await execute(
    tx,
    sql`insert into purchase_match_acceptances
               (organization_id, id, bill_id, bill_line_id, kind, amount, reason, accepted_by)
        select ${tx.organizationId}::uuid, id, ${billId}::uuid, line_id, kind, amount, ${reason}, ${by}
          from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as a (id uuid, line_id uuid, kind text, amount numeric)`,
  );
}
