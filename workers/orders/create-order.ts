/** Writes a draft sales order with its exact totals and the next number of the day. */
import { writeDraft } from '../../db/orders/order-draft.write.ts';
import { assertOrderReferences } from '../../db/orders/order-references.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../handler.ts';
import { withNumber } from './order-number.ts';

export const createOrder: Handler<typeof orderCommands.createOrder> = async (work, input) => {
  const { tx, organizationId, actor } = work;
  const {
    lines: given = [],
    discount = 0,
    shipping_fee: shippingFee = 0,
    tax = 0,
    currency,
    ...fields
  } = withNumber(input);
  const merchant = await merchantFor(tx, organizationId, fields.merchant_id, actor.merchant_id);
  await assertOrderReferences(tx, organizationId, merchant.id, fields, given);
  const { id, order_no } = await writeDraft(work, {
    merchant_id: merchant.id,
    currency,
    money: { discount, shipping_fee: shippingFee, tax },
    fields,
    lines: given.map(({ product_id: productId = null, channel_sku: sku = null, qty, price = 0 }) => ({
      item_id: productId,
      channel_sku: sku,
      qty,
      price,
    })),
  });
  return { id, order_no };
};
