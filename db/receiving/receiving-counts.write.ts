/** Writes planned counts: lots, serials, pallet, ledger, then line and receipt together. */
import { sum, type Decimal } from '../../domain/decimal.ts';
import type { CountPlan } from '../../domain/receiving/receive-plan.ts';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import type { LineCounts, LineShare } from '../../domain/receiving/receipt-line.ts';
import type { ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import { row, type TenantTransaction } from '../database.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { learnLot } from '../inventory/lots.write.ts';
import type { LockedReceipt } from './receiving-facts.write.ts';
import { openPallet } from './receiving-pallets.write.ts';
import { receiveSerials } from '../inventory/serials.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface PlannedLine {
  line_id: string;
  item_id: string;
  plan: CountPlan;
  serial_nos: readonly string[];
  pallet_lpn: string | null;
  note: string | null;
}

export interface WrittenCounts {
  ledgerEntryIds: string[];
  /** License plates this count created; each needs a label. */
  palletsMade: string[];
  status: ReceiptStatus;
  counters: ProgressCounters;
}

/**
 * Applies counts under the receipt's lock. Refuses 409 LOT_EXPIRY_CONFLICT, SERIAL_IN_USE, LPN_IN_USE. Lock order:
 * receipt and lines are held; license plates next, balances last (the ledger's trigger takes them in key order).
 */
export async function applyCounts(
  work: StockPosting,
  receipt: LockedReceipt,
  lines: readonly PlannedLine[],
): Promise<WrittenCounts> {
  const { tx, organizationId } = work;
  const entries: LedgerEntry[] = [];
  const palletsMade: string[] = [];
  for (const { item_id: itemId, line_id: lineId, plan, ...line } of lines) {
    const { locationId, batch, stock } = plan;
    if (stock.length === 0) continue;
    if (batch.learned) {
      await learnLot(tx, organizationId, { item_id: itemId, lot_no: batch.lotNo, ...batch.learned });
    }
    await receiveSerials(tx, organizationId, {
      item_id: itemId,
      receipt_id: receipt.id,
      serial_nos: line.serial_nos,
    });
    const place = { lpn: line.pallet_lpn, warehouse_id: receipt.warehouse_id, location_id: locationId };
    const pallet =
      place.lpn === null ? null : await openPallet(tx, organizationId, { ...place, lpn: place.lpn });
    if (pallet?.isMade) palletsMade.push(pallet.id);
    const lpnId = pallet?.id ?? null;
    for (const { status, qty } of stock) {
      entries.push({
        warehouse_id: receipt.warehouse_id,
        merchant_id: receipt.merchant_id,
        item_id: itemId,
        location_id: locationId,
        status,
        lot_no: batch.lotNo,
        lpn_id: lpnId,
        qty_delta: qty.toFixed(),
        transaction_type: 'receive',
        ref_type: 'inbound_receipt',
        ref_id: receipt.id,
        ref_line_id: lineId,
        note: line.note,
      });
    }
  }
  const counted = lines.map(({ line_id: id, plan }) => ({
    id,
    counts: plan.after,
    before: plan.before,
    share: plan.share,
  }));
  // Sent at once and run in this order: lines before balances.
  const [written, ledgerEntryIds] = await Promise.all([
    writeCounts(tx, organizationId, receipt.id, 'receiving', counted),
    postNext(work, entries),
  ]);
  return { ledgerEntryIds, palletsMade, ...written };
}

export interface CountedLine {
  id: string;
  counts: LineCounts;
  before: LineShare;
  share: LineShare;
}

/**
 * Sets the lines' counts and moves the receipt's counters by the difference, in one statement under the receipt's lock.
 */
export async function writeCounts(
  tx: TenantTransaction,
  organizationId: string,
  receiptId: string,
  status: ReceiptStatus,
  lines: readonly CountedLine[],
): Promise<{ status: ReceiptStatus; counters: ProgressCounters }> {
  const doneDelta = lines.reduce(
    (delta, { before, share }) => delta + Number(share.isDone) - Number(before.isDone),
    0,
  );
  const difference = (of: (share: LineShare) => Decimal): string =>
    sum(lines.map(({ before, share }) => of(share).minus(of(before)))).toFixed();
  const receiptUpdate = sql`
    update inbound_receipts
       set status = ${status}, lines_done = lines_done + ${doneDelta},
           covered_qty = covered_qty + ${difference(({ covered }) => covered)}::numeric,
           counted_qty = counted_qty + ${difference(({ counted }) => counted)}::numeric, updated_at = now()
     where organization_id = ${organizationId} and id = ${receiptId}
    returning status, lines_total, lines_done, expected_qty, covered_qty, counted_qty`;
  // A line counted twice in one call is written once, with its final counts.
  const counts = new Map(lines.map((line) => [line.id, line.counts]));
  const [only] = counts;
  const written = await row<ProgressCounters & { status: ReceiptStatus }>(
    tx,
    sql`with line as (${
      counts.size === 1 ? oneLine(organizationId, ...only!) : manyLines(organizationId, counts)
    }) ${receiptUpdate}`,
  );
  const { status: present, ...counters } = written!;
  return { status: present, counters };
}

function oneLine(organizationId: string, lineId: string, counts: LineCounts): SqlText {
  const { received, damaged, rejected } = textsOf(counts);
  return sql`
    update inbound_receipt_lines
       set received_qty = ${received}::numeric, damaged_qty = ${damaged}::numeric, rejected_qty = ${rejected}::numeric,
           updated_at = now()
     where organization_id = ${organizationId} and id = ${lineId}`;
}

function manyLines(organizationId: string, counts: ReadonlyMap<string, LineCounts>): SqlText {
  const reached = [...counts].map(([id, texts]) => ({ id, ...textsOf(texts) }));
  return sql`
    update inbound_receipt_lines l
       set received_qty = c.received, damaged_qty = c.damaged, rejected_qty = c.rejected, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(reached)}::jsonb)
           as c (id uuid, received numeric, damaged numeric, rejected numeric)
     where l.organization_id = ${organizationId} and l.id = c.id`;
}

function textsOf({
  received,
  damaged,
  rejected,
}: LineCounts): Record<'received' | 'damaged' | 'rejected', string> {
  return { received: received.toFixed(), damaged: damaged.toFixed(), rejected: rejected.toFixed() };
}
