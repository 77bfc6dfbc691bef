/** Adds an unannounced item to a receipt that is still being counted: as a blind line, marked unplanned. */
import { resolveUnits } from '../../db/catalog/item-units.read.ts';
import { addLines, lockReceipt, nextLineNo } from '../../db/receiving/receipts.write.ts';
import type { LockedReceipt } from '../../db/receiving/receiving-facts.write.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid } from '../../domain/refusal.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { assertReceivable } from '../../domain/receiving/receipt-states.ts';
import { assertMayCount } from '../../domain/receiving/receiving-task-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../engine/handler.ts';
import { personOf } from '../acting-person.ts';

export const addReceiptLine: Handler<typeof receiptCommands.addReceiptLine> = async (
  { tx, actor, emit },
  input,
) => {
  const receipt = await lockReceipt(tx, input.receipt_id);
  assertReceivable(receipt.status);
  assertFromOutside(receipt);
  assertMayCount(receipt.openTask, personOf(actor), input.task_id);
  const wanted = [{ item_id: input.item_id, uom: input.uom ?? null }];
  const [unit] = await resolveUnits(tx, receipt.merchant_id, wanted, () => '');
  const lineId = newId();
  const line = {
    id: lineId,
    line_no: await nextLineNo(tx, receipt.id),
    item_id: input.item_id,
    expected_qty: null,
    lot_no: input.lot_no ?? null,
    is_unplanned: true,
    ...unit!,
  };
  await addLines(tx, receipt, [line]);
  const added = { status: receipt.status, receipt_line_id: lineId, item_id: input.item_id };
  emit(receiptEvent(receipt, 'line_added', added));
  return { id: receipt.id, line_id: lineId };
};

/** A return says line by line what may come back, a transfer what is on its way. */
function assertFromOutside({ return_id: returnId, transfer_id: transferId }: LockedReceipt): void {
  if (transferId !== null)
    throw invalid('receipt_id', 'of_transfer', 'the receipt of a transfer has the lines of what was sent');
  if (returnId === null) return;
  const words = `the receipt of a return gains its lines through POST /api/oms/returns/${returnId}/lines`;
  throw invalid('receipt_id', 'of_return', words);
}
