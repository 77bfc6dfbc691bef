/** Order holds: several reasons at once, each open at most once. */
import { newId } from '../../domain/new-id.ts';
import { orderEvent, type OrderRef } from '../../domain/orders/events.ts';
import type { HoldReason, OrderStatus } from '../../domain/orders/order-states.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';

type Held = OrderRef & { status: OrderStatus };

const noteMax = 2_000;

/**
 * Places a hold and emits the event; the same reason twice is one hold, which has both notes. The caller holds the order
 * locked.
 */
export async function placeHold(
  work: StockPosting,
  order: Held,
  reason: HoldReason,
  note: string,
): Promise<void> {
  const { tx, organizationId, actor } = work;
  const placed = await rows(
    tx,
    sql`insert into sales_order_holds (organization_id, id, order_id, reason, note, placed_by) values (${organizationId}, ${newId()}, ${order.id}, ${reason}, ${note}, ${actor.name})
     on conflict (organization_id, order_id, reason) where lifted_at is null do nothing returning id`,
  );
  if (placed.length === 0) return addNote(tx, order.id, reason, note);
  work.emit(orderEvent(order, 'held', { status: order.status, previous_status: order.status }, { reason }));
}

async function addNote(
  tx: TenantTransaction,
  orderId: string,
  reason: HoldReason,
  note: string,
): Promise<void> {
  await execute(
    tx,
    sql`update sales_order_holds set note = concat_ws(' ', nullif(note, ''), ${note}::text)
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and reason = ${reason} and lifted_at is null
           and position(${note}::text in note) = 0 and length(note) + length(${note}::text) < ${noteMax}`,
  );
}

/** Whether a hold for this reason that had one of these notes was lifted before; '' is of one without any. The caller holds the order locked. */
export async function wasLifted(
  { tx, organizationId }: StockPosting,
  orderId: string,
  reason: HoldReason,
  notes: readonly string[],
): Promise<boolean> {
  const lifted = await rows(
    tx,
    sql`select 1 from sales_order_holds h join unnest(${[...notes]}::text[]) n (note)
            on case n.note when '' then h.note = '' else position(n.note in h.note) > 0 end
         where h.organization_id = ${organizationId} and h.order_id = ${orderId} and h.reason = ${reason}
           and h.lifted_at is not null limit 1`,
  );
  return lifted.length > 0;
}

/**
 * Keeps UNMAPPED_SKU in step with the lines: the hold is on while any line has no product, and lifted with the last one
 * mapped. The caller holds the order locked.
 */
export async function followMapping(work: StockPosting, order: Held, isUnmapped: boolean): Promise<void> {
  if (isUnmapped) return placeHold(work, order, 'UNMAPPED_SKU', '');
  const open = await row<{ id: string }>(
    work.tx,
    sql`select id from sales_order_holds
      where organization_id = ${work.organizationId} and order_id = ${order.id} and reason = 'UNMAPPED_SKU' and lifted_at is null`,
  );
  if (open) await closeHold(work, order, open.id);
}

/**
 * Lifts a hold and emits the event. Refuses 404; lifting it again gives the same answer. The caller holds the order
 * locked.
 */
export async function closeHold(work: StockPosting, order: Held, holdId: string): Promise<void> {
  const { tx, organizationId, actor } = work;
  const hold = await row<{ reason: HoldReason; lifted_at: Date | null }>(
    tx,
    sql`select reason, lifted_at from sales_order_holds where organization_id = ${organizationId} and order_id = ${order.id} and id = ${holdId} for update`,
  );
  if (!hold) throw notFound('hold');
  if (hold.lifted_at) return;
  await execute(
    tx,
    sql`update sales_order_holds set lifted_at = now(), lifted_by = ${actor.name}
      where organization_id = ${organizationId} and id = ${holdId}`,
  );
  const { reason } = hold;
  work.emit(
    orderEvent(order, 'hold_released', { status: order.status, previous_status: order.status }, { reason }),
  );
}
