/** Edits a draft and recomputes its totals. Any other status is 400 ILLEGAL_TRANSITION. */
import { readLineUnits } from '../../db/catalog/item-units.read.ts';
import { followMapping } from '../../db/orders/holds.write.ts';
import { readLines, takeOrder } from '../../db/orders/order-lock.write.ts';
import { assertOrderReferences } from '../../db/orders/order-references.read.ts';
import { editDraft } from '../../db/orders/orders.write.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { invalid } from '../../domain/refusal.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { orderTotals } from '../../domain/orders/order-totals.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Handler } from '../engine/handler.ts';
import { withNumber } from './order-number.ts';

export const editOrder: Handler<typeof orderCommands.editOrder> = async (
  work,
  { order_id: id, fields: sent = {}, lines: given },
) => {
  const { tx } = work;
  const { order } = await takeOrder(tx, id, 'edit');
  const { merchant_id: named, ...fields } = withNumber(sent);
  const merchantId = named ?? order.merchant_id;
  if (merchantId !== order.merchant_id)
    throw invalid('fields.merchant_id', 'fixed', 'the merchant of an order cannot change');
  await assertOrderReferences(tx, merchantId, fields, given ?? [], 'fields.');
  const unitsOf = await readLineUnits(tx, given ?? []);
  const lines = given?.map((line, index) => ({
    item_id: line.product_id ?? null,
    channel_sku: line.channel_sku ?? null,
    price: line.price ?? 0,
    ...unitsOf(line, `lines.${index}`),
  }));
  const { rounding } = await readOrganization(tx);
  const totals = orderTotals(
    lines ?? (await readLines(tx, id)),
    {
      discount: fields.discount ?? order.discount,
      shipping_fee: fields.shipping_fee ?? order.shipping_fee,
      tax: fields.tax ?? order.tax,
    },
    fields.currency ?? order.currency,
    rounding,
  );
  await editDraft(tx, order, fields, totals, lines);
  work.emit(
    orderEvent(
      order,
      'changed',
      { status: 'draft', previous_status: 'draft' },
      { total: toJsonNumber(totals.total) },
    ),
  );
  if (lines)
    await followMapping(
      work,
      order,
      lines.some(({ item_id: itemId }) => itemId === null),
    );
  return { id };
};
