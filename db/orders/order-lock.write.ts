/**
 * Loads and locks an order: the first two steps of every order action. The order's row is the lock for everything that
 * belongs to it.
 */
import { orderStates, type OrderAction, type OrderStatus } from '../../domain/orders/order-states.ts';
import { type ShipMode } from '../../domain/catalog/ship-modes.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { AllocationStrategy } from '../inventory/allocatable.ts';
import type { InventoryMode } from '../inventory/coverage.read.ts';

export interface LockedOrder {
  id: string;
  order_no: string;
  status: OrderStatus;
  inventory_mode: InventoryMode;
  merchant_id: string;
  warehouse_id: string | null;
  customer_id: string | null;
  channel_id: string | null;
  ship_mode: ShipMode | null;
  carrier_code: string | null;
  service_code: string | null;
  ship_to: object;
  currency: string;
  discount: string;
  shipping_fee: string;
  tax: string;
  required_ship_date: string | null;
}

export interface OrderLine {
  id: string;
  line_no: number;
  item_id: string | null;
  qty: string;
  uom_qty: string | null;
  uom_factor: string | null;
  price: string;
  channel_sku: string | null;
  fulfilled_qty: string;
  backordered_qty: string;
  cancelled_qty: string;
  /** The line's soft reservation, and the warehouse it is bound to. */
  reserved_qty: string;
  reserved_warehouse_id: string | null;
}

/** The organization's settings for promising and allocating. */
export interface OrderSettings {
  allocation_strategy: AllocationStrategy;
  short_policy: 'backorder' | 'cancel_rest';
  reserve_at: 'confirm' | 'allocate';
  safety_stock: string;
  rounding: 'half_up' | 'half_even';
}

export const orderColumns = sql`id, order_no, status, inventory_mode, merchant_id, warehouse_id, customer_id, channel_id,
  ship_mode, carrier_code, service_code, ship_to, currency, discount, shipping_fee, tax, required_ship_date`;

/** Columns from l (sales_order_lines) and r (reservations). */
export const orderLineColumns = sql`l.id, l.line_no, l.item_id, l.qty, l.uom_qty, l.uom_factor, l.price, l.channel_sku, l.fulfilled_qty,
  l.backordered_qty, l.cancelled_qty, coalesce(r.qty, 0) as reserved_qty, r.warehouse_id as reserved_warehouse_id`;

/** Locks an order's row. Refuses 404 NOT_FOUND. */
export async function lockOrder(tx: TenantTransaction, id: string): Promise<LockedOrder> {
  const found = await row<LockedOrder>(
    tx,
    sql`select ${orderColumns} from sales_orders where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('sales order');
  return found;
}

/** The lines of an order with their reservations, in line order. Read under the order's lock. */
export function readLines(tx: TenantTransaction, orderId: string): Promise<OrderLine[]> {
  return rows<OrderLine>(
    tx,
    sql`select ${orderLineColumns}
       from sales_order_lines l
       left join reservations r on r.organization_id = l.organization_id and r.order_line_id = l.id
      where l.organization_id = ${tx.organizationId} and l.order_id = ${orderId} order by l.line_no`,
  );
}

/** The reasons why the order is on hold, if it is. */
export function readOpenHolds(tx: TenantTransaction, orderId: string): Promise<{ reason: string }[]> {
  return rows<{ reason: string }>(
    tx,
    sql`select reason from sales_order_holds where organization_id = ${tx.organizationId} and order_id = ${orderId} and lifted_at is null order by reason`,
  );
}

/** Refuses 409 ORDER_ON_HOLD with the reasons: nothing of a held order moves. */
export function refuseHeld(orderId: string, holds: readonly { reason: string }[]): void {
  if (holds.length === 0) return;
  const reasons = holds.map(({ reason }) => reason);
  throw new Refusal('ORDER_ON_HOLD', `The order is on hold: ${reasons.join(', ')}.`, {
    order_id: orderId,
    reasons,
  });
}

/** A locked order with its open holds. */
export interface TakenOrder {
  order: LockedOrder;
  holds: readonly { reason: string }[];
}

/** Locks the order, then reads its open holds: both are sent at once and run in this order. Refuses 404 NOT_FOUND. */
export async function lockOrderAndHolds(tx: TenantTransaction, id: string): Promise<TakenOrder> {
  const [order, holds] = await Promise.all([lockOrder(tx, id), readOpenHolds(tx, id)]);
  return { order, holds };
}

/**
 * The status the action leads to. Refuses 400 ILLEGAL_TRANSITION {from, action, allowed}, and 409 ORDER_ON_HOLD except
 * for cancelling and editing.
 */
export function stepOf({ order, holds }: TakenOrder, action: OrderAction): OrderStatus {
  const to = nextState(orderStates, order.status, action) as OrderStatus;
  const endsIt = action === 'cancel' || action === 'cancel-request' || action === 'edit';
  if (!endsIt) refuseHeld(order.id, holds);
  return to;
}

/** Locks the order and finds the status the action leads to. Refuses 404 and whatever `stepOf` refuses. */
export async function takeOrder(
  tx: TenantTransaction,
  id: string,
  action: OrderAction,
): Promise<{ order: LockedOrder; to: OrderStatus }> {
  const taken = await lockOrderAndHolds(tx, id);
  return { order: taken.order, to: stepOf(taken, action) };
}

export async function readOrderSettings(tx: TenantTransaction): Promise<OrderSettings> {
  const found = await row<OrderSettings>(
    tx,
    sql`select allocation_strategy, short_policy, reserve_at, safety_stock, rounding from organizations where id = ${tx.organizationId}`,
  );
  return found!;
}
