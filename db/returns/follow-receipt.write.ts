/**
 * A return follows its receipt: the first count makes it `receiving`, the end of counting `inspecting`, and a count is
 * not taken back once it is inspected. The receipt is locked before the return, by everybody.
 */
import { zero, type Decimal } from '../../domain/decimal.ts';
import { Refusal, type Warning } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { assertWithinReturned } from '../../domain/returns/return-credit.ts';
import { assertDisposedCameIn, assertWithinReceived } from '../../domain/returns/return-limits.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { LockedReceipt } from '../receiving/receiving-facts.write.ts';
import { standingsOf } from './inspections.write.ts';
import { countedReturnLine, lockReturnsIn, setReturnsReceiving } from './return-receiving.write.ts';
import { assertSerialsShipped } from './returnable.write.ts';
import { lockReturn, setReturnStatus } from './returns.write.ts';
import { assertLotsShipped } from './shipped-lots.read.ts';
import { settleReturn } from './settle-return.write.ts';

/** A count on a receipt, with the command that made it. */
interface Count {
  work: StockPosting;
  receipt: LockedReceipt;
}

/** Returns of which the first units came in with these counts. */
export async function startReturns(tx: TenantTransaction, counts: readonly Count[]): Promise<void> {
  const first = new Map<string, Count>();
  for (const count of counts) {
    const { return_id: id } = count.receipt;
    if (id !== null && !first.has(id)) first.set(id, count);
  }
  if (first.size === 0) return;
  const started = await lockReturnsIn(tx, 'authorized', [...first.keys()]);
  if (started.length === 0) return;
  await setReturnsReceiving(
    tx,
    started.map(({ id }) => id),
  );
  for (const one of started) {
    const { work, receipt } = first.get(one.id)!;
    const status = nextState(returnStates, one.status, 'receive');
    work.emit(returnEvent(one, 'receiving', { status, previous_status: one.status, receipt_id: receipt.id }));
  }
}

/** The counting of a return's receipt is done. A return of which nothing came has nothing to inspect. */
export async function completeReturn(work: StockPosting, receipt: LockedReceipt): Promise<void> {
  const { tx, emit } = work;
  const found = await lockReturn(tx, receipt.return_id!);
  const previous = found.status;
  const status = nextState(returnStates, previous, 'complete');
  await setReturnStatus(tx, found.id, status);
  const settled = await settleReturn(work, { id: found.id, status });
  const states = { status: settled, previous_status: previous };
  emit(returnEvent(found, 'received', { ...states, receipt_id: receipt.id }));
}

/**
 * Units on a line of a return that did not leave with its order line: why the count is refused, for a serial, and for a lot
 * under `strict_lots`; else what its answer warns of.
 */
export async function judgeUnits(
  tx: TenantTransaction,
  { return_id: returnId }: LockedReceipt,
  receiptLineId: string,
  { serials, lot_no: lotNo }: { serials: readonly string[]; lot_no: string | null },
): Promise<Refusal | Warning[]> {
  if (returnId === null || (serials.length === 0 && !lotNo)) return [];
  const line = await countedReturnLine(tx, receiptLineId);
  if (!line?.order_line_id) return [];
  const { item_id, order_line_id } = line;
  try {
    await assertSerialsShipped(tx, { item_id, order_line_id }, serials);
    return await assertLotsShipped(tx, lotNo ? [{ order_line_id, lot_no: lotNo }] : []);
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/**
 * Locks the return and refuses 400 ILLEGAL_TRANSITION once it is closed, 409 INSPECTION_EXCEEDS_RECEIVED when a reversal would leave less than was inspected, or
 * takes back a serial that was, and 409 CREDIT_EXCEEDS_RETURNED when it would leave less than is credited.
 */
export async function assertMayTakeBack(
  { tx }: StockPosting,
  { return_id: returnId }: LockedReceipt,
  receiptLineId: string,
  { received, serials }: { received: Decimal; serials: readonly string[] },
): Promise<void> {
  if (returnId === null) return;
  const { status } = await lockReturn(tx, returnId);
  nextState(returnStates, status, 'take_back');
  const line = await countedReturnLine(tx, receiptLineId);
  if (!line) return;
  assertWithinReceived({ ...line, received: received.toFixed() }, zero);
  assertWithinReturned(
    { return_line_id: line.id, returned: received.toFixed(), credited: line.credited },
    zero,
  );
  const inspected = serials.filter((serial) => line.inspected_serials.includes(serial));
  if (inspected.length === 0) return;
  const message = 'A serial number was inspected: it came back.';
  throw new Refusal('INSPECTION_EXCEEDS_RECEIVED', message, {
    return_line_id: line.id,
    serial_nos: inspected,
  });
}

/**
 * After a reversal everything that is left may have been disposed of already. Refuses 409 DISPOSITION_EXCEEDS_RECEIVED
 * when more was disposed of as what was taken back than came in so.
 */
export async function settleAfterReversal(
  work: StockPosting,
  { return_id: returnId }: LockedReceipt,
  receiptLineId: string,
): Promise<void> {
  if (returnId === null) return;
  const line = await countedReturnLine(work.tx, receiptLineId);
  if (line) assertDisposedCameIn(await standingsOf(work.tx, line.id));
  await settleReturn(work, await lockReturn(work.tx, returnId));
}
