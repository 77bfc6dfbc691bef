/**
 * Creates the draft freight bill of an order: the carrier's amount, split among the merchants on its load exactly to
 * the cent, with the basis of the split kept as evidence; a load that leaves later splits it by what it has then. Once the bill is approved, the billing run charges the parts
 * to the merchants. The order's lock prevents billing it twice.
 */
import { createDraftBill } from '../../db/documents/bills.write.ts';
import { assertReference } from '../../db/records.read.ts';
import {
  agreedRate,
  assertNotBilled,
  freightItem,
  merchantsOnLoad,
} from '../../db/transport/freight.read.ts';
import { lockLoad } from '../../db/shipping/loads.write.ts';
import { loadOfTransport, lockTransport } from '../../db/transport/orders.write.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { freightShares } from '../../domain/transport/freight-basis.ts';
import { transportEvent } from '../../domain/transport/events.ts';
import type { transportCommands } from '../../queues/transport/transport.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const billFreight: Handler<typeof transportCommands.billFreight> = async (work, input) => {
  const { tx, organizationId, actor } = work;
  assertOperator(work);
  const loadId = await loadOfTransport(tx, input.order_id);
  // Leaving, it splits the freight that was drafted before.
  if (loadId) await lockLoad(tx, loadId);
  const order = await lockTransport(tx, input.order_id);
  const agreed = await agreedRate(tx, order.id);
  if (!agreed)
    throw new Refusal('TENDER_NOT_ACCEPTED', `No carrier has agreed to ${order.transport_no}.`, {
      order_id: order.id,
    });
  await assertNotBilled(tx, order);
  const { rebill_item_id: item } = input;
  if (item) await assertReference(tx, 'billing_items', item, 'rebill_item_id');
  const merchants = loadId ? await merchantsOnLoad(tx, loadId) : [];
  const split = merchants.length > 0 ? freightShares(merchants, input.basis) : undefined;
  if (item && !split)
    throw invalid(
      'rebill_item_id',
      'no_merchant',
      'No merchant has goods on a load of the order to be charged.',
    );
  const { id } = await createDraftBill(tx, {
    organizationId,
    createdBy: actor.name,
    billType: 'freight',
    vendorId: null,
    carrierId: agreed.carrier_id,
    vendorBillNo: input.vendor_bill_no ?? null,
    tmsOrderId: order.id,
    loadId,
    currency: agreed.currency,
    exchangeRate: input.exchange_rate,
    billDate: input.bill_date,
    expectedTotal: agreed.rate,
    lines: [
      {
        description: `Freight of ${order.transport_no}`,
        amount: input.amount ?? agreed.rate,
        warehouse_id: order.warehouse_id,
        ...(split
          ? {
              split_basis: split.basis,
              is_split_by_load: true,
              splits: split.shares,
              rebill_item_id: item === undefined ? await freightItem(tx) : item,
            }
          : {}),
      },
    ],
  });
  work.emit({ type: 'bill.created', subject_type: 'bill', subject_id: id, data: { status: 'draft' } });
  work.emit(transportEvent(order, 'freight_billed', order.status, { bill_id: id }));
  return { id };
};
