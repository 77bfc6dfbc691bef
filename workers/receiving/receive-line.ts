/**
 * Counts receipt lines. The receipts' rows are locked, then the lines': two scans of one line take turns, in a group or
 * across transactions, so that together they can never exceed the tolerance. Cross-docked goods go on to the oldest
 * open order that wants them, in a transaction of their own.
 */
import { lockWaiting, serveWaiting } from '../../db/fulfillment/cross-dock.write.ts';
import { applyScans, type WrittenScan } from '../../db/receiving/apply-scans.write.ts';
import { lockScans } from '../../db/receiving/lock-scans.write.ts';
import { setTaskStatus } from '../../db/receiving/tasks.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { heldWhenAsked } from '../../domain/permissions.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import { answerLine, answerReceipt } from '../../domain/receiving/receipt-answers.ts';
import type { ScanInput } from '../../domain/receiving/receive-plan.ts';
import { receiptEvent, receivingTaskEvent } from '../../domain/receiving/events.ts';
import { receivingTaskStates } from '../../domain/receiving/receiving-task-states.ts';
import {
  nothingSoFar,
  planScan,
  type PlannedCount,
  type ScannedSoFar,
} from '../../domain/receiving/scan-plan.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { Answered, Asked, HandlerOfMany } from '../engine/handler.ts';
import { followCounts, withOrigins, type AllowedCount } from './follow-origin.ts';
import { inspectArrivals } from './inspect-arrivals.ts';
import { inLineUnits } from './in-line-units.ts';
import { keepArrivalsApart } from './keep-arrivals-apart.ts';
import { labelPallets } from './label-pallets.ts';
import { planPutaways } from './plan-putaways.ts';
import { namesWhatWasScanned, withIds, type LineScan } from './scanned-names.ts';
import { personOf } from '../acting-person.ts';

type ReceiveLine = typeof receiptCommands.receiveLine;
type Scan = LineScan & { locked: AllowedCount; planned: PlannedCount };

// Cross-docking locks orders and promises first; what names an item goes by what is left of its lines.
export const receiveLine: HandlerOfMany<ReceiveLine> = (tx, asked) =>
  untilAlone(
    asked,
    (one) => one.input.is_cross_dock === true || namesWhatWasScanned(one),
    (together) => receiveTogether(tx, together),
  );

async function receiveTogether(
  tx: TenantTransaction,
  asked: readonly Asked<ReceiveLine>[],
): Promise<Answered<ReceiveLine>[]> {
  const read = await inLineUnits(tx, await withIds(tx, asked));
  const early = read.map((one) => (isGood(one) ? mayPassTolerance(one.work, one.input) : one));
  const open = read.filter((one, index): one is LineScan => isGood(one) && early[index] === undefined);
  const locked =
    open.length === 0
      ? []
      : await lockScans(
          tx,
          open.map(({ input }) => scanOf(input)),
        );
  const soFar = nothingSoFar();
  const counts = open.map(({ input }, index) => ({
    locked: locked[index]!,
    serials: input.serial_nos,
    lot_no: input.lot_no ?? null,
  }));
  const checked = await withOrigins(tx, counts);
  const planned = open.map((one, index) => plan(one, checked[index]!, soFar));
  const scans = planned.filter(isGood);
  const crossing = await lockCrossing(tx, scans[0]);
  const counted = scans.map(({ work, input, locked: { receipt, line }, planned: { plan } }) => ({
    work,
    receipt,
    line_id: line.id,
    item_id: line.item_id,
    plan,
    serial_nos: input.serial_nos ?? [],
    pallet_lpn: input.pallet_lpn ?? null,
    pallet_height_cm: input.pallet_height_cm ?? null,
    note: input.note ?? null,
  }));
  await inspectArrivals(tx, counted);
  const written = await applyScans(tx, counted);
  await keepArrivalsApart(
    tx,
    scans.map(({ locked: { line }, planned: { plan } }) => ({ line, plan })),
  );
  await followCounts(
    tx,
    scans.map(({ work, locked: { receipt }, planned: { plan } }) => ({ work, receipt, taken: plan.taken })),
  );
  await planPutaways(
    tx,
    scans.map(({ work, input, locked, planned: { plan } }) => ({
      work,
      locked,
      plan,
      pallet_lpn: input.pallet_lpn ?? null,
      isKept: !input.is_cross_dock,
    })),
  );
  const answers = new Map<unknown, ResultOf<ReceiveLine>>();
  for (const [index, scan] of scans.entries()) {
    answers.set(scan.work, await tell(tx, scan, written[index]!, crossing));
  }
  const refusals = new Map(open.map(({ work }, index) => [work, planned[index]]));
  return asked.map(({ work }, index) => early[index] ?? answers.get(work) ?? (refusals.get(work) as Refusal));
}

function mayPassTolerance(
  { actor }: Asked<ReceiveLine>['work'],
  { allow_over_receive: allowOver }: Asked<ReceiveLine>['input'],
): Refusal | undefined {
  if (!allowOver || heldWhenAsked(actor, 'wms.inbound.over_receive')) return undefined;
  return new Refusal('FORBIDDEN', 'allow_over_receive needs the permission wms.inbound.over_receive.', {
    permission: 'wms.inbound.over_receive',
  });
}

function scanOf(input: LineScan['input']): Parameters<typeof lockScans>[1][number] {
  const { received_qty: received, damaged_qty: damaged, rejected_qty: rejected } = input;
  return {
    receipt_id: input.receipt_id,
    line_id: input.receipt_line_id,
    field: 'receipt_line_id',
    qty: sum([received, damaged ?? 0, rejected ?? 0].map(decimal)),
    has_expiry: Boolean(input.expiry_date),
    location_id: input.location_id || null,
    lot_no: input.lot_no ?? null,
    takes_line_lot: false,
    is_cross_dock: input.is_cross_dock ?? false,
  };
}

/** Plans the count against what the earlier ones in the group left, or returns why it is refused. */
function plan(one: LineScan, locked: AllowedCount | Refusal, soFar: ScannedSoFar): Scan | Refusal {
  if (locked instanceof Refusal) return locked;
  const { work, input } = one;
  const count: ScanInput = {
    received_qty: input.received_qty,
    damaged_qty: input.damaged_qty ?? 0,
    rejected_qty: input.rejected_qty ?? 0,
    location_id: input.location_id || null,
    is_cross_dock: input.is_cross_dock ?? false,
    condition: input.condition ?? 'good',
    lot_no: input.lot_no ?? null,
    manufacture_date: input.manufacture_date ?? null,
    expiry_date: input.expiry_date ?? null,
    serial_nos: input.serial_nos ?? [],
    pallet_lpn: input.pallet_lpn ?? null,
    pallet_height_cm: input.pallet_height_cm ?? null,
    allow_over_receive: input.allow_over_receive ?? false,
  };
  const subject = { ...locked, person: personOf(work.actor), taskId: input.task_id ?? null };
  return refusalOr(() => ({ work, input, locked, planned: planScan(soFar, subject, count) }));
}

interface CrossingGoods {
  crossing: Parameters<typeof lockWaiting>[1];
  sellable: Decimal;
  waiting: Awaited<ReturnType<typeof lockWaiting>>;
}

const isAvailable = ({ status }: { status: string }): boolean => status === 'available';

// Orders and promises come before balances in the lock order, so they are locked before the goods are posted.
async function lockCrossing(
  tx: TenantTransaction,
  scan: Scan | undefined,
): Promise<CrossingGoods | undefined> {
  if (!scan?.input.is_cross_dock) return undefined;
  const { receipt, line } = scan.locked;
  const { locationId, stock } = scan.planned.plan;
  const { merchant_id, warehouse_id } = receipt;
  const crossing = { merchant_id, warehouse_id, item_id: line.item_id, location_id: locationId };
  const sellable = sum(stock.filter(isAvailable).map(({ qty }) => qty));
  const waiting = sellable.gt(zero) ? await lockWaiting(tx, crossing, sellable) : [];
  return { crossing, sellable, waiting };
}

/** What follows a written count: label, task, events, and the orders that get cross-docked goods. */
async function tell(
  tx: TenantTransaction,
  { work, input, locked: { receipt, line, warnings }, planned }: Scan,
  { ledgerEntryIds, palletMade }: WrittenScan,
  goods: CrossingGoods | undefined,
): Promise<ResultOf<ReceiveLine>> {
  const { actor, emit } = work;
  const { plan, previousStatus, startedTask, counters } = planned;
  const status = 'receiving' as const;
  labelPallets(work, receipt.id, palletMade === null ? [] : [palletMade]);
  if (startedTask) {
    const started = nextState(receivingTaskStates, startedTask.status, 'start');
    await setTaskStatus(tx, startedTask.id, started, personOf(actor));
    const states = { status: started, previous_status: startedTask.status };
    emit(receivingTaskEvent({ id: startedTask.id, receipt }, 'started', states));
  }
  if (previousStatus !== status) {
    emit(receiptEvent(receipt, 'receiving', { status, previous_status: previousStatus }));
  }
  emit(
    receiptEvent(receipt, 'line_received', {
      status,
      receipt_line_id: line.id,
      item_id: line.item_id,
      received_qty: input.received_qty,
      damaged_qty: input.damaged_qty ?? 0,
      rejected_qty: input.rejected_qty ?? 0,
      condition: input.condition ?? 'good',
      location_id: plan.locationId,
      lot_no: plan.batch.lotNo || null,
      is_cross_dock: input.is_cross_dock ?? false,
      pallet_lpn: input.pallet_lpn ?? null,
      note: input.note ?? null,
    }),
  );
  const served = goods ? await serveWaiting(work, goods.waiting, goods.crossing, goods.sellable) : [];
  const crossDocked = served.map(({ qty, ...to }) => ({ ...to, qty: toJsonNumber(qty) }));
  if (crossDocked.length > 0) {
    const crossed = { status, receipt_line_id: line.id, item_id: line.item_id, cross_docked: crossDocked };
    emit(receiptEvent(receipt, 'cross_docked', crossed));
  }
  const palletLpn = input.pallet_lpn ?? null;
  return {
    line: answerLine(line, plan.after),
    receipt: answerReceipt(receipt, status, counters),
    ledger_entry_ids: ledgerEntryIds,
    ...(palletLpn === null ? {} : { pallet_lpn: palletLpn }),
    ...(goods ? { cross_docked: crossDocked } : {}),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
}
