/**
 * Reverses what was counted by mistake, until the receipt is closed: a reversing entry with the same key that refers to
 * the receipt and to the entry it reverses. Stock that was moved or promised since is refused: it must come back first.
 */
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { writeCounts } from '../../db/receiving/receiving-counts.write.ts';
import {
  findReversible,
  lockLine,
  type ReversibleEntry,
  type ReversibleLine,
} from '../../db/receiving/receiving-reversals.write.ts';
import type { LedgerEntry } from '../../db/inventory/ledger.write.ts';
import { closeReversed } from '../../db/quality/goods-inspections.write.ts';
import { removeSerials } from '../../db/inventory/serials/serials.write.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { assertMayTakeBack, settleAfterReversal } from '../../db/returns/follow-receipt.write.ts';
import { assertUnderway, returnToTransit, type TakenBack } from '../../db/transfers/follow-receipt.write.ts';
import type { LockedReceipt } from '../../db/receiving/receiving-facts.write.ts';
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { arrivalType } from '../../domain/receiving/arrival.ts';
import { answerLine, answerReceipt } from '../../domain/receiving/receipt-answers.ts';
import { shareOf, type LineCounts } from '../../domain/receiving/receipt-line.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { receiptStates } from '../../domain/receiving/receipt-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const reverseLine: Handler<typeof receiptCommands.reverseLine> = async (work, input) => {
  const { tx, emit } = work;
  const serials = input.serial_nos ?? [];
  const rejected = decimal(input.rejected_qty ?? 0);
  if (!input.ledger_entry_id && rejected.eq(zero)) {
    throw invalid('ledger_entry_id', 'required', 'ledger_entry_id or rejected_qty is required');
  }
  const receipt = await lockReceipt(tx, input.receipt_id);
  const status = nextState(receiptStates, receipt.status, 'reverse');
  await assertUnderway(tx, receipt);
  const line = await lockLine(tx, receipt.id, input.receipt_line_id);
  if (rejected.gt(line.counts.rejected)) {
    throw invalid(
      'rejected_qty',
      'too_many',
      `only ${line.counts.rejected.toString()} were counted as rejected`,
    );
  }

  const entry = input.ledger_entry_id
    ? await findReversible(tx, receipt.id, line.id, input.ledger_entry_id)
    : undefined;
  const base = entry ? qtyToReverse(entry, line, input.qty ?? null) : zero;
  const after = lowered(line, entry, base, rejected);
  const received = after.received.plus(after.damaged).times(line.factor);
  await assertMayTakeBack(work, receipt, line.id, { received, serials });
  let ledgerEntryIds: string[] = [];
  if (entry) {
    assertSerialCount(line, serials, base);
    await assertUnlocked(tx, [entry.key.location_id]);
    const units = { ...entry.key, line_id: line.id, qty: base, serial_nos: serials, note: input.note };
    if (entry.key.status === 'hold' && arrivalType(receipt) === 'receive')
      await closeReversed(tx, { ...entry.key, receipt_line_id: line.id }, base);
    const back = await takeBack(work, receipt, units);
    const reversal = {
      ...entry.key,
      qty_delta: base.neg().toFixed(),
      transaction_type: 'reverse' as const,
      ref_type: 'inbound_receipt',
      ref_id: receipt.id,
      ref_line_id: line.id,
      note: input.note,
      reverses_id: entry.id,
    };
    ledgerEntryIds = (await postNext(work, [reversal, ...back])).slice(0, 1);
  }
  const written = await writeCounts(tx, receipt.id, status, {
    id: line.id,
    counts: after,
    before: shareOf(line.counts, line.factor),
    share: shareOf(after, line.factor),
  });
  await settleAfterReversal(work, receipt, line.id);
  emit(
    receiptEvent(receipt, 'line_reversed', {
      status,
      receipt_line_id: line.id,
      reverses_id: entry?.id ?? null,
      qty: toJsonNumber(base.div(line.factor)),
      rejected_qty: toJsonNumber(rejected),
      note: input.note,
    }),
  );
  return {
    line: answerLine(line, after),
    receipt: answerReceipt(receipt, written.status, written.counters),
    ledger_entry_ids: ledgerEntryIds,
  };
};

/** Where units of a count that is taken back go: out of stock, or into transit again, which is to be posted. */
async function takeBack(work: Work, receipt: LockedReceipt, units: TakenBack): Promise<LedgerEntry[]> {
  if (receipt.transfer_id !== null) return returnToTransit(work, receipt, units);
  const { item_id, serial_nos } = units;
  await removeSerials(work.tx, { item_id, receipt_id: receipt.id, serial_nos });
  return [];
}

/** Base units to reverse: the requested quantity, or everything left. Refuses more than is left. */
function qtyToReverse(entry: ReversibleEntry, line: ReversibleLine, qty: number | null): Decimal {
  const base = qty === null ? entry.left : decimal(qty).times(line.factor);
  if (base.gt(zero) && base.lte(entry.left)) return base;
  throw invalid(
    'qty',
    'too_many',
    `only ${entry.left.div(line.factor).toString()} of this entry are left to reverse`,
  );
}

function assertSerialCount(line: ReversibleLine, serials: readonly string[], units: Decimal): void {
  if (!line.serial_tracked && serials.length === 0) return;
  if (units.eq(String(serials.length))) return;
  throw new Refusal('SERIAL_COUNT_MISMATCH', 'There must be one serial number for each unit taken back.', {
    serials: serials.length,
    units: toJsonNumber(units),
  });
}

function lowered(
  line: ReversibleLine,
  entry: ReversibleEntry | undefined,
  base: Decimal,
  rejected: Decimal,
): LineCounts {
  const { counts, factor } = line;
  const qty = base.div(factor);
  const isDamaged = entry?.key.status === 'damaged';
  return {
    expected: counts.expected,
    received: isDamaged ? counts.received : counts.received.minus(qty),
    damaged: isDamaged ? counts.damaged.minus(qty) : counts.damaged,
    rejected: counts.rejected.minus(rejected),
  };
}
