/**
 * Notes that nothing a receipt brought waits at a dock or in staging any more, once: when its last planned putaway ends,
 * carried out or not, or when it is completed after that.
 */
import { receiptEvent, type ReceiptRef } from '../../../domain/receiving/events.ts';
import type { ReceiptStatus } from '../../../domain/receiving/receipt-states.ts';
import { liveMoveStates } from '../../../domain/moves/planned-move-states.ts';
import { execute, rows, type TenantTransaction } from '../../database.ts';
import type { StockPosting } from '../../inventory/posting.ts';
import { sql } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';
import { waitingGoods } from './waiting-goods.read.ts';

interface Ended {
  work: StockPosting;
  move_id: string;
}

/** After these moves have ended. Two that end a receipt's last two at once take turns at the receipt. */
export async function tellPutAway(tx: TenantTransaction, ended: readonly Ended[]): Promise<void> {
  const found = await rows<{ receipt_id: string; move_id: string }>(
    tx,
    sql`select r.id as receipt_id, m.id as move_id
          from planned_moves m
          join inbound_receipts r on r.organization_id = m.organization_id and r.id = m.receipt_id
         where m.organization_id = ${tx.organizationId} and m.id = any (${ended.map((one) => one.move_id)}::uuid[])
           and m.status in ('done', 'cancelled') and r.put_away_at is null and r.status in ('received', 'closed')`,
  );
  const works = new Map(ended.map(({ work, move_id: id }) => [id.toLowerCase(), work]));
  await tellEach(tx, new Map(found.map(({ receipt_id: id, move_id: move }) => [id, works.get(move)!])));
}

/** Those of the locked receipts of which something has been put away. */
export async function begunPutAway(
  tx: TenantTransaction,
  receiptIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select distinct receipt_id as id from planned_moves
         where organization_id = ${tx.organizationId} and receipt_id = any (${[...receiptIds]}::uuid[]) and status = 'done'`,
  );
  return new Set(found.map(({ id }) => id));
}

/** When receipts were completed of which something had been put away (`begunPutAway`): it may be all. */
export function tellCompleted(
  tx: TenantTransaction,
  completed: readonly { work: StockPosting; receipt_id: string }[],
): Promise<void> {
  return tellEach(tx, new Map(completed.map(({ work, receipt_id: id }) => [id, work])));
}

/** Locks the receipts in id order, and notes those of which nothing waits. */
async function tellEach(tx: TenantTransaction, works: ReadonlyMap<string, StockPosting>): Promise<void> {
  if (works.size === 0) return;
  const receipts = await rows<ReceiptRef & { status: ReceiptStatus }>(
    tx,
    sql`select id, receipt_no, merchant_id, warehouse_id, status from inbound_receipts
         where organization_id = ${tx.organizationId} and id = any (${[...works.keys()]}::uuid[]) and put_away_at is null
         order by id for update`,
  );
  for (const receipt of receipts) {
    if (!(await isAllAway(tx, receipt.id))) continue;
    await execute(
      tx,
      sql`update inbound_receipts set put_away_at = now()
           where organization_id = ${tx.organizationId} and id = ${receipt.id}`,
    );
    works.get(receipt.id)!.emit(receiptEvent(receipt, 'put_away', { status: receipt.status }));
  }
}

async function isAllAway(tx: TenantTransaction, receiptId: string): Promise<boolean> {
  const [moves] = await rows<{ done: boolean; live: boolean }>(
    tx,
    sql`select coalesce(bool_or(status = 'done'), false) as done,
               coalesce(bool_or(${isOneOf('status', liveMoveStates)}), false) as live
          from planned_moves where organization_id = ${tx.organizationId} and receipt_id = ${receiptId}`,
  );
  return moves!.done && !moves!.live && (await waitingGoods(tx, receiptId)).length === 0;
}
