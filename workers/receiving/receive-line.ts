/**
 * Counts one line of a receipt. The receipt's row is locked, then the line's: two scans of one line take turns, so
 * that together they can never pass what is tolerated. Three statements for a plain item: read, ledger, write.
 * Goods that cross the dock go on to the oldest open order that wants them, in the same transaction.
 */
import { lockWaiting, serveWaiting } from '../../db/fulfillment/cross-dock.write.ts';
import { setTaskStatus } from '../../db/receiving/tasks.write.ts';
import { applyCounts } from '../../db/receiving/receiving-counts.write.ts';
import { lockForCount } from '../../db/receiving/receiving-facts.write.ts';
import { decimal, sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusals.ts';
import { answerLine, answerReceipt } from '../../domain/receiving/receipt-answers.ts';
import { planReceive } from '../../domain/receiving/receive-plan.ts';
import { receiptEvent, receivingTaskEvent } from '../../domain/receiving/events.ts';
import { assertReceivable } from '../../domain/receiving/receipt-states.ts';
import {
  assertMayCount,
  isStartedByScan,
  receivingTaskStates,
} from '../../domain/receiving/receiving-task-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../handler.ts';
import { labelPallets } from './label-pallets.ts';
import { personOf } from '../acting-person.ts';

const isAvailable = ({ status }: { status: string }): boolean => status === 'available';

export const receiveLine: Handler<typeof receiptCommands.receiveLine> = async (work, input) => {
  const { tx, organizationId, actor, emit } = work;
  const allowOver = input.allow_over_receive ?? false;
  if (allowOver && !actor.permissions.includes('wms.inbound.over_receive')) {
    throw new Refusal('FORBIDDEN', 'allow_over_receive needs the permission wms.inbound.over_receive.', {
      permission: 'wms.inbound.over_receive',
    });
  }
  const serials = input.serial_nos ?? [];
  const palletLpn = input.pallet_lpn ?? null;
  const note = input.note ?? null;
  const condition = input.condition ?? 'good';
  const damaged = input.damaged_qty ?? 0;
  const rejected = input.rejected_qty ?? 0;
  const isCrossDock = input.is_cross_dock ?? false;
  const locationId = input.location_id || null;
  const lotNo = input.lot_no ?? null;
  const { receipt, line } = await lockForCount(tx, organizationId, input.receipt_id, {
    line_id: input.receipt_line_id,
    qty: sum([input.received_qty, damaged, rejected].map(decimal)),
    has_expiry: Boolean(input.expiry_date),
    location_id: locationId,
    lot_no: lotNo,
    is_cross_dock: isCrossDock,
    takes_line_lot: false,
  });
  assertReceivable(receipt.status);
  assertMayCount(receipt.openTask, personOf(actor), input.task_id);

  const plan = planReceive(line.facts, {
    received_qty: input.received_qty,
    damaged_qty: damaged,
    rejected_qty: rejected,
    location_id: locationId,
    is_cross_dock: isCrossDock,
    condition,
    lot_no: lotNo,
    manufacture_date: input.manufacture_date ?? null,
    expiry_date: input.expiry_date ?? null,
    serial_nos: serials,
    allow_over_receive: allowOver,
  });
  const crossing = { ...receipt, item_id: line.item_id, location_id: plan.locationId };
  const sellable = isCrossDock ? sum(plan.stock.filter(isAvailable).map(({ qty }) => qty)) : zero;
  // Orders and promises stand before balances in the order of locks, so they are locked before the goods are posted.
  const waiting = sellable.gt(zero) ? await lockWaiting(tx, organizationId, crossing, sellable) : [];
  const { status, counters, ledgerEntryIds, palletsMade } = await applyCounts(work, receipt, [
    { line_id: line.id, item_id: line.item_id, plan, serial_nos: serials, pallet_lpn: palletLpn, note },
  ]);

  labelPallets(work, receipt.id, palletsMade);

  const { openTask } = receipt;
  if (isStartedByScan(openTask)) {
    const started = nextState(receivingTaskStates, openTask!.status, 'start');
    await setTaskStatus(tx, organizationId, openTask!.id, started, personOf(actor));
    const states = { status: started, previous_status: openTask!.status };
    emit(receivingTaskEvent(openTask!.id, receipt, 'started', states));
  }
  if (receipt.status !== status) {
    emit(receiptEvent(receipt, 'receiving', { status, previous_status: receipt.status }));
  }
  emit(
    receiptEvent(receipt, 'line_received', {
      status,
      receipt_line_id: line.id,
      item_id: line.item_id,
      received_qty: input.received_qty,
      damaged_qty: damaged,
      rejected_qty: rejected,
      condition,
      location_id: plan.locationId,
      lot_no: plan.batch.lotNo || null,
      is_cross_dock: isCrossDock,
      pallet_lpn: palletLpn,
      note,
    }),
  );
  const crossDocked = (await serveWaiting(work, waiting, crossing, sellable)).map(({ qty, ...to }) => ({
    ...to,
    qty: toJsonNumber(qty),
  }));
  if (crossDocked.length > 0) {
    const crossed = { status, receipt_line_id: line.id, item_id: line.item_id, cross_docked: crossDocked };
    emit(receiptEvent(receipt, 'cross_docked', crossed));
  }
  return {
    line: answerLine(line, plan.after),
    receipt: answerReceipt(receipt, status, counters),
    ledger_entry_ids: ledgerEntryIds,
    ...(palletLpn === null ? {} : { pallet_lpn: palletLpn }),
    ...(isCrossDock ? { cross_docked: crossDocked } : {}),
  };
};
