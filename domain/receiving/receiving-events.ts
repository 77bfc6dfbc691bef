/** Events of receiving: each names its receipt and whose goods they are, so that a merchant's reader gets its own. */

export interface ReceiptRef {
  id: string;
  receipt_no: string;
  merchant_id: string;
  warehouse_id: string;
}

interface ReceivingEvent {
  type: string;
  subject_type: string;
  subject_id: string;
  data: Record<string, unknown>;
}

function idsOf({ id, receipt_no, merchant_id, warehouse_id }: ReceiptRef): Record<string, unknown> {
  return { receipt_id: id, receipt_no, merchant_id, warehouse_id };
}

/** `receipt.<what>`. */
export function receiptEvent(
  receipt: ReceiptRef,
  what: string,
  more: Record<string, unknown> = {},
): ReceivingEvent {
  return {
    type: `receipt.${what}`,
    subject_type: 'inbound_receipt',
    subject_id: receipt.id,
    data: { ...idsOf(receipt), ...more },
  };
}

/** `receiving_task.<what>`. */
export function receivingTaskEvent(
  taskId: string,
  receipt: ReceiptRef,
  what: string,
  states: { status: string; previous_status: string | null },
  more: Record<string, unknown> = {},
): ReceivingEvent {
  return {
    type: `receiving_task.${what}`,
    subject_type: 'receiving_task',
    subject_id: taskId,
    data: { task_id: taskId, ...idsOf(receipt), ...states, ...more },
  };
}
