/** Ends a put-back task: this much of its goods is there now, or none, where somebody has dealt with them otherwise. */
import { endPutBack, type PutBack } from '../../db/shipping/put-backs.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import type { Work } from '../engine/handler.ts';

export async function endPutBackTask(
  { tx, actor, emit }: Work,
  task: PutBack,
  target: string,
): Promise<void> {
  const { id, shipment_id: shipmentId, merchant_id: merchantId, qty } = task;
  await endPutBack(tx, task, target, actor.name);
  emit({
    type: 'put_back_task.done',
    subject_type: 'put_back_task',
    subject_id: id,
    data: {
      put_back_task_id: id,
      shipment_id: shipmentId,
      merchant_id: merchantId,
      location_id: target,
      qty: toJsonNumber(qty),
      status: 'done',
    },
  });
}
