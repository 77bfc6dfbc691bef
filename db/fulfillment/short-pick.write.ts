/** Handles a short pick: releases the stock that was not found, has its location counted, and reduces the shipment. */
import { newId } from '../../domain/new-id.ts';
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { coverageOf } from '../../domain/inventory/coverage.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { allocateStock } from '../inventory/allocation.write.ts';
import { readStockFigures } from '../inventory/coverage.read.ts';
import { lockOrder, readOrderSettings } from '../orders/order-lock.write.ts';
import { changeLines } from '../orders/orders.write.ts';
import { openCount } from '../counting/open-count.write.ts';
import type { PickTask } from '../picking/pick-tasks.write.ts';
import { entryOf, type Allocation } from '../shipping/shipment-stock.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import type { Shipment } from '../shipping/shipments.write.ts';

/**
 * Waits for movements at a location to finish and keeps new ones out. Returns the count task that already holds it, if
 * any.
 */
export async function enterAlone(tx: TenantTransaction, locationId: string): Promise<string | undefined> {
  const held = await row<{ count_task_id: string }>(
    tx,
    sql`select count_task_id from enter_locations_alone(${tx.organizationId}::uuid, array[${locationId}::uuid]) limit 1`,
  );
  return held?.count_task_id;
}

/** The allocation of a task, with its shipment locked. */
export async function allocationOf(tx: TenantTransaction, id: string): Promise<Allocation> {
  return (await row<Allocation>(
    tx,
    sql`select id, shipment_id, shipment_line_id, order_line_id, merchant_id, warehouse_id, item_id, location_id, lot_no, lpn_id,
            qty, stock_status, status, from_location_id, from_lpn_id
       from allocations where organization_id = ${tx.organizationId} and id = ${id}`,
  ))!;
}

/**
 * Deallocates what was not found: the books show it as available again, but its location is locked for a count, so it
 * is promised to nobody. What was found keeps the allocation. The caller holds the item's promises locked.
 */
export async function releaseMissing(work: StockPosting, held: Allocation, missing: Decimal): Promise<void> {
  const { tx, organizationId } = work;
  const lost = { ...held, qty: String(missing) };
  await postNext(work, [
    entryOf(lost, '-', 'deallocate'),
    entryOf(lost, '', 'deallocate', { status: held.stock_status }),
  ]);
  const found = decimal(held.qty).minus(missing);
  const isWhole = found.lte(zero);
  await execute(
    tx,
    sql`update allocations set ${assignments(isWhole ? { status: 'released', ended_at: sql`now()` } : { qty: String(found) })}
      where organization_id = ${organizationId} and id = ${held.id}`,
  );
  if (isWhole) return;
  await execute(
    tx,
    sql`insert into allocations (organization_id, id, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id,
            warehouse_id, item_id, location_id, lot_no, lpn_id, qty, stock_status, status, why, created_at, ended_at)
     select organization_id, ${newId()}::uuid, shipment_id, shipment_line_id, order_id, order_line_id, merchant_id, warehouse_id,
            item_id, location_id, lot_no, lpn_id, ${String(missing)}, stock_status, 'released', why, created_at, now()
       from allocations where organization_id = ${organizationId} and id = ${held.id}`,
  );
}

/**
 * The count of what was not found, in a location that `enterAlone` has cleared: of all that lies there; while another
 * count holds the location, that one if it has yet to count these goods, else one of the item that comes after it.
 */
export async function countMissing(
  work: StockPosting,
  task: PickTask,
  { lost, holder, note }: { lost: Allocation; holder: string | undefined; note: string },
): Promise<string> {
  const open = holder && (await countToCome(work.tx, holder, lost));
  if (open) return open;
  const scope = holder
    ? ({ lock: 'start', item_ids: [task.item_id] } as const)
    : ({ lock: 'creation' } as const);
  return openCount(work, {
    kind: 'short_pick',
    ...scope,
    warehouse_id: task.warehouse_id,
    location_ids: [task.location_id],
    note,
    pick_task_id: task.id,
  });
}

/**
 * Of the count that holds a location and those that wait there for earlier short picks, one that has yet to count these
 * goods. One that somebody is writing at this moment may be past them: it is not waited for, as it waits for stock.
 */
async function countToCome(
  tx: TenantTransaction,
  holder: string,
  { location_id, item_id, lot_no, stock_status }: Allocation,
): Promise<string | undefined> {
  const open = await rows<{ id: string }>(
    tx,
    sql`select t.id from count_task_locations c
          join count_tasks t on t.organization_id = c.organization_id and t.id = c.task_id
         where c.organization_id = ${tx.organizationId} and c.location_id = ${location_id}
           and (t.id = ${holder} or (t.kind = 'short_pick' and t.state = 'pending'))
           and t.state in ('pending', 'in_progress') and (t.item_ids is null or ${item_id} = any (t.item_ids))
         order by t.id for share of t skip locked`,
  );
  // Once they are locked: no line of theirs is counted from here on.
  const found = await row<{ task_id: string }>(
    tx,
    sql`select c.task_id from count_task_locations c
         where c.organization_id = ${tx.organizationId} and c.location_id = ${location_id}
           and c.task_id = any (${open.map(({ id }) => id)}::uuid[])
           and (c.visited_at is null or exists (
             select 1 from count_lines n where n.organization_id = c.organization_id and n.task_id = c.task_id
                and n.location_id = c.location_id and n.item_id = ${item_id} and n.lot_no = ${lot_no}
                and n.status = ${stock_status} and n.counted_qty is null))
         order by c.task_id limit 1`,
  );
  return found?.task_id;
}

/**
 * Allocates up to `missing` for the shipment line from elsewhere in the warehouse, never stock promised to others, and none
 * for stock that was set aside where it stood.
 * Returns how much it found.
 */
export async function allocateElsewhere(
  work: StockPosting,
  shipment: Shipment,
  lost: Allocation,
  missing: Decimal,
): Promise<Decimal> {
  const { tx, organizationId } = work;
  if (lost.stock_status !== 'available') return zero;
  const { safety_stock: safety, allocation_strategy: strategy } = await readOrderSettings(tx);
  const figures = await readStockFigures(tx, 'wms_sync', [lost.item_id]);
  const { atp, atpIn } = coverageOf(figures, safety);
  const [there, promisable] = [atpIn(shipment.warehouse_id, lost.item_id), atp(lost.item_id)];
  const free = there.lt(promisable) ? there : promisable;
  const qty = free.lt(missing) ? free : missing;
  if (qty.lte(zero)) return zero;
  const pieces = await allocateStock(tx, {
    organizationId,
    warehouseId: shipment.warehouse_id,
    strategy,
    lines: [{ line_id: lost.shipment_line_id, item_id: lost.item_id, qty }],
  });
  const taken = pieces.map(({ warehouse_id, location_id, lot_no, lpn_id, qty: part, why }) => ({
    ...lost,
    warehouse_id,
    location_id,
    lot_no,
    lpn_id,
    qty: part,
    id: newId(),
    status: 'open' as const,
    from_location_id: null,
    from_lpn_id: null,
    why: { ...why, after_short_pick: true },
  }));
  await postNext(
    work,
    taken.flatMap((one) => [
      entryOf(one, '-', 'allocate', { status: 'available' }),
      entryOf(one, '', 'allocate'),
    ]),
  );
  if (taken.length === 0) return qty;
  const of = { organization_id: organizationId, order_id: shipment.order_id };
  await execute(tx, sql`insert into allocations ${values(taken.map((one) => ({ ...one, ...of })))}`);
  return qty;
}

/** Reduces the shipment's quantity; the order line waits for the rest, or ends, by the organization's short policy. */
export async function sendLess(
  work: StockPosting,
  shipment: Shipment,
  lost: Allocation,
  missing: Decimal,
): Promise<void> {
  const { tx, organizationId } = work;
  await execute(
    tx,
    sql`update wms_shipment_lines set qty = qty - ${String(missing)}::numeric where organization_id = ${organizationId} and id = ${lost.shipment_line_id}`,
  );
  if (!shipment.order_id || !lost.order_line_id) return;
  const { short_policy: policy } = await readOrderSettings(tx);
  const what = policy === 'backorder' ? 'backordered' : 'cancelled';
  await changeLines(tx, [{ id: lost.order_line_id, [what]: String(missing) }]);
  const order = await lockOrder(tx, shipment.order_id);
  work.emit(
    orderEvent(
      order,
      policy === 'backorder' ? 'backordered' : 'lines_cancelled',
      { status: order.status, previous_status: order.status },
      {
        line_id: lost.order_line_id,
        shipment_id: shipment.id,
        [`${what}_qty`]: toJsonNumber(missing),
        reason: 'short_pick',
      },
    ),
  );
}
