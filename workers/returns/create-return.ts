/** Asks for a return, of an order, a shipment, or goods whose order nobody knows. */
import { findReturnedOrder } from '../../db/returns/returnable.write.ts';
import { insertReturn, insertReturnLines } from '../../db/returns/returns.write.ts';
import { readReceiptReferences } from '../../db/receiving/receipt-references.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { authorizeUnits } from './authorize-units.ts';
import { linesToReturn, underRules } from './return-lines.ts';

type Input = InputOf<typeof returnCommands.createReturn>;

export const createReturn: Handler<typeof returnCommands.createReturn> = async (work, input) => {
  const { tx, actor, emit } = work;
  const scope = await scopeOf(work, input);
  const asked = await linesToReturn(work, scope, input.lines);
  const { lines, areAuthorized } = await underRules(work, scope, asked);
  const made = {
    ...scope,
    id: newId(),
    return_no: await work.takeNumber('RMA'),
    channel_return_no: input.channel_return_no ?? null,
    expires_on: input.expires_on ?? null,
    note: input.note ?? '',
    created_by: actor.name,
  };
  await insertReturn(tx, made);
  await insertReturnLines(tx, made, lines);
  emit(returnEvent(made, 'requested', { status: 'requested', previous_status: null, lines: lines.length }));
  if (areAuthorized) await authorizeUnits(work, { ...made, status: 'requested' });
  return { id: made.id, return_no: made.return_no };
};

/** Whose goods they are, of which order, and where they come to. */
async function scopeOf(work: Work, input: Input) {
  const { tx, actor } = work;
  await assertWarehouseKeepsStock(tx);
  const orderId = input.order_id ?? null;
  const shipmentId = input.shipment_id ?? null;
  const isSold = orderId !== null || shipmentId !== null;
  const order = isSold ? await findReturnedOrder(tx, { orderId, shipmentId }) : undefined;
  if (isSold && !order) {
    throw shipmentId === null
      ? unknownReference('order_id', 'sales order')
      : unknownReference('shipment_id', 'shipment of a sales order');
  }
  const merchantId = order?.merchant_id ?? (await merchantFor(tx, input.merchant_id, actor.merchant_id)).id;
  if (input.merchant_id && input.merchant_id.toLowerCase() !== merchantId)
    throw unknownReference('merchant_id', 'merchant of the order');
  const warehouseId = input.warehouse_id ?? order?.warehouse_id ?? null;
  if (warehouseId === null)
    throw invalid('warehouse_id', 'required', 'warehouse_id is required: the order says no warehouse');
  const names = { warehouse_id: warehouseId.toLowerCase(), purchase_order_id: null };
  (await readReceiptReferences(tx, [names]))(names, merchantId);
  return {
    kind: input.kind,
    merchant_id: merchantId,
    warehouse_id: names.warehouse_id,
    order_id: order?.order_id ?? null,
    shipment_id: shipmentId,
  };
}

/**
 * Without a WMS its receipt and what is restocked of it would be stock that no order is promised from, whichever kept the
 * stock when the order was sold. Refuses 400.
 */
async function assertWarehouseKeepsStock(tx: Work['tx']): Promise<void> {
  const { inventory_mode } = await readOrganization(tx);
  if (inventory_mode === 'wms_sync') return;
  const message = 'A return comes back to a WMS; without one, adjust the OMS inventory by what came back.';
  throw new Refusal('NOT_WMS_SYNC', message, { inventory_mode });
}
