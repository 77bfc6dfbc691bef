/** Creates a draft purchase order: vendor and items are the merchant's, amounts exact in the order's currency. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { assertPartner } from '../../db/partners.read.ts';
import { chooseWarehouse } from '../../db/purchase/default-warehouse.read.ts';
import { prepareOrderLines } from '../../db/purchase/order-lines.write.ts';
import { insertPurchaseOrder } from '../../db/purchase/orders.write.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { newId } from '../../domain/new-id.ts';
import { purchaseOrderEvent } from '../../domain/purchase/events.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler } from '../engine/handler.ts';

export const createPurchaseOrder: Handler<typeof purchaseOrderCommands.createPurchaseOrder> = async (
  work,
  input,
) => {
  const { tx, actor, emit } = work;
  const { id: merchantId } = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  await assertPartner(tx, merchantId, 'vendors', input.vendor_id, 'vendor_id');
  const warehouseId = await chooseWarehouse(tx, input.warehouse_id ?? null);
  const currency = input.currency ?? (await readAccountingSettings(tx)).baseCurrency;
  const lines = await prepareOrderLines(tx, { merchant_id: merchantId, currency }, input.lines);
  const order = {
    id: newId(),
    po_no: await work.takeNumber('PO'),
    merchant_id: merchantId,
    vendor_id: input.vendor_id,
    warehouse_id: warehouseId,
    currency,
    expected_date: input.expected_date ?? null,
    vendor_ref: input.vendor_ref ?? null,
    note: input.note ?? '',
    created_by: actor.name,
  };
  await insertPurchaseOrder(tx, order, lines);
  emit(purchaseOrderEvent(order, 'created', { status: 'draft', previous_status: null }));
  return { id: order.id };
};
