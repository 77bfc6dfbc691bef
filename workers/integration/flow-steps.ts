/** What each action of a flow does. Every one can be repeated safely: steps the order has already taken are skipped. */
import { itemsOfChannelSkus } from '../../db/integration/connections.read.ts';
import { holdNewMappings } from '../../db/integration/connections.write.ts';
import { orderMadeBefore, type FormerOrder, type LockedEvent } from '../../db/integration/runs.write.ts';
import { pushToWarehouse } from '../../db/fulfillment/push-order.write.ts';
import { bindToWarehouse } from '../../db/orders/allocate-order.write.ts';
import { placeHold, wasLifted } from '../../db/orders/holds.write.ts';
import { writeDraft } from '../../db/orders/order-draft.write.ts';
import { lockOrder } from '../../db/orders/order-lock.write.ts';
import { assertOrderReferences } from '../../db/orders/order-references.read.ts';
import { confirmOrder, sendToReview } from '../../db/orders/order-review.write.ts';
import type { StockPosting } from '../../db/inventory/posting.ts';
import { decimal } from '../../domain/decimal.ts';
import type { FlowAction, FlowStep } from '../../domain/integration/flow.ts';
import { atStore } from '../../domain/integration/order-at-store.ts';
import { mapStorefrontOrder, type MappedOrder } from '../../domain/integration/storefront-order.ts';
import {
  hasEnded,
  orderStatuses,
  type HoldReason,
  type OrderStatus,
} from '../../domain/orders/order-states.ts';
import { stepInput, type StepInput } from '../../queues/integration/step-fields.ts';

export interface Progress {
  readonly event: LockedEvent;
  readonly payload: object;
  order: MappedOrder | undefined;
  order_id: string | null;
}

export interface StepResult {
  outcome: 'done' | 'skipped';
  output: object;
}

type Take<A extends FlowAction> = (
  work: StockPosting,
  progress: Progress,
  given: StepInput<A>,
) => Promise<StepResult>;

const done = (output: object): StepResult => ({ outcome: 'done', output });
const skipped = (why: string, more: object): StepResult => ({ outcome: 'skipped', output: { ...more, why } });

const mapped = (progress: Progress): MappedOrder => (progress.order ??= mapStorefrontOrder(progress.payload));

/** What tells a flow's hold from that of another step, of a person or of a doubt, where it has no note of its own; earlier ones have none. */
const heldByFlow = 'A flow holds it.';

const takes: { readonly [A in FlowAction]: Take<A> } = {
  map_order: async (_work, progress) => done(mapped(progress)),
  create_order: createOrder,
  submit: (work, progress) => step(work, progress, ['draft'], (id) => sendToReview(work, id)),
  approve: (work, progress) => step(work, progress, ['pending_review'], (id) => confirmOrder(work, id)),
  allocate: (work, progress, given) =>
    step(work, progress, ['confirmed'], (id) => bindToWarehouse(work, { ...given, order_id: id })),
  push_to_wms: (work, progress, given) =>
    step(work, progress, ['confirmed', 'allocated'], (id) =>
      pushToWarehouse(work, { ...given, order_id: id }),
    ),
  hold: async (work, progress, { reason = 'MANUAL', note = heldByFlow }) => {
    const order = await lockOrder(work.tx, progress.order_id!);
    if (hasEnded(order.status)) return skipped(`the order is ${order.status}`, { reason });
    // Held again by every replay, the order would never get past this step.
    const notes = note === heldByFlow ? [note, ''] : [note];
    if (await wasLifted(work, order.id, reason, notes)) return skipped('the hold was lifted', { reason });
    await placeHold(work, order, reason, note);
    return done({ reason });
  },
  notify: async (work, { event, order_id: orderId }, { message = '' }) => {
    work.emit({
      type: 'flow.notified',
      subject_type: 'inbound_event',
      subject_id: event.id,
      data: { event_id: event.id, merchant_id: event.merchant_id, order_id: orderId, message },
    });
    return done({ message });
  },
};

export function takeStep<A extends FlowAction>(
  work: StockPosting,
  { action, with: given = {} }: FlowStep & { action: A },
  progress: Progress,
): Promise<StepResult> {
  const take: Take<A> = takes[action];
  return take(work, progress, stepInput(action, given));
}

/** A status change of the order; skipped if it, or a person, has already made it. */
async function step(
  work: StockPosting,
  { order_id: orderId }: Progress,
  from: readonly OrderStatus[],
  move: (orderId: string) => Promise<void>,
): Promise<StepResult> {
  const { tx } = work;
  const before = await lockOrder(tx, orderId!);
  const isBehind = orderStatuses.indexOf(before.status) > orderStatuses.indexOf(from.at(-1)!);
  if (isBehind) return skipped(`the order is ${before.status}`, { status: before.status });
  await move(orderId!);
  const { status } = await lockOrder(tx, orderId!);
  return done({ status });
}

async function hold(work: StockPosting, orderId: string, reason: HoldReason, note: string): Promise<void> {
  const order = await lockOrder(work.tx, orderId);
  await placeHold(work, order, reason, note);
}

/** The item of each SKU that has one. While any has none, no mapping is made that this order would miss. */
async function itemsOf(
  { tx }: StockPosting,
  connectionId: string,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const items = await itemsOfChannelSkus(tx, connectionId, skus);
  if (skus.every((sku) => items.has(sku))) return items;
  await holdNewMappings(tx, connectionId);
  return itemsOfChannelSkus(tx, connectionId, skus);
}

/**
 * Creates the draft of the mapped order, once: an event that already created its order continues with it, and so does
 * one whose store was connected before and had its order made then. The draft is put on hold when something is unmapped,
 * when the storefront's total differs from that of its lines, or when a store that may be the same has the order. One
 * whose number its channel has is refused.
 */
async function createOrder(
  work: StockPosting,
  progress: Progress,
  given: StepInput<'create_order'>,
): Promise<StepResult> {
  const { tx } = work;
  const { event } = progress;
  if (progress.order_id) return done({ order_id: progress.order_id, existing: true });
  const order = mapped(progress);
  const former = await orderMadeBefore(tx, event.id, order.channel_order_no);
  if (former && isThisOrder(former)) {
    progress.order_id = former.id;
    return done({ order_id: former.id, existing: true });
  }
  const skus = order.lines.map(({ channel_sku: sku }) => sku);
  const items = await itemsOf(work, event.connection_id, skus);
  const references = {
    warehouse_id: given.warehouse_id ?? null,
    customer_id: given.customer_id ?? null,
  };
  await assertOrderReferences(tx, event.merchant_id, references, []);
  const {
    id,
    order_no: orderNo,
    total,
  } = await writeDraft(work, {
    merchant_id: event.merchant_id,
    currency: order.currency,
    money: { discount: order.discount, shipping_fee: order.shipping_fee, tax: order.tax },
    lines: order.lines.map(({ channel_sku: sku, qty, price }) => ({
      item_id: items.get(sku) ?? null,
      channel_sku: sku,
      qty,
      price,
    })),
    fields: {
      ...references,
      channel_id: event.channel_id,
      channel_order_no: order.channel_order_no,
      ship_to: order.ship_to,
      note: given.note ?? '',
    },
  });
  if (!order.has_address) await hold(work, id, 'INVALID_ADDRESS', 'The storefront sent no shipping address.');
  const doubts = doubtsOf(progress, order, { total, former });
  if (doubts.length > 0) await hold(work, id, 'MANUAL', doubts.join(' '));
  progress.order_id = id;
  const unmapped = [...new Set(skus.filter((sku) => !items.has(sku)))];
  return done({ order_id: id, order_no: orderNo, total, unmapped });
}

/**
 * Whether the former order is this one. A store that has nothing but its channel in common with the former one may be
 * another: an order of its own would be lost to one that has left, while one still open is not to be shipped twice.
 */
const isThisOrder = ({ is_of_shop: isOfShop, is_of_channel: isOfChannel, status }: FormerOrder): boolean =>
  isOfShop || (isOfChannel && !hasEnded(status));

/** What a person has to look at before the order goes on. */
function doubtsOf(
  { event, payload }: Progress,
  { stated_total: stated }: MappedOrder,
  { total, former }: { total: string; former: FormerOrder | undefined },
): string[] {
  const isPartlyThere = event.routed_by === 'gap_search' && atStore(payload) === 'partly_fulfilled';
  return [
    ...(former ? [`A disabled connection has it as ${former.order_no}: its store may have moved.`] : []),
    ...(isPartlyThere ? ['A part of it was fulfilled in the store before it was found there.'] : []),
    ...(stated !== null && !decimal(total).eq(decimal(stated))
      ? [`The storefront totals ${stated}, its lines and fees come to ${total}.`]
      : []),
  ];
}
