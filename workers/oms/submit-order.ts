/** draft to pending_review: a line at least, every product known, every quantity above zero. */
import { readLines, takeOrder } from '../../db/oms/order-lock.write.ts';
import { moveOrder } from '../../db/oms/orders.write.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { orderEvent } from '../../domain/oms/events.ts';
import { Refusal, type ValidationProblem } from '../../domain/refusals.ts';
import type { orderCommands } from '../../queues/oms/orders.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof orderCommands.submitOrder> = async (work, { order_id: id }) => {
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
  work.tell(orderEvent(order, 'submitted', { status: to, previous_status: order.status }));
  return { id };
};
