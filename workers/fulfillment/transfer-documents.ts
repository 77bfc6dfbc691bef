/**
 * What releasing a transfer makes: a shipment at the source, which holds its stock as any shipment does, and a receipt at
 * the destination, which waits for what it sends.
 */
import { insertReceipts, linkReceiptLines } from '../../db/receiving/receipts.write.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { readWarehouses } from '../../db/transfers/transfers.read.ts';
import { transitLocation } from '../../db/transfers/send-transfer.write.ts';
import {
  readLinesToSend,
  setTransferStatus,
  type LockedTransfer,
  type TransferLine,
} from '../../db/transfers/transfers.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { initialReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transferEvent } from '../../domain/transfers/events.ts';
import { transferStates } from '../../domain/transfers/transfer-states.ts';
import type { Work } from '../engine/handler.ts';
import { commitUnordered } from './unordered-shipment.ts';

/** Releases a locked transfer. Refuses 409 TRANSIT_LOCATION_MISSING, INSUFFICIENT_ATP. */
export async function makeDocuments(work: Work, transfer: LockedTransfer): Promise<void> {
  const { tx, emit } = work;
  const { status: previous } = transfer;
  const status = nextState(transferStates, previous, 'release');
  await transitLocation(tx, transfer.to_warehouse_id);
  const lines = await readLinesToSend(tx, transfer.id);
  // In base units: their `uom` says what the receipt counts in, and is no unit that somebody asked in.
  const wanted = lines.map(({ item_id, qty }) => ({ item_id, qty }));
  const shipment = await commitUnordered(work, await shipmentOf(work, transfer), wanted);
  const receiptId = await makeReceipt(work, transfer, lines);
  await setTransferStatus(tx, transfer.id, status);
  const made = { shipment_id: shipment.id, receipt_id: receiptId };
  emit(transferEvent(transfer, 'released', { status, previous_status: previous, ...made }));
}

async function shipmentOf({ tx }: Work, transfer: LockedTransfer) {
  const { to_warehouse_id: to } = transfer;
  const { name, address } = (await readWarehouses(tx, [to])).get(to)!;
  return {
    transfer_id: transfer.id,
    merchant_id: transfer.merchant_id,
    warehouse_id: transfer.from_warehouse_id,
    ship_mode: transfer.ship_mode,
    carrier_code: transfer.carrier_code,
    service_code: null,
    // What its papers show.
    ship_to: { name, ...address },
    required_ship_date: null,
  };
}

async function makeReceipt(
  work: Work,
  { id, merchant_id, to_warehouse_id: warehouse_id, expected_date }: LockedTransfer,
  lines: readonly TransferLine[],
): Promise<string> {
  const { tx, emit } = work;
  const receipt = {
    id: newId(),
    receipt_no: await work.takeNumber('RCPT'),
    merchant_id,
    warehouse_id,
    source_type: 'manual' as const,
    source_id: id,
    transfer_id: id,
    status: initialReceiptStatus('manual'),
    title: (await merchantFor(tx, merchant_id)).name,
    container_no: null,
    seal_no: null,
    vendor_id: null,
    expected_date,
  };
  const counted = lines.map(({ id: transferLineId, line_no, item_id, qty, uom }) => ({
    id: newId(),
    transferLineId,
    line_no,
    item_id,
    expected_qty: toJsonNumber(qty),
    uom,
    uom_factor: '1',
    lot_no: null,
    is_unplanned: false,
  }));
  await insertReceipts(tx, [{ receipt, lines: counted }]);
  await linkReceiptLines(
    tx,
    'transfer_lines',
    counted.map((line) => ({ id: line.transferLineId, receipt_line_id: line.id })),
  );
  const states = { status: receipt.status, previous_status: null };
  emit(receiptEvent(receipt, 'created', { ...states, source_type: 'manual', lines: lines.length }));
  return receipt.id;
}
