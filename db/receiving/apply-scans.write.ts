/** Writes the planned counts of a group: lots, serials, pallets, then lines, receipts and ledger, each in key order. */
import { sum, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { arrivalType } from '../../domain/receiving/arrival.ts';
import type { CountPlan } from '../../domain/receiving/receive-plan.ts';
import type { LineShare } from '../../domain/receiving/receipt-line.ts';
import { executeUnawaited, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { learnLot } from '../inventory/lots/lots.write.ts';
import { postTogether, type StockPosting } from '../inventory/posting.ts';
import { arriveSerials, receiveSerials } from '../inventory/serials/serials.write.ts';
import type { LockedReceipt } from './receiving-facts.write.ts';
import { openPallet } from './receiving-pallets.write.ts';

/** One count of a group, planned. */
export interface PlannedScan {
  work: StockPosting;
  receipt: LockedReceipt;
  line_id: string;
  item_id: string;
  plan: CountPlan;
  serial_nos: readonly string[];
  pallet_lpn: string | null;
  /** Null: not said. */
  pallet_height_cm: number | null;
  note: string | null;
}

export interface WrittenScan {
  ledgerEntryIds: string[];
  /** The license plate this count created, which needs a label. */
  palletMade: string | null;
}

/**
 * Applies counts under the receipts' locks. Refuses 409 LOT_EXPIRY_CONFLICT, SERIAL_IN_USE, LPN_IN_USE. Lock order:
 * receipts and lines are held; lots, serials and license plates next, balances last (the ledger's trigger takes them in
 * key order).
 */
export async function applyScans(
  tx: TenantTransaction,
  scans: readonly PlannedScan[],
): Promise<WrittenScan[]> {
  if (scans.length === 0) return [];
  const stocked = scans.filter(({ plan }) => plan.stock.length > 0);
  await learnLots(tx, stocked);
  for (const scan of sortedBy(stocked, ({ item_id: id }) => id)) {
    const { item_id, receipt, serial_nos } = scan;
    const units = { item_id, serial_nos, placed_by: scan.work.commandId };
    if (receipt.transfer_id) await arriveSerials(tx, { ...units, transfer_id: receipt.transfer_id });
    else await receiveSerials(tx, { ...units, receipt_id: receipt.id, receipt_line_id: scan.line_id });
  }
  const pallets = await openPallets(tx, stocked);
  const postings = scans.map((scan) => ({
    work: scan.work,
    entries: entriesOf(scan, pallets.get(scan)?.id ?? null),
  }));
  // In this order: lines before balances.
  writeScans(tx, scans);
  const ids = await postTogether(tx, postings, executeUnawaited);
  return scans.map((scan, index) => {
    const pallet = pallets.get(scan);
    // What it took from transit is told by the entries that put it in stock.
    const ledgerEntryIds = ids[index]!.slice(0, scan.plan.stock.length);
    return { ledgerEntryIds, palletMade: pallet?.isMade ? pallet.id : null };
  });
}

function sortedBy<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return values.toSorted((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other)),
  );
}

async function learnLots(tx: TenantTransaction, scans: readonly PlannedScan[]): Promise<void> {
  const lots = scans.flatMap(({ item_id, plan: { batch } }) =>
    batch.learned ? [{ item_id, lot_no: batch.lotNo, ...batch.learned }] : [],
  );
  // A lot scanned several times with the same dates is recorded once.
  const news = new Map(lots.map((lot) => [JSON.stringify([lot.item_id, lot.lot_no, lot]), lot]));
  for (const [, lot] of sortedBy([...news], ([key]) => key)) await learnLot(tx, lot);
}

/**
 * The pallet of each count that names one. A pallet shared by several counts is opened once, and created by the first.
 */
async function openPallets(
  tx: TenantTransaction,
  scans: readonly PlannedScan[],
): Promise<ReadonlyMap<PlannedScan, { id: string; isMade: boolean }>> {
  const named = scans.filter(({ pallet_lpn: lpn }) => lpn !== null);
  const places = groupBy(named, (scan) =>
    JSON.stringify([scan.pallet_lpn, scan.receipt.warehouse_id, scan.plan.locationId]),
  );
  const pallets = new Map<PlannedScan, { id: string; isMade: boolean }>();
  for (const [, together] of sortedBy([...places], ([key]) => key)) {
    const { pallet_lpn: lpn, receipt, plan } = together[0]!;
    const at = { warehouse_id: receipt.warehouse_id, location_id: plan.locationId };
    const place = { lpn: lpn!, height_cm: heightAfter(together), ...at };
    const { id, isMade } = await openPallet(tx, place);
    for (const [index, scan] of together.entries()) pallets.set(scan, { id, isMade: isMade && index === 0 });
  }
  return pallets;
}

/** What the last command that put goods on a pallet said of it, with any of its lines. */
function heightAfter(together: readonly PlannedScan[]): number | null {
  const { commandId } = together.at(-1)!.work;
  return (
    together.findLast(({ work, pallet_height_cm: height }) => work.commandId === commandId && height !== null)
      ?.pallet_height_cm ?? null
  );
}

function entriesOf(scan: PlannedScan, lpnId: string | null): LedgerEntry[] {
  const { receipt, plan, item_id, line_id, note } = scan;
  const words = {
    warehouse_id: receipt.warehouse_id,
    merchant_id: receipt.merchant_id,
    item_id,
    lot_no: plan.batch.lotNo,
    transaction_type: arrivalType(receipt),
    ref_type: 'inbound_receipt',
    ref_id: receipt.id,
    ref_line_id: line_id,
    note,
  };
  const arrived = { location_id: plan.locationId, lpn_id: lpnId };
  return [
    ...plan.stock.map(({ status, qty }) => ({ ...words, ...arrived, status, qty_delta: qty.toFixed() })),
    ...plan.taken.map(({ location_id, lpn_id, qty }) => ({
      ...words,
      location_id,
      lpn_id,
      status: 'in_transit' as const,
      qty_delta: qty.neg().toFixed(),
    })),
  ];
}

/** Sets the lines' counts and moves the receipts' counters by the difference, in one statement under their locks. */
function writeScans(tx: TenantTransaction, scans: readonly PlannedScan[]): void {
  // A line counted twice is written once, with its final counts.
  const lines = [...new Map(scans.map(({ line_id: id, plan }) => [id, plan.after]))];
  const receipts = [...groupBy(scans, ({ receipt }) => receipt.id)];
  const moved = (of: (share: LineShare) => Decimal): string[] =>
    receipts.map(([, own]) => sum(own.map(({ plan }) => of(plan.share).minus(of(plan.before)))).toFixed());
  const done = receipts.map(([, own]) =>
    own.reduce((delta, { plan }) => delta + Number(plan.share.isDone) - Number(plan.before.isDone), 0),
  );
  executeUnawaited(
    tx,
    sql`with line as (
       update inbound_receipt_lines l
          set received_qty = c.received, damaged_qty = c.damaged, rejected_qty = c.rejected, updated_at = now()
         from unnest(${lines.map(([id]) => id)}::uuid[], ${lines.map(([, counts]) => counts.received.toFixed())}::numeric[],
                     ${lines.map(([, counts]) => counts.damaged.toFixed())}::numeric[],
                     ${lines.map(([, counts]) => counts.rejected.toFixed())}::numeric[]) as c (id, received, damaged, rejected)
        where l.organization_id = ${tx.organizationId} and l.id = c.id
     )
     update inbound_receipts r
        set status = 'receiving', lines_done = r.lines_done + d.done, covered_qty = r.covered_qty + d.covered,
            counted_qty = r.counted_qty + d.counted, updated_at = now()
       from unnest(${receipts.map(([id]) => id)}::uuid[], ${done}::integer[], ${moved(({ covered }) => covered)}::numeric[],
                   ${moved(({ counted }) => counted)}::numeric[]) as d (id, done, covered, counted)
      where r.organization_id = ${tx.organizationId} and r.id = d.id`,
  );
}
