/**
 * Completes the counting of receipts whose receiving tasks have ended. Nothing else makes a receipt received. A
 * receipt with a purchase order or an ASN behind it goes alone: how far its order has come depends on the receipts
 * received before it.
 */
import { begunPutAway, tellCompleted } from '../../db/moves/putaway/put-away.write.ts';
import { lockReceipts, setReceived } from '../../db/receiving/receipts.write.ts';
import { eventsOfReceived, receiptsAnnounced } from '../../db/purchase/receipt-progress.write.ts';
import type { LockedReceipt } from '../../db/receiving/receiving-facts.write.ts';
import { notUnderway } from '../../db/transfers/follow-receipt.write.ts';
import { executeUnawaited, type TenantTransaction } from '../../db/database.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { isGood, notFound, Refusal, refusalOr } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { receiptStates, type ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import { assertNoTask } from '../../domain/receiving/receiving-task-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { Answered, Asked, HandlerOfMany } from '../engine/handler.ts';
import { followCompletion } from './follow-origin.ts';

type CompleteReceive = typeof receiptCommands.completeReceive;

/** A receipt that becomes received. */
interface Completion {
  asked: Asked<CompleteReceive>;
  receipt: LockedReceipt;
  previousStatus: ReceiptStatus;
}

export const completeReceive: HandlerOfMany<CompleteReceive> = async (tx, asked) => {
  const ids = asked.map(receiptIdOf);
  // Sent at once and run in this order, so the others are read under the receipts' locks.
  const [receipts, announced, begun] = await Promise.all([
    lockReceipts(tx, ids),
    receiptsAnnounced(tx, ids),
    begunPutAway(tx, ids),
  ]);
  return untilAlone(
    asked,
    (one) => announced.has(receiptIdOf(one)),
    (together) => completeTogether(tx, together, { receipts, announced, begun }),
  );
};

interface Found {
  receipts: ReadonlyMap<string, LockedReceipt>;
  /** With a purchase order or an ASN behind them. */
  announced: ReadonlySet<string>;
  /** Of which something has been put away. */
  begun: ReadonlySet<string>;
}

function receiptIdOf({ input }: Asked<CompleteReceive>): string {
  return input.receipt_id.toLowerCase();
}

async function completeTogether(
  tx: TenantTransaction,
  asked: readonly Asked<CompleteReceive>[],
  { receipts, announced, begun }: Found,
): Promise<Answered<CompleteReceive>[]> {
  const idle = await notUnderway(tx, [...receipts.values()]);
  const planned = asked.map((one) => refusalOr(() => plan(one, receipts.get(receiptIdOf(one)), idle)));
  const completed = planned.filter(isGood).filter((one) => one !== 'repeated');
  await setReceived(
    tx,
    completed.map(({ receipt }) => receipt.id),
    executeUnawaited,
  );
  for (const { asked: one, receipt, previousStatus } of completed) {
    const states = { status: receipt.status, previous_status: previousStatus };
    one.work.emit(receiptEvent(receipt, 'received', states));
    await followCompletion(one.work, receipt);
    if (!announced.has(receipt.id)) continue;
    for (const event of await eventsOfReceived(tx, receipt.id)) one.work.emit(event);
  }
  await tellCompleted(
    tx,
    completed
      .filter(({ receipt }) => begun.has(receipt.id))
      .map(({ asked: { work }, receipt }) => ({ work, receipt_id: receipt.id })),
  );
  return planned.map((one, index) => (one instanceof Refusal ? one : { id: receiptIdOf(asked[index]!) }));
}

/** Takes the step, so that a command behind it in the group finds the receipt received; or throws why not. */
function plan(
  asked: Asked<CompleteReceive>,
  receipt: LockedReceipt | undefined,
  idle: ReadonlyMap<string, Refusal>,
): Completion | 'repeated' {
  if (!receipt) throw notFound('inbound receipt');
  const { status: previousStatus } = receipt;
  // Handhelds retry: a repeat gets the same answer as the first time.
  if (previousStatus === 'received') return 'repeated';
  const status = nextState(receiptStates, previousStatus, 'complete');
  const notYet = receipt.transfer_id && idle.get(receipt.transfer_id);
  if (notYet) throw notYet;
  assertNoTask(receipt.openTask);
  if (!asked.input.confirm_zero && decimal(receipt.counters.counted_qty).eq(zero)) {
    throw new Refusal(
      'RECEIPT_EMPTY',
      'Nothing was received; confirm_zero completes the receipt all the same.',
    );
  }
  receipt.status = status;
  return { asked, receipt, previousStatus };
}
