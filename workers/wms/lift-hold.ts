/** Ends a hold: the stock is available again, or found damaged. */
import { changeStatus } from '../../db/wms/status-change.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import type { inventoryCommands } from '../../queues/wms/inventory.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof inventoryCommands.liftHold> = async (work, input) => {
  const { tx, organizationId, commandId, actor, tell } = work;
  const toStatus = input.to_status ?? 'available';
  const posting = { organizationId, commandId, actor: actor.name };
  const { qty, ids, merchantId } = await changeStatus(tx, posting, input, 'hold', toStatus);
  const changed = {
    item_id: input.item_id,
    location_id: input.location_id,
    lot_no: input.lot_no ?? null,
    from_status: 'hold' as const,
    to_status: toStatus,
    qty: toJsonNumber(qty),
  };
  tell({
    type: 'inventory.changed',
    subject_type: 'inventory_hold',
    subject_id: commandId,
    data: {
      ...changed,
      warehouse_id: input.warehouse_id,
      merchant_id: merchantId,
      reason_code: input.reason_code,
    },
  });
  return { ...changed, ledger_entry_ids: ids };
};
