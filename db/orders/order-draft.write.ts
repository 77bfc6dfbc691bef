/** A new draft order, whoever writes it: a person, a program, a flow. */
import { v7 as uuidv7 } from 'uuid';
import { toJsonNumber } from '../../domain/decimal.ts';
import { orderEvent, type OrderRef } from '../../domain/orders/events.ts';
import { orderTotals, type OrderMoney } from '../../domain/orders/order-totals.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readOrganization } from '../tenancy/organizations.read.ts';
import { placeHold } from './holds.write.ts';
import { insertOrder, type NewLine } from './orders.write.ts';

export interface Draft {
  merchant_id: string;
  currency?: string | null | undefined;
  money: OrderMoney;
  lines: readonly NewLine[];
  /** Columns of the order; what they name was checked by the caller. */
  fields: Record<string, unknown>;
}

/**
 * Writes the draft with its exact totals and the next number of the day, and tells. A product nobody has mapped yet must
 * not be lost: the draft is held UNMAPPED_SKU. Refuses 409 DUPLICATE_ORDER, and what `orderTotals` refuses.
 */
export async function writeDraft(
  work: StockPosting,
  { merchant_id: merchantId, currency: given, money, lines, fields }: Draft,
): Promise<OrderRef & { total: string }> {
  const { tx, organizationId, actor } = work;
  const settings = await readOrganization(tx);
  const currency = given ?? settings.base_currency;
  const totals = orderTotals(lines, money, currency, settings.rounding);
  const order = {
    ...fields,
    id: uuidv7(),
    order_no: await work.takeNumber('SO'),
    merchant_id: merchantId,
    currency,
    created_by: actor.name,
  };
  await insertOrder(tx, organizationId, order, totals, lines);
  const states = { status: 'draft', previous_status: null } as const;
  work.emit(orderEvent(order, 'created', states, { total: toJsonNumber(totals.total) }));
  if (lines.some(({ item_id: itemId }) => itemId === null))
    await placeHold(work, { ...order, status: 'draft' }, 'UNMAPPED_SKU', '');
  return { id: order.id, order_no: order.order_no, merchant_id: merchantId, total: totals.total };
}
