/** confirmed to allocated: binds the order's promise to a warehouse. */
import { readCoverage } from '../inventory/coverage.read.ts';
import { dropReservations, lockCommitments, placeReservations } from '../inventory/commitments.write.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { assertReference } from '../records.read.ts';
import { readLines, readOrderSettings, takeOrder } from './order-lock.write.ts';
import { changeLines, clearBackorders, moveOrder } from './orders.write.ts';
import { decimal, sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { serve, shortages, type Coverage } from '../../domain/inventory/coverage.ts';
import { insufficientAtp, ownPromises, pushDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { invalid } from '../../domain/refusal.ts';

export interface AllocationRequest {
  order_id: string;
  warehouse_id?: string | undefined;
  allow_partial?: boolean | undefined;
}

/**
 * Binds the promise to the warehouse: all lines or, with allow_partial, what it covers, with the rest backordered.
 * Refuses 400 without a warehouse, 409 INSUFFICIENT_ATP. The items' promises are locked while stock is read.
 */
export async function bindToWarehouse(
  work: Pick<StockPosting, 'tx' | 'organizationId' | 'emit'>,
  input: AllocationRequest,
): Promise<void> {
  const { tx, organizationId } = work;
  const { order_id: id, warehouse_id: warehouseId, allow_partial: isPartialFine = false } = input;
  const { order, to } = await takeOrder(tx, id, 'allocate');
  if (!warehouseId) throw invalid('warehouse_id', 'required', 'warehouse_id is required');
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  const lines = await readLines(tx, id);
  const demand = pushDemand(lines, order.status);
  const settings = await readOrderSettings(tx);
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockCommitments(tx, itemIds);
  const own = ownPromises(lines);
  // What is already promised to the order it may have in full; a promise made now must leave the safety stock
  // untouched.
  const availableOf =
    ({ atp, atpIn }: Coverage) =>
    (itemId: string) => {
      const there = atpIn(warehouseId, itemId);
      const promisable = atp(itemId);
      return own.length > 0 || there.lt(promisable) ? there : promisable;
    };
  const coverage = await readCoverage(tx, {
    organizationId,
    mode: order.inventory_mode,
    itemIds,
    safetyStock: settings.safety_stock,
    own,
    suffices: (part) => shortages(demand, availableOf(part)).length === 0,
  });
  const available = availableOf(coverage);
  const short = shortages(demand, available);
  const served = serve(demand, available);
  if (short.length > 0 && (!isPartialFine || sum(served).eq(zero))) throw insufficientAtp(short, warehouseId);

  await dropReservations(tx, [id]);
  await placeReservations(
    tx,
    demand.flatMap(({ line_id: lineId, item_id: itemId }, index) => {
      const qty = served[index]!;
      const ref = { order_line_id: lineId, order_id: id, merchant_id: order.merchant_id, item_id: itemId };
      return qty.gt(zero) ? [{ ...ref, warehouse_id: warehouseId, qty: String(qty) }] : [];
    }),
  );
  const backordered = short.map(({ line_id: lineId, short: qty }) => ({
    id: lineId,
    backordered: String(qty),
  }));
  // Without a promise of its own the order requested everything open: earlier backorders are either covered or counted
  // again.
  if (own.length === 0) await clearBackorders(tx, [id]);
  await changeLines(tx, backordered);
  await moveOrder(tx, order, to, { warehouse_id: warehouseId });
  const states = { status: to, previous_status: order.status };
  work.emit(orderEvent(order, 'allocated', states, { warehouse_id: warehouseId }));
  if (backordered.length > 0) {
    const qty = toJsonNumber(sum(backordered.map((line) => decimal(line.backordered))));
    work.emit(
      orderEvent(order, 'backordered', { status: to, previous_status: to }, { backordered_qty: qty }),
    );
  }
}
