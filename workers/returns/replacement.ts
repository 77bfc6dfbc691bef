/**
 * The order that replaces returned goods: the same items to the same address, for nothing. It grows with its return while
 * it is a draft, and ends with it.
 */
import { writeDraft } from '../../db/orders/order-draft.write.ts';
import { readLines } from '../../db/orders/order-lock.write.ts';
import {
  linesToReplace,
  lockReplacements,
  orderToReplace,
  type Replacement,
  type UnitsToReplace,
} from '../../db/returns/replacement.write.ts';
import type { LockedReturn } from '../../db/returns/returns.write.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { cancellableStates } from '../../domain/orders/order-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { editOrder } from '../orders/edit-order.ts';

/**
 * Drafts what replaces the goods of a locked return, or of lines it has gained. A person reviews and submits it like any
 * other order. Nothing for a return without an order, or of which nothing is replaced.
 */
export async function draftReplacement(
  work: Work,
  found: LockedReturn,
  lineIds: readonly string[] | null = null,
): Promise<void> {
  await replaceUnits(work, found, await linesToReplace(work.tx, found.id, lineIds));
}

/** They go with what is drafted already, in one parcel; once that is under way, in another. */
export async function replaceUnits(
  work: Work,
  found: LockedReturn,
  units: readonly UnitsToReplace[],
): Promise<void> {
  const { order_id: orderId } = found;
  if (orderId === null || units.length === 0) return;
  const { tx } = work;
  const draft = (await lockReplacements(tx, found.id)).find(({ status }) => status === 'draft');
  if (draft) return growDraft(work, draft, units);
  const { currency, ...order } = await orderToReplace(tx, orderId);
  await writeDraft(work, {
    merchant_id: found.merchant_id,
    currency,
    money: { discount: 0, shipping_fee: 0, tax: 0 },
    lines: units.map((line) => ({ ...line, channel_sku: null, price: 0 })),
    fields: { ...order, replaces_return_id: found.id, note: `Replaces ${found.return_no}` },
  });
}

async function growDraft(work: Work, draft: Replacement, units: readonly UnitsToReplace[]): Promise<void> {
  const kept = (await readLines(work.tx, draft.id)).map(
    ({ item_id, channel_sku, qty, price, uom_factor: factor }) => ({
      product_id: item_id,
      channel_sku,
      qty: toJsonNumber(qty),
      price: toJsonNumber(
        decimal(price)
          .div(decimal(factor ?? 1))
          .round(6),
      ),
    }),
  );
  const more = units.map(({ item_id, qty }) => ({ product_id: item_id, qty: toJsonNumber(qty), price: 0 }));
  await editOrder(work, { order_id: draft.id, lines: [...kept, ...more] });
}

/**
 * Cancels what would replace the goods of a return that ends: nothing is sent for goods that do not come. Refuses 409
 * REPLACEMENT_UNDER_WAY once one is released: what is picked or has left is a person's to stop, or to give away.
 */
export async function endReplacements(work: Work, found: LockedReturn): Promise<void> {
  const orders = await lockReplacements(work.tx, found.id);
  if (orders.length === 0) return;
  const underWay = orders.find(({ status }) => !cancellableStates.includes(status));
  if (underWay) {
    const { id, order_no, status } = underWay;
    const message = `${order_no}, which replaces the goods of ${found.return_no}, is ${status}: it is cancelled first, or kept with keep_replacement.`;
    throw new Refusal('REPLACEMENT_UNDER_WAY', message, { order_id: id, order_no, status });
  }
  const answers = await cancelOrder(
    work.tx,
    orders.map(({ id }) => ({ work, input: { order_id: id } })),
  );
  for (const answer of answers) if (answer instanceof Refusal) throw answer;
}
