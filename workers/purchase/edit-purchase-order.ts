/** Edits a draft purchase order, which then has to be approved again. */
import { assertPartner } from '../../db/partners.read.ts';
import { chooseWarehouse } from '../../db/purchase/default-warehouse.read.ts';
import { prepareOrderLines } from '../../db/purchase/order-lines.write.ts';
import { lockPurchaseOrder, replaceOrderLines, updatePurchaseOrder } from '../../db/purchase/orders.write.ts';
import { purchaseOrderEvent } from '../../domain/purchase/events.ts';
import { assertVersion, purchaseOrderStates } from '../../domain/purchase/order-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const editPurchaseOrder: Handler<typeof purchaseOrderCommands.editPurchaseOrder> = async (
  { tx, emit },
  { order_id: id, version, lines, ...changes },
) => {
  const order = await lockPurchaseOrder(tx, id);
  const status = nextState(purchaseOrderStates, order.stage, 'edit');
  assertVersion(order.version, version);
  const { vendor_id: vendorId, warehouse_id: warehouseId } = changes;
  if (vendorId) await assertPartner(tx, order.merchant_id, 'vendors', vendorId, 'vendor_id');
  if (warehouseId) await chooseWarehouse(tx, warehouseId);
  await updatePurchaseOrder(tx, id, changes);
  if (lines) {
    const prepared = await prepareOrderLines(tx, order, lines);
    await replaceOrderLines(tx, order, prepared);
  }
  const named = { ...order, vendor_id: vendorId ?? order.vendor_id };
  emit(purchaseOrderEvent(named, 'edited', { status, previous_status: order.status }));
  return { id };
};
