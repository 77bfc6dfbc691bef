/** Ends a receipt together with the document it is of: received, with whatever was counted, and closed. */
import { receiptEvent } from '../../domain/receiving/events.ts';
import { isReceivable, receiptStates } from '../../domain/receiving/receipt-states.ts';
import { assertNoTask } from '../../domain/receiving/receiving-task-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { LockedReceipt } from './receiving-facts.write.ts';
import { computeDiscrepancies } from './receipts.read.ts';
import { setReceiptStatus, setReceived } from './receipts.write.ts';

/** Ends a locked receipt that can still be counted; any other stays as it is. Refuses 409 RECEIPT_LOCKED_BY_TASK. */
export async function endReceipt({ tx, emit }: StockPosting, receipt: LockedReceipt): Promise<void> {
  assertNoTask(receipt.openTask);
  if (!isReceivable(receipt.status)) return;
  const received = nextState(receiptStates, receipt.status, 'complete');
  await setReceived(tx, [receipt.id]);
  emit(receiptEvent(receipt, 'received', { status: received, previous_status: receipt.status }));
  const discrepancies = await computeDiscrepancies(tx, receipt.id);
  const status = nextState(receiptStates, received, 'close');
  await setReceiptStatus(tx, receipt.id, status, discrepancies);
  const states = { status, previous_status: received };
  emit(receiptEvent(receipt, 'closed', { ...states, discrepancies: discrepancies.length }));
}
