/** Adjusts OMS inventory; organizations with a WMS adjust there: 400 NOT_OMS_STANDALONE. */
import { merchantOfItem } from '../../db/catalog/merchant-items.read.ts';
import { postOms } from '../../db/orders/oms-stock.write.ts';
import { readWarehousePreference } from '../../db/orders/warehouse-preference.read.ts';
import { assertReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { omsInventoryCommands } from '../../queues/orders/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const adjustOmsInventory: Handler<typeof omsInventoryCommands.adjustOmsInventory> = async (
  work,
  input,
) => {
  const { tx } = work;
  const { item_id: itemId, qty_delta: delta, reason_code: reasonCode, note } = input;
  const settings = await readOrganization(tx);
  if (settings.inventory_mode !== 'oms_standalone') {
    throw new Refusal(
      'NOT_OMS_STANDALONE',
      'OMS inventory is kept in the inventory mode oms_standalone only; adjust the WMS.',
    );
  }
  if (delta === 0) throw invalid('qty_delta', 'zero', 'qty_delta must not be zero');
  const merchantId = await merchantOfItem(tx, itemId);
  if (!merchantId) throw unknownReference('item_id', 'product');
  await assertReasonCode(tx, reasonCode);
  const [warehouseId] = await readWarehousePreference(
    tx,
    input.warehouse_id ? [input.warehouse_id] : undefined,
  );
  if (!warehouseId) throw unknownReference('warehouse_id', 'active warehouse');
  await postOms(work, [
    {
      item_id: itemId,
      merchant_id: merchantId,
      warehouse_id: warehouseId,
      status: 'available',
      qty_delta: delta,
      transaction_type: 'adjust',
      ref_type: 'adjustment',
      ref_id: work.commandId,
      reason_code: reasonCode,
      note: note ?? null,
    },
  ]);
  work.emit({
    type: 'inventory.adjusted',
    subject_type: 'oms_adjustment',
    subject_id: work.commandId,
    data: {
      item_id: itemId,
      warehouse_id: warehouseId,
      merchant_id: merchantId,
      qty_delta: delta,
      reason_code: reasonCode,
    },
  });
  return { item_id: itemId, warehouse_id: warehouseId };
};
