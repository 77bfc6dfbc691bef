/**
 * Counts many lines of a receipt at once, all or none: one click at a desk. Refused while a receiving task is open.
 * The receipts of a group are locked together, and each is planned on what the ones before it left.
 */
import { applyScans, type PlannedScan, type WrittenScan } from '../../db/receiving/apply-scans.write.ts';
import { lockScans, type AskedScan } from '../../db/receiving/lock-scans.write.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import { answerLine, answerReceipt } from '../../domain/receiving/receipt-answers.ts';
import type { ScanInput } from '../../domain/receiving/receive-plan.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import {
  nothingSoFar,
  planScans,
  type PlannedCounts,
  type ScannedSoFar,
} from '../../domain/receiving/scan-plan.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Asked, HandlerOfMany } from '../engine/handler.ts';
import { followCounts, withOrigins, type AllowedCount } from './follow-origin.ts';
import { inspectArrivals } from './inspect-arrivals.ts';
import { keepArrivalsApart } from './keep-arrivals-apart.ts';
import { labelPallets } from './label-pallets.ts';
import { planPutaways } from './plan-putaways.ts';

type ReceiveAll = typeof receiptCommands.receiveAll;
type AskedLine = InputOf<ReceiveAll>['lines'][number];

/** A command that is carried out, with its receipt and lines as they were locked. */
interface Counting extends PlannedCounts {
  asked: Asked<ReceiveAll>;
  locked: readonly AllowedCount[];
}

export const receiveAll: HandlerOfMany<ReceiveAll> = async (tx, asked) => {
  const locked = await lockScans(
    tx,
    asked.flatMap(({ input }) => input.lines.map((line, index) => scanOf(input.receipt_id, line, index))),
  );
  const lines = asked.flatMap(({ input }) => input.lines);
  const counts = locked.map((one, index) => ({
    locked: one,
    serials: lines[index]!.serial_nos,
    lot_no: lines[index]!.lot_no ?? (isGood(one) ? one.line.announcedLotNo : null),
  }));
  const checked = inTurns(
    await withOrigins(tx, counts),
    asked.map(({ input }) => input.lines.length),
  );
  const soFar = nothingSoFar();
  const planned = asked.map((one, index) => refusalOr(() => plan(one, checked[index]!, soFar)));
  const counting = planned.filter(isGood);
  const counted = counting.flatMap(scansOf);
  await inspectArrivals(tx, counted);
  const written = await applyScans(tx, counted);
  await keepArrivalsApart(
    tx,
    counting.flatMap(({ locked: found, plans }) =>
      plans.map((one, index) => ({ line: found[index]!.line, plan: one })),
    ),
  );
  await followCounts(tx, counting.flatMap(countsOf));
  await planPutaways(
    tx,
    counting.flatMap(({ asked: { work, input }, locked: found, plans }) =>
      plans.map((one, index) => ({
        work,
        locked: found[index]!,
        plan: one,
        pallet_lpn: input.lines[index]!.pallet_lpn ?? null,
        isKept: true,
      })),
    ),
  );
  const writtenOf = inTurns(
    written,
    counting.map(({ plans }) => plans.length),
  );
  const answers = new Map(counting.map((one, index) => [one, tell(one, writtenOf[index]!)]));
  return planned.map((one) => (one instanceof Refusal ? one : answers.get(one)!));
};

/** Parts a list that holds one command's lines after another's. */
function inTurns<T>(all: readonly T[], counts: readonly number[]): T[][] {
  let from = 0;
  return counts.map((count) => all.slice(from, (from += count)));
}

function scanOf(receiptId: string, line: AskedLine, index: number): AskedScan {
  const { received_qty: received, damaged_qty: damaged, rejected_qty: rejected } = line;
  return {
    receipt_id: receiptId,
    line_id: line.line_id,
    field: `lines.${index}.line_id`,
    qty: sum([received, damaged ?? 0, rejected ?? 0].map(decimal)),
    has_expiry: Boolean(line.expiry_date),
    location_id: line.location_id,
    lot_no: line.lot_no ?? null,
    takes_line_lot: true,
    is_cross_dock: false,
  };
}

/** Plans one command on what the earlier ones in the group left, or throws why it is refused. */
function plan(
  asked: Asked<ReceiveAll>,
  found: readonly (AllowedCount | Refusal)[],
  soFar: ScannedSoFar,
): Counting {
  const missing = found.find((one) => one instanceof Refusal);
  if (missing) throw missing;
  const locked = found.filter(isGood);
  const { input } = asked;
  const counts = locked.map(({ line }, index) => ({
    line,
    input: countOf(input.lines[index]!, line.announcedLotNo),
  }));
  return { asked, locked, ...planScans(soFar, locked[0]!.receipt, counts) };
}

function countOf(entry: AskedLine, announcedLotNo: string | null): ScanInput {
  return {
    received_qty: entry.received_qty,
    damaged_qty: entry.damaged_qty ?? 0,
    rejected_qty: entry.rejected_qty ?? 0,
    location_id: entry.location_id,
    is_cross_dock: false,
    condition: 'good',
    lot_no: entry.lot_no ?? announcedLotNo,
    manufacture_date: entry.manufacture_date ?? null,
    expiry_date: entry.expiry_date ?? null,
    serial_nos: entry.serial_nos ?? [],
    pallet_lpn: entry.pallet_lpn ?? null,
    pallet_height_cm: entry.pallet_height_cm ?? null,
    allow_over_receive: false,
  };
}

function countsOf({ asked: { work }, locked, plans }: Counting) {
  return plans.map(({ taken }, index) => ({ work, receipt: locked[index]!.receipt, taken }));
}

function scansOf({ asked: { work, input }, locked, plans }: Counting): PlannedScan[] {
  return plans.map((one, index) => {
    const { receipt, line } = locked[index]!;
    const { serial_nos, pallet_lpn, pallet_height_cm, note } = input.lines[index]!;
    return {
      work,
      receipt,
      line_id: line.id,
      item_id: line.item_id,
      plan: one,
      serial_nos: serial_nos ?? [],
      pallet_lpn: pallet_lpn ?? null,
      pallet_height_cm: pallet_height_cm ?? null,
      note: note ?? null,
    };
  });
}

/** What follows the written counts: labels, events and the answer. */
function tell(
  { asked: { work, input }, locked, plans, previousStatus, counters }: Counting,
  written: readonly WrittenScan[],
): ResultOf<ReceiveAll> {
  const { receipt } = locked[0]!;
  const status = 'receiving' as const;
  labelPallets(
    work,
    receipt.id,
    written.flatMap(({ palletMade }) => palletMade ?? []),
  );
  if (previousStatus !== status) {
    work.emit(receiptEvent(receipt, 'receiving', { status, previous_status: previousStatus }));
  }
  for (const [index, { locationId, batch }] of plans.entries()) {
    const { received_qty, damaged_qty, rejected_qty, pallet_lpn, note } = input.lines[index]!;
    const { line } = locked[index]!;
    work.emit(
      receiptEvent(receipt, 'line_received', {
        status,
        receipt_line_id: line.id,
        item_id: line.item_id,
        received_qty,
        damaged_qty: damaged_qty ?? 0,
        rejected_qty: rejected_qty ?? 0,
        location_id: locationId,
        lot_no: batch.lotNo || null,
        pallet_lpn: pallet_lpn ?? null,
        note: note ?? null,
      }),
    );
  }
  // A line may be named more than once (two locations, two lots): it is answered once, with its final counts.
  const lines = new Map(locked.map(({ line }, index) => [line.id, answerLine(line, plans[index]!.after)]));
  const warnings = locked.flatMap((one) => one.warnings);
  return {
    receipt: answerReceipt(receipt, status, counters),
    lines: [...lines.values()],
    ledger_entry_ids: written.flatMap(({ ledgerEntryIds }) => ledgerEntryIds),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
