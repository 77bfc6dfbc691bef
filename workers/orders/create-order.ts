/** Writes a draft sales order with its exact totals and the next number of the day. */
import { v7 as uuidv7 } from 'uuid';
import { placeHold } from '../../db/orders/holds.write.ts';
import { assertOrderReferences } from '../../db/orders/order-references.read.ts';
import { insertOrder, type NewLine } from '../../db/orders/orders.write.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { orderTotals } from '../../domain/orders/order-totals.ts';
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
    ...fields
  } = withNumber(input);
  const settings = await readOrganization(tx);
  const merchant = await merchantFor(tx, organizationId, fields.merchant_id, actor.merchant_id);
  await assertOrderReferences(tx, organizationId, merchant.id, fields, given);

  const lines: NewLine[] = given.map(
    ({ product_id: productId = null, channel_sku: sku = null, qty, price = 0 }) => ({
      item_id: productId,
      channel_sku: sku,
      qty,
      price,
    }),
  );
  const currency = fields.currency ?? settings.base_currency;
  const totals = orderTotals(
    lines,
    { discount, shipping_fee: shippingFee, tax },
    currency,
    settings.rounding,
  );
  const order = {
    ...fields,
    id: uuidv7(),
    order_no: await work.takeNumber('SO'),
    merchant_id: merchant.id,
    currency,
    created_by: actor.name,
  };
  await insertOrder(tx, organizationId, order, totals, lines);
  work.emit(
    orderEvent(
      order,
      'created',
      { status: 'draft', previous_status: null },
      { total: toJsonNumber(totals.total) },
    ),
  );
  // A product nobody has mapped yet must not be lost: the draft waits for its mapping.
  if (lines.some(({ item_id: itemId }) => itemId === null))
    await placeHold(work, { ...order, status: 'draft' }, 'UNMAPPED_SKU', '');
  return { id: order.id };
};
