/** Closes a received receipt. From here the database refuses any change to it, its lines and its discrepancy report. */
import { computeDiscrepancies } from '../../db/wms/receipts.read.ts';
import { lockReceipt, setReceiptStatus } from '../../db/wms/receipts.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent } from '../../domain/wms/receiving-events.ts';
import { receiptStates } from '../../domain/wms/receipt-states.ts';
import type { receiptCommands } from '../../queues/wms/receipts.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof receiptCommands.closeReceipt> = async (
  { tx, organizationId, tell },
  input,
) => {
  const receipt = await lockReceipt(tx, organizationId, input.receipt_id);
  const { id, status: previous } = receipt;
  if (previous === 'closed') return { id };
  const status = nextState(receiptStates, previous, 'close');
  const discrepancies = await computeDiscrepancies(tx, organizationId, id);
  await setReceiptStatus(tx, organizationId, id, status, discrepancies);
  const states = { status, previous_status: previous };
  tell(receiptEvent(receipt, 'closed', { ...states, discrepancies: discrepancies.length }));
  return { id };
};
