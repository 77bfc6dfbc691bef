/**
 * Releases orders to the WMS from any earlier status, in one transaction: submits and approves them if needed, each
 * step with its own checks and event, then pushes them; with `ship` they leave at once. The approval needs its own
 * permission.
 */
import type { TenantTransaction } from '../../db/database.ts';
import { assertWmsSync, pushTogether } from '../../db/fulfillment/push-order.write.ts';
import { confirmTogether, sendTogetherToReview } from '../../db/orders/order-review.write.ts';
import type { LockedOrder } from '../../db/orders/order-lock.write.ts';
import { lockOrders } from '../../db/orders/orders-together.write.ts';
import { assertHeld } from '../acting-person.ts';
import { orderStates } from '../../domain/orders/order-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import { allOrEach } from '../engine/each-of-group.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import type { AskedWith } from '../orders/each-order-once.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { lockAhead, shippedAtOnce } from './ship-at-once.ts';

type ReleaseToWms = typeof orderCommands.releaseToWms;
type Asked = AskedWith<InputOf<ReleaseToWms>>;

const approving = 'oms.orders.approve';

export const releaseToWms: HandlerOfMany<ReleaseToWms> = shippedAtOnce(
  async (tx, asked) => {
    const taken = await lockOrders(
      tx,
      asked.map(({ order_id: id }) => id),
    );
    const found = asked.map((one) => {
      const order = taken.get(one.order_id.toLowerCase())?.order;
      if (!order) throw notFound('sales order');
      assertReleasable(one, order);
      return { ...one, status: order.status };
    });
    return release(tx, found);
  },
  async (tx, asked, releaseAll) => {
    if (asked.length > 1)
      await lockAhead(
        tx,
        asked.map(({ order_id: id }) => id),
      );
    return allOrEach(tx, asked, async (some) => {
      throwFirst(await releaseAll(tx, some));
    });
  },
);

function assertReleasable({ work }: Asked, order: LockedOrder): void {
  assertWmsSync(order);
  const { status } = order;
  const isBefore = isUnconfirmed(order);
  if (!isBefore && !allowedActions(orderStates, status).includes('push-to-wms')) {
    // In the caller's terms: this API surface knows no other action on an order.
    const details = { from: status, action: 'release', allowed: [] };
    throw new Refusal('ILLEGAL_TRANSITION', `A sales order that is ${status} cannot be released.`, details);
  }
  if (isBefore)
    assertHeld(
      work,
      approving,
      `Releasing an order that is not confirmed needs the permission ${approving}.`,
    );
}

const isUnconfirmed = ({ status }: Pick<LockedOrder, 'status'>): boolean =>
  status === 'draft' || status === 'pending_review';

async function release(
  tx: TenantTransaction,
  orders: readonly (Asked & Pick<LockedOrder, 'status'>)[],
): Promise<(Refusal | undefined)[]> {
  const drafts = orders.filter(({ status }) => status === 'draft');
  if (drafts.length > 0) throwFirst(await sendTogetherToReview(tx, drafts));
  const unconfirmed = orders.filter(isUnconfirmed);
  if (unconfirmed.length > 0) throwFirst(await confirmTogether(tx, unconfirmed));
  return pushTogether(
    tx,
    orders.map(({ work, input }) => ({ work, request: input })),
  );
}

function throwFirst(refusals: readonly (Refusal | undefined)[]): void {
  const refusal = refusals.find((one) => one !== undefined);
  if (refusal) throw refusal;
}
