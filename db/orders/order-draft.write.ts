/** Creates draft orders, whether from a person, a program or a flow. */
import { newId } from '../../domain/new-id.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { orderEvent, type OrderRef } from '../../domain/orders/events.ts';
import { orderTotals, type OrderMoney, type Totals } from '../../domain/orders/order-totals.ts';
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readOrganization } from '../tenancy/organizations.read.ts';
import { placeHold } from './holds.write.ts';
import { insertOrders, type NewLine, type NewOrder } from './orders.write.ts';

export interface Draft {
  merchant_id: string;
  currency?: string | null | undefined;
  money: OrderMoney;
  lines: readonly NewLine[];
  /** Columns of the order; the caller has checked their references. */
  fields: Record<string, unknown>;
}

/** One draft of a group. */
export interface AskedDraft {
  work: StockPosting;
  draft: Draft;
}

export type WrittenDraft = OrderRef & { total: string };

interface Priced extends AskedDraft {
  currency: string;
  totals: Totals;
}

/** Creates one draft, see `writeDrafts`. */
export async function writeDraft(work: StockPosting, draft: Draft): Promise<WrittenDraft> {
  const [written] = await writeDrafts(work.tx, [{ work, draft }]);
  if (written instanceof Refusal) throw written;
  return written!;
}

/**
 * Creates drafts with their exact totals and the day's next numbers, and emits the events. An order with an unmapped
 * product must not be lost: its draft is put on hold as UNMAPPED_SKU. Returns a result for each; 409 DUPLICATE_ORDER,
 * and what `orderTotals` refuses, are returned as values.
 */
export async function writeDrafts(
  tx: TenantTransaction,
  asked: readonly AskedDraft[],
): Promise<(WrittenDraft | Refusal)[]> {
  const settings = await readOrganization(tx);
  const priced = asked.map((one) =>
    refusalOr((): Priced => {
      const { lines, money, currency: given } = one.draft;
      const currency = given ?? settings.base_currency;
      return { ...one, currency, totals: orderTotals(lines, money, currency, settings.rounding) };
    }),
  );
  const drafts = priced.filter(isGood);
  const numbers = await Promise.all(drafts.map(({ work }) => work.takeNumber('SO')));
  const orders = drafts.map((one, index) => ({ ...one, order: orderOf(one, numbers[index]!) }));
  const refusals = await insertOrders(
    tx,
    orders.map(({ order, totals, draft }) => ({ order, totals, lines: draft.lines })),
  );
  const answers = new Map<Priced, WrittenDraft | Refusal>();
  for (const [index, { work, order, totals, draft }] of orders.entries()) {
    const refusal = refusals[index];
    const { id, order_no, merchant_id } = order;
    answers.set(drafts[index]!, refusal ?? { id, order_no, merchant_id, total: totals.total });
    if (refusal) continue;
    const states = { status: 'draft', previous_status: null } as const;
    work.emit(orderEvent(order, 'created', states, { total: toJsonNumber(totals.total) }));
    if (draft.lines.some(({ item_id: itemId }) => itemId === null))
      await placeHold(work, { ...order, status: 'draft' }, 'UNMAPPED_SKU', '');
  }
  return priced.map((one) => (one instanceof Refusal ? one : answers.get(one)!));
}

function orderOf({ work, draft, currency }: Priced, number: string): NewOrder {
  return {
    ...draft.fields,
    id: newId(),
    order_no: number,
    merchant_id: draft.merchant_id,
    currency,
    created_by: work.actor.name,
  };
}
