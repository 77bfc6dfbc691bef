/** Counts many lines of a receipt at once, all or none: one click at a desk. Refused while a task is open. */
import { applyCounts, type PlannedLine } from '../../db/receiving/receiving-counts.write.ts';
import { lockManyForCount, type LockedLine } from '../../db/receiving/receiving-facts.write.ts';
import { answerLine, answerReceipt } from '../../domain/receiving/receipt-answers.ts';
import { planReceive } from '../../domain/receiving/receive-plan.ts';
import { shareOf, type LineCounts } from '../../domain/receiving/receipt-line.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { assertReceivable } from '../../domain/receiving/receipt-states.ts';
import { assertMayCount } from '../../domain/receiving/receiving-task-states.ts';
import type { InputOf } from '../../queues/define-command.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../handler.ts';
import { labelPallets } from './label-pallets.ts';
import { personOf } from '../acting-person.ts';

type AskedLine = InputOf<typeof receiptCommands.receiveAll>['lines'][number];

export const receiveAll: Handler<typeof receiptCommands.receiveAll> = async (work, input) => {
  const { tx, organizationId, actor, emit } = work;
  const asked = input.lines.map(({ line_id, location_id, lot_no: lotNo }) => ({
    line_id,
    location_id,
    lot_no: lotNo ?? null,
    is_cross_dock: false,
    takes_line_lot: true,
  }));
  const { receipt, lines } = await lockManyForCount(tx, organizationId, input.receipt_id, asked);
  assertReceivable(receipt.status);
  assertMayCount(receipt.openTask, personOf(actor));

  const planned = planAll(input.lines, lines);
  const { status, counters, ledgerEntryIds, palletsMade } = await applyCounts(work, receipt, planned);
  labelPallets(work, receipt.id, palletsMade);

  if (receipt.status !== status) {
    emit(receiptEvent(receipt, 'receiving', { status, previous_status: receipt.status }));
  }
  for (const [
    index,
    { line_id: lineId, item_id: itemId, plan, note, pallet_lpn: palletLpn },
  ] of planned.entries()) {
    const { received_qty, damaged_qty: damaged, rejected_qty: rejected } = input.lines[index]!;
    emit(
      receiptEvent(receipt, 'line_received', {
        status,
        receipt_line_id: lineId,
        item_id: itemId,
        received_qty,
        damaged_qty: damaged ?? 0,
        rejected_qty: rejected ?? 0,
        location_id: plan.locationId,
        lot_no: plan.batch.lotNo || null,
        pallet_lpn: palletLpn,
        note,
      }),
    );
  }
  const finalCounts = new Map(planned.map(({ line_id: lineId, plan }) => [lineId, plan.after]));
  const answered = new Map(lines.map((line) => [line.id, answerLine(line, finalCounts.get(line.id)!)]));
  return {
    receipt: answerReceipt(receipt, status, counters),
    lines: [...answered.values()],
    ledger_entry_ids: ledgerEntryIds,
  };
};

// A line may be named more than once (two locations, two lots): each entry counts on from the one before.
function planAll(asked: readonly AskedLine[], lines: readonly LockedLine[]): PlannedLine[] {
  const reached = new Map<string, LineCounts>();
  return asked.map((entry, index) => {
    const line = lines[index]!;
    const before = reached.get(line.id) ?? line.facts.line;
    const serials = entry.serial_nos ?? [];
    const plan = planReceive(
      { ...line.facts, line: before },
      {
        received_qty: entry.received_qty,
        damaged_qty: entry.damaged_qty ?? 0,
        rejected_qty: entry.rejected_qty ?? 0,
        location_id: entry.location_id,
        is_cross_dock: false,
        condition: 'good',
        lot_no: entry.lot_no ?? line.announcedLotNo,
        manufacture_date: entry.manufacture_date ?? null,
        expiry_date: entry.expiry_date ?? null,
        serial_nos: serials,
        allow_over_receive: false,
      },
      `lines.${index}.`,
    );
    reached.set(line.id, plan.after);
    return {
      line_id: line.id,
      item_id: line.item_id,
      plan: { ...plan, before: shareOf(before, line.facts.factor) },
      serial_nos: serials,
      pallet_lpn: entry.pallet_lpn ?? null,
      note: entry.note ?? null,
    };
  });
}
