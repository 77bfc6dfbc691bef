/** Drafts the order that replaces returned goods: the same items to the same address, for nothing. */
import { writeDraft } from '../../db/orders/order-draft.write.ts';
import { linesToReplace, orderToReplace } from '../../db/returns/replacement.read.ts';
import type { LockedReturn } from '../../db/returns/returns.write.ts';
import type { Work } from '../engine/handler.ts';

/** A person reviews and submits it like any other. Nothing for a return without an order, or of which nothing is replaced. */
export async function draftReplacement(work: Work, found: LockedReturn): Promise<void> {
  if (found.order_id === null) return;
  const lines = await linesToReplace(work.tx, found.id);
  if (lines.length === 0) return;
  const { currency, ...order } = await orderToReplace(work.tx, found.order_id);
  await writeDraft(work, {
    merchant_id: found.merchant_id,
    currency,
    money: { discount: 0, shipping_fee: 0, tax: 0 },
    lines: lines.map((line) => ({ ...line, channel_sku: null, price: 0 })),
    fields: { ...order, replaces_return_id: found.id, note: `Replaces ${found.return_no}` },
  });
}
