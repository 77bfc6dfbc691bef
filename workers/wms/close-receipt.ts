/** Closes a received receipt. From here the database refuses any change to it, its lines and its discrepancy report. */
import { computeDiscrepancies } from '../../db/wms/receipts.read.ts';
import { lockReceipt, setReceiptStatus } from '../../db/wms/receipts.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptStates } from '../../domain/wms/receipt-states.ts';
import type { receiptCommands } from '../../queues/wms/receipts.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof receiptCommands.closeReceipt> = async (
  { tx, organizationId, tell },
  input,
) => {
  const { id, status: previous } = await lockReceipt(tx, organizationId, input.receipt_id);
  if (previous === 'closed') return { id };
  const status = nextState(receiptStates, previous, 'close');
  const discrepancies = await computeDiscrepancies(tx, organizationId, id);
  await setReceiptStatus(tx, organizationId, id, status, discrepancies);
  tell({
    type: 'receipt.closed',
    subject_type: 'inbound_receipt',
    subject_id: id,
    data: { status, previous_status: previous, discrepancies: discrepancies.length },
  });
  return { id };
};
