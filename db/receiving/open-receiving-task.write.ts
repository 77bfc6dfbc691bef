/** Opens the receiving task of a receipt, on request or when a truck arrives. */
import { newId } from '../../domain/new-id.ts';
import { receivingTaskEvent } from '../../domain/receiving/events.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { LockedReceipt } from './receiving-facts.write.ts';
import { insertTask } from './tasks.write.ts';

export interface TaskWish {
  assigneeId?: string | null;
  method?: 'palletized' | 'direct' | 'decide' | null | undefined;
}

/**
 * The open receiving task of a locked receipt, created when there is none. The receipt's lock orders the race, and a
 * partial unique index backs it up.
 */
export async function openReceivingTask(
  { tx, emit }: Pick<StockPosting, 'tx' | 'organizationId' | 'emit'>,
  receipt: LockedReceipt,
  { assigneeId = null, method }: TaskWish = {},
): Promise<{ id: string; existing: boolean }> {
  if (receipt.openTask) return { id: receipt.openTask.id, existing: true };
  const id = newId();
  await insertTask(tx, {
    id,
    task_type: 'receive',
    status: 'pending',
    warehouse_id: receipt.warehouse_id,
    merchant_id: receipt.merchant_id,
    ref_type: 'inbound_receipt',
    ref_id: receipt.id,
    assignee_id: assigneeId,
    receiving_method: method ?? 'decide',
  });
  const made = { status: 'pending', previous_status: null, assignee_id: assigneeId } as const;
  emit(receivingTaskEvent({ id, receipt }, 'created', made));
  return { id, existing: false };
}
