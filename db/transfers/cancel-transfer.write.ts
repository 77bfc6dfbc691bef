/** Cancels a transfer that has not left, with its receipt. Its shipment is the caller's, and is locked before. */
import { nextState } from '../../domain/state-machine.ts';
import { transferEvent } from '../../domain/transfers/events.ts';
import { transferStates } from '../../domain/transfers/transfer-states.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { endReceipt } from '../receiving/end-receipt.write.ts';
import { lockReceipt } from '../receiving/receipts.write.ts';
import { documentsOf, lockTransfer, setTransferStatus } from './transfers.write.ts';

/** Does nothing when repeated: its shipment is cancelled with it, and it with its shipment. */
export async function cancelTransfer(work: StockPosting, id: string, reason: string | null): Promise<void> {
  const { tx, emit } = work;
  const transfer = await lockTransfer(tx, id);
  const { status: previous } = transfer;
  if (previous === 'cancelled') return;
  const status = nextState(transferStates, previous, 'cancel');
  const { receipt_id: receiptId } = await documentsOf(tx, id);
  if (receiptId) await endReceipt(work, await lockReceipt(tx, receiptId));
  await setTransferStatus(tx, id, status, { end_reason: reason });
  emit(transferEvent(transfer, 'cancelled', { status, previous_status: previous, reason }));
}
