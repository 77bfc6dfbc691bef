/** The review of an order: a draft submitted, an order confirmed. Each with its own event. */
import { decimal, zero } from '../../domain/decimal.ts';
import { shortages } from '../../domain/inventory/coverage.ts';
import { insufficientAtp, orderedDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { Refusal, type ValidationProblem } from '../../domain/refusals.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readCoverage } from '../inventory/coverage.read.ts';
import { readLines, readOrderSettings, takeOrder } from './order-lock.write.ts';
import { moveOrder } from './orders.write.ts';
import { lockCommitments, placeReservations } from '../inventory/commitments.write.ts';

type ReviewWork = Pick<StockPosting, 'tx' | 'organizationId' | 'emit'>;

/** draft to pending_review. Refuses 400 with every line that cannot be ordered as it stands. */
export async function sendToReview(work: ReviewWork, id: string): Promise<void> {
  const { tx, organizationId } = work;
  const { order, to } = await takeOrder(tx, organizationId, id, 'submit');
  const lines = await readLines(tx, organizationId, id);

  const problems: ValidationProblem[] = [];
  if (lines.length === 0)
    problems.push({ path: 'lines', code: 'required', message: 'the order has no lines' });
  lines.forEach(({ item_id: itemId, qty }, index) => {
    if (!itemId) {
      problems.push({
        path: `lines.${index}.product_id`,
        code: 'unmapped',
        message: 'the product of the line is not known yet',
      });
    }
    if (decimal(qty).lte(zero)) {
      problems.push({
        path: `lines.${index}.qty`,
        code: 'positive',
        message: 'the quantity of the line must be above zero',
      });
    }
  });
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);

  await moveOrder(tx, organizationId, order, to);
  work.emit(orderEvent(order, 'submitted', { status: to, previous_status: order.status }));
}

/**
 * pending_review to confirmed: ATP covers all lines together, summed per item, or 409 INSUFFICIENT_ATP. The items'
 * promises are locked while stock is read and the reservation is placed, so two approvals cannot promise one unit.
 */
export async function confirmOrder(work: ReviewWork, id: string): Promise<void> {
  const { tx, organizationId } = work;
  const { order, to } = await takeOrder(tx, organizationId, id, 'approve');
  const demand = orderedDemand(await readLines(tx, organizationId, id));
  const settings = await readOrderSettings(tx, organizationId);
  const itemIds = demand.map(({ item_id: itemId }) => itemId);

  await lockCommitments(tx, organizationId, itemIds);
  const coverage = await readCoverage(tx, {
    organizationId,
    mode: order.inventory_mode,
    itemIds,
    safetyStock: settings.safety_stock,
    suffices: ({ atp }) => shortages(demand, atp).length === 0,
  });
  const short = shortages(demand, coverage.atp);
  if (short.length > 0) throw insufficientAtp(short);

  if (settings.reserve_at === 'confirm') {
    await placeReservations(
      tx,
      organizationId,
      demand.map(({ line_id: lineId, item_id: itemId, qty }) => ({
        order_line_id: lineId,
        order_id: id,
        merchant_id: order.merchant_id,
        item_id: itemId,
        warehouse_id: null,
        qty: String(qty),
      })),
    );
  }
  await moveOrder(tx, organizationId, order, to);
  work.emit(orderEvent(order, 'confirmed', { status: to, previous_status: order.status }));
}
