/** Changes a released purchase order: quantities, prices, new lines; what was received or is expected stays covered. */
import { prepareOrderLines } from '../../db/purchase/order-lines.write.ts';
import {
  approvePurchaseOrder,
  insertOrderLines,
  lockPurchaseOrder,
  setOrderLine,
  updatePurchaseOrder,
  type LockedPurchaseOrder,
} from '../../db/purchase/orders.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { assertVersion, needsApproval, purchaseOrderStates } from '../../domain/purchase/order-states.ts';
import { purchaseOrderEvent } from '../../domain/purchase/events.ts';
import { inUnit } from '../../domain/purchase/remainders.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { heldWhenAsked } from '../../domain/permissions.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { purchaseOrderCommands } from '../../queues/purchase/orders.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = InputOf<typeof purchaseOrderCommands.changePurchaseOrder>;
type Change = NonNullable<Input['changes']>[number];

export const changePurchaseOrder: Handler<typeof purchaseOrderCommands.changePurchaseOrder> = async (
  work,
  { order_id: id, version, reason, changes = [], added = [] },
) => {
  const { tx, emit } = work;
  if (changes.length + added.length === 0)
    throw invalid('changes', 'required', 'changes or added is required: there is nothing to change');
  const order = await lockPurchaseOrder(tx, id);
  nextState(purchaseOrderStates, order.stage, 'change');
  assertVersion(order.version, version);
  changes.forEach(({ line_id: lineId }, index) => {
    if (changes.findIndex((other) => other.line_id === lineId) !== index)
      throw invalid(
        `changes.${index}.line_id`,
        'duplicate',
        `changes.${index} names a line that is named before`,
      );
  });
  await updatePurchaseOrder(tx, id, {}, { isApprovalKept: true });
  const changed = [];
  for (const [index, change] of changes.entries()) changed.push(await changeLine(work, order, change, index));
  const prepared = await prepareOrderLines(tx, order, added, 'added');
  const lastNo = Math.max(...order.lines.map(({ line_no: no }) => no));
  if (prepared.length > 0) await insertOrderLines(tx, order, prepared, lastNo + 1);
  const { status, total } = await lockPurchaseOrder(tx, id);
  if (decimal(total).gt(decimal(order.total))) await approveRaised(work, order, total);
  const states = { status, previous_status: order.status };
  emit(purchaseOrderEvent(order, 'changed', { ...states, reason, changed, lines_added: added.length }));
  return { id };
};

/**
 * What was approved is a total: more needs approval again, which whoever may approve gives by asking for the change.
 * Refuses 409 APPROVAL_REQUIRED for others.
 */
async function approveRaised({ tx, actor }: Work, order: LockedPurchaseOrder, total: string): Promise<void> {
  if (!needsApproval({ ...order, approved_at: null, total })) return;
  if (!heldWhenAsked(actor, 'purchase.approve')) {
    const message = `${order.po_no} would come to more than may be ordered without approval.`;
    throw new Refusal('APPROVAL_REQUIRED', message, { total, currency: order.currency });
  }
  await approvePurchaseOrder(tx, order.id, actor.name);
}

interface ChangedLine {
  line_id: string;
  qty_before: string;
  qty: string;
  price_before: string;
  price: string;
}

/** Changes one line and returns what it was before. Refuses 409 BELOW_COMMITTED. */
async function changeLine(
  { tx }: Work,
  order: LockedPurchaseOrder,
  change: Change,
  index: number,
): Promise<ChangedLine> {
  const line = order.lines.find(({ id }) => id === change.line_id);
  if (!line) throw unknownReference(`changes.${index}.line_id`, 'line of the order');
  const qty = change.qty ?? Number(line.qty);
  const price = change.price ?? Number(line.price);
  const committed = decimal(line.received_base).plus(decimal(line.expected_base));
  // More may have come than was ordered: a quantity that stays is no reason to refuse a price.
  const isLess = decimal(qty).lt(decimal(line.qty));
  if (isLess && decimal(qty).times(decimal(line.uom_factor)).lt(committed)) {
    const least = inUnit(committed.toFixed(), line.uom_factor);
    throw new Refusal(
      'BELOW_COMMITTED',
      `Line ${line.line_no} has ${least} ${line.uom} received or expected on a receipt: it cannot be less.`,
      { path: `changes.${index}.qty`, line_id: line.id, committed: least },
    );
  }
  const [prepared] = await prepareOrderLines(
    tx,
    order,
    [{ item_id: line.item_id, uom: line.uom, qty, price }],
    'changes',
  );
  const next = { qty: String(qty), price: String(price), amount: prepared!.amount };
  await setOrderLine(tx, line, next);
  return {
    line_id: line.id,
    qty_before: line.qty,
    qty: next.qty,
    price_before: line.price,
    price: next.price,
  };
}
