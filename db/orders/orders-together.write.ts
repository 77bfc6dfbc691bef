/** Orders processed as a group: locked in id order and updated in one statement, however many there are. */
import { orderStates, type OrderAction, type OrderStatus } from '../../domain/orders/order-states.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import { groupBy } from '../../domain/group-by.ts';
import { notFound, refusalOr, type Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction, type Write } from '../database.ts';
import { amongIds, assignments, sql } from '../sql-text.ts';
import { stateReached } from '../state-columns.ts';
import {
  orderColumns,
  orderLineColumns,
  stepOf,
  type LockedOrder,
  type OrderLine,
  type TakenOrder,
} from './order-lock.write.ts';

/** A locked order with its holds and lines. */
export interface OrderWithLines extends TakenOrder {
  lines: readonly OrderLine[];
}

/**
 * Locks the orders, then reads their holds and lines: all sent at once and run in this order. Orders that do not exist
 * are left out.
 */
export async function lockOrders(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderWithLines>> {
  const wanted = [...new Set(ids)];
  const [orders, holds, lines] = await Promise.all([
    rows<LockedOrder>(
      tx,
      sql`select ${orderColumns} from sales_orders
        where organization_id = ${tx.organizationId} and id = any (${wanted}::uuid[]) order by id for update`,
    ),
    rows<{ order_id: string; reason: string }>(
      tx,
      sql`select order_id, reason from sales_order_holds
        where organization_id = ${tx.organizationId} and order_id = any (${wanted}::uuid[]) and lifted_at is null
        order by reason`,
    ),
    rows<OrderLine & { order_id: string }>(
      tx,
      sql`select l.order_id, ${orderLineColumns}
         from sales_order_lines l
         left join reservations r on r.organization_id = l.organization_id and r.order_line_id = l.id
        where l.organization_id = ${tx.organizationId} and l.order_id = any (${wanted}::uuid[]) order by l.order_id, l.line_no`,
    ),
  ]);
  const holdsOf = groupBy(holds, ({ order_id: id }) => id);
  const linesOf = groupBy(lines, ({ order_id: id }) => id);
  return new Map(
    orders.map((order) => [
      order.id,
      { order, holds: holdsOf.get(order.id) ?? [], lines: linesOf.get(order.id) ?? [] },
    ]),
  );
}

/** One order of a group; no order is in a group twice. */
export interface AskedOrder<W> {
  work: W;
  order_id: string;
}

/** A locked order with its lines, on its way to a status. */
export interface OrderStep<A> {
  asked: A;
  order: LockedOrder;
  to: OrderStatus;
  lines: readonly OrderLine[];
}

/** Each order, locked, with the status the action leads to; 404 and what `stepOf` refuses are returned as values. */
export async function takeSteps<A extends { order_id: string }>(
  tx: TenantTransaction,
  asked: readonly A[],
  action: OrderAction,
): Promise<(OrderStep<A> | Refusal)[]> {
  const taken = await lockOrders(
    tx,
    asked.map(({ order_id: id }) => id),
  );
  const stepFor = (one: A, found: OrderWithLines): OrderStep<A> => ({
    asked: one,
    order: found.order,
    to: stepOf(found, action),
    lines: found.lines,
  });
  return asked.map((one) => {
    const found = taken.get(one.order_id.toLowerCase());
    return found ? refusalOr(() => stepFor(one, found)) : notFound('sales order');
  });
}

export interface OrderMove {
  id: string;
  to: OrderStatus;
  /** The warehouse and ship mode, when the step decides them. */
  release?: { ship_mode: ShipMode | null; warehouse_id: string | null };
}

/** Writes the orders' new statuses and their dates. */
export async function moveOrders(
  tx: TenantTransaction,
  moves: readonly OrderMove[],
  write: Write = execute,
): Promise<void> {
  const alike = groupBy(moves, ({ to, release }) => `${to}/${release !== undefined}`);
  for (const [, some] of alike) {
    const [{ to, release }] = some as [OrderMove];
    const fields = { ...stateReached(orderStates, to), updated_at: sql`now()` };
    const ids = some.map(({ id }) => id);
    if (!release) {
      await write(
        tx,
        sql`update sales_orders set ${assignments(fields)}
             where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[])`,
      );
      continue;
    }
    const shipModes = some.map((move) => move.release!.ship_mode);
    const warehouseIds = some.map((move) => move.release!.warehouse_id);
    await write(
      tx,
      sql`update sales_orders o set ${assignments({
        ...fields,
        ship_mode: sql`m.ship_mode`,
        warehouse_id: sql`m.warehouse_id`,
      })}
        from unnest(${ids}::uuid[], ${shipModes}::text[], ${warehouseIds}::uuid[]) as m (id, ship_mode, warehouse_id)
       where ${amongIds(tx, 'o', some)} and o.id = m.id`,
    );
  }
}
