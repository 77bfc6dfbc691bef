/**
 * A step of the orders of a group that moves their shipments: those with plain shipments take it together, up to the
 * first that is not plain or that the group has got already. That one takes it by itself, at the head of the next group.
 */
import { inSavepoint, planOnce, type TenantTransaction } from '../../db/database.ts';
import { factsOf, isPlain, type TakenShipment } from '../../db/fulfillment/step-facts.read.ts';
import { takeSteps, type OrderStep } from '../../db/orders/orders-together.write.ts';
import { lockShipmentsOf } from '../../db/shipping/shipments.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { OrderAction } from '../../domain/orders/order-states.ts';
import { isGood, refusalOrLater, type Refusal } from '../../domain/refusal.ts';
import { hasLeft } from '../../domain/shipping/shipment-states.ts';
import type { Command } from '../../queues/engine/define-command.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { HandlerOfMany } from '../engine/handler.ts';
import type { AskedWith } from '../orders/each-order-once.ts';

/** A locked order, and its shipments that have not ended. */
export interface SteppingOrder<I> extends OrderStep<AskedWith<I>> {
  open: readonly TakenShipment[];
}

interface Step<I> {
  action: OrderAction;
  /** Shipments that are not plain for this step. */
  notPlain?(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<ReadonlySet<string>>;
  isAlone?(order: SteppingOrder<I>): boolean;
  /** Returns why some may not. */
  together(
    tx: TenantTransaction,
    orders: readonly SteppingOrder<I>[],
  ): Promise<ReadonlyMap<SteppingOrder<I>, Refusal>>;
  /** The same for one, in a savepoint. */
  alone(tx: TenantTransaction, order: SteppingOrder<I>): Promise<void>;
}

export function stepOrders<I extends { order_id: string }>(
  step: Step<I>,
): HandlerOfMany<Command<string, I, { id: string }, true>> {
  return async (tx, asked) => {
    planOnce(tx);
    const steps = await takeSteps(
      tx,
      asked.map(({ work, input }) => ({ work, order_id: input.order_id, input })),
      step.action,
    );
    const ids = new Set(steps.filter(isGood).map(({ order }) => order.id));
    const open = (await lockShipmentsOf(tx, ...ids)).filter(({ status }) => !hasLeft(status));
    const facts = await factsOf(tx, open);
    const special = (await step.notPlain?.(tx, [...facts.keys()])) ?? new Set();
    const openOf = groupBy(facts.values(), ({ shipment }) => shipment.order_id!);
    const taken = new Map(
      asked.map((one, index) => {
        const found = steps[index]!;
        return [one, isGood(found) ? { ...found, open: openOf.get(found.order.id) ?? [] } : found];
      }),
    );
    const isAlone = (one: SteppingOrder<I>): boolean =>
      one.order.inventory_mode !== 'wms_sync' ||
      one.open.some((held) => !isPlain(held) || special.has(held.shipment.id)) ||
      step.isAlone?.(one) === true;
    const seen = new Set<string>();
    const goesAlone = (one: (typeof asked)[number]): boolean => {
      const found = taken.get(one)!;
      return isGood(found) && (isAlone(found) || seen.size === seen.add(found.order.id).size);
    };
    return untilAlone(asked, goesAlone, async (together) => {
      const orders = together.map((one) => taken.get(one)!).filter(isGood);
      const [first] = orders;
      const refusals =
        first && isAlone(first) ? await alone(step, tx, first) : await step.together(tx, orders);
      return together.map((one) => {
        const found = taken.get(one)!;
        return (isGood(found) ? refusals.get(found) : found) ?? { id: one.input.order_id };
      });
    });
  };
}

async function alone<I>(
  step: Step<I>,
  tx: TenantTransaction,
  order: SteppingOrder<I>,
): Promise<ReadonlyMap<SteppingOrder<I>, Refusal>> {
  const refusal = await refusalOrLater(() => inSavepoint(tx, () => step.alone(tx, order)));
  return new Map(isGood(refusal) ? [] : [[order, refusal]]);
}
