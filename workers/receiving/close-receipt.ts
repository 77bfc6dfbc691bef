/**
 * Closes a received receipt. From then on the database refuses any change to it, its lines and its discrepancy report.
 */
import { computeDiscrepancies } from '../../db/receiving/receipts.read.ts';
import { lockReceipt, setReceiptStatus } from '../../db/receiving/receipts.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { receiptStates } from '../../domain/receiving/receipt-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../engine/handler.ts';

export const closeReceipt: Handler<typeof receiptCommands.closeReceipt> = async ({ tx, emit }, input) => {
  const receipt = await lockReceipt(tx, input.receipt_id);
  const { id, status: previous } = receipt;
  if (previous === 'closed') return { id };
  const status = nextState(receiptStates, previous, 'close');
  const discrepancies = await computeDiscrepancies(tx, id);
  await setReceiptStatus(tx, id, status, discrepancies);
  const states = { status, previous_status: previous };
  emit(receiptEvent(receipt, 'closed', { ...states, discrepancies: discrepancies.length }));
  return { id };
};
