/**
 * A transfer follows its receipt: what is counted is taken from what is in transit, the first count makes it partially
 * received, the end of counting received. The receipt is locked before, by everybody: that lock orders all that happens to
 * a transfer once it is shipped.
 */
import { groupBy } from '../../domain/group-by.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { TakenGoods, TransitGoods } from '../../domain/receiving/in-transit.ts';
import { nextState } from '../../domain/state-machine.ts';
import { transferEvent } from '../../domain/transfers/events.ts';
import {
  transferStates,
  underwayStates,
  type TransferStatus,
} from '../../domain/transfers/transfer-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { takeInHand } from '../inventory/serials/serial-places.write.ts';
import type { LockedReceipt } from '../receiving/receiving-facts.write.ts';
import { endGoods, lockGoods, takenFrom } from './transfer-goods.write.ts';
import { returnSerialsToTransit } from './transfer-serials.write.ts';
import { lockTransfer, setTransferStatus } from './transfers.write.ts';

/** Why the receipts of transfers cannot be counted, by transfer: 409 TRANSFER_NOT_UNDERWAY. */
export async function notUnderway(
  tx: TenantTransaction,
  receipts: readonly LockedReceipt[],
): Promise<ReadonlyMap<string, Refusal>> {
  const ids = transfersOf(receipts);
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: string; transfer_no: string; status: TransferStatus }>(
    tx,
    sql`select id, transfer_no, status from transfers
         where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[])`,
  );
  const idle = found.filter(({ status }) => !underwayStates.includes(status));
  return new Map(
    idle.map(({ id, transfer_no: no, status }) => {
      const why = `${no} is ${status}: its goods are counted between its shipping and its closing.`;
      return [id, new Refusal('TRANSFER_NOT_UNDERWAY', why, { transfer_id: id, status })];
    }),
  );
}

export async function assertUnderway(tx: TenantTransaction, receipt: LockedReceipt): Promise<void> {
  for (const refusal of (await notUnderway(tx, [receipt])).values()) throw refusal;
}

const transfersOf = (receipts: readonly LockedReceipt[]): string[] => [
  ...new Set(receipts.flatMap(({ transfer_id: id }) => id ?? [])),
];

/** What is in transit to the lines of these locked receipts, by line. Counts are taken from it, and never from nothing. */
export async function goodsInTransit(
  tx: TenantTransaction,
  receipts: readonly LockedReceipt[],
): Promise<ReadonlyMap<string, readonly TransitGoods[]>> {
  const ids = transfersOf(receipts);
  if (ids.length === 0) return new Map();
  return groupBy(await lockGoods(tx, ids), ({ receipt_line_id: id }) => id);
}

/** A count on a receipt, with the command that made it and what it took from transit. */
export interface TransferCount {
  work: StockPosting;
  receipt: LockedReceipt;
  taken: readonly TakenGoods[];
}

/** Takes the counted goods off what is in transit; with its first count a transfer is partially received. */
export async function receiveTransfers(
  tx: TenantTransaction,
  counts: readonly TransferCount[],
): Promise<void> {
  const ofTransfers = counts.filter(({ receipt }) => receipt.transfer_id !== null);
  if (ofTransfers.length === 0) return;
  await endGoods(
    tx,
    'received',
    ofTransfers.flatMap(({ taken }) => taken),
  );
  for (const [id, [first]] of groupBy(ofTransfers, ({ receipt }) => receipt.transfer_id!))
    await step(first!, id, 'receive');
}

/** The counting of a transfer's receipt is done. */
export function completeTransfer(work: StockPosting, receipt: LockedReceipt): Promise<void> {
  return step({ work, receipt }, receipt.transfer_id!, 'complete');
}

const words = { receive: 'partially_received', complete: 'received' } as const;

async function step(
  { work, receipt }: Pick<TransferCount, 'work' | 'receipt'>,
  id: string,
  action: keyof typeof words,
): Promise<void> {
  const transfer = await lockTransfer(work.tx, id);
  const { status: previous } = transfer;
  const status = nextState(transferStates, previous, action);
  if (status === previous) return;
  await setTransferStatus(work.tx, id, status);
  const states = { status, previous_status: previous };
  work.emit(transferEvent(transfer, words[action], { ...states, receipt_id: receipt.id }));
}

/** A part of a count that is taken back. */
export interface TakenBack {
  line_id: string;
  item_id: string;
  /** Where it lies. */
  location_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: Decimal;
  serial_nos: readonly string[];
  note: string;
}

/** Puts what is taken back into transit again. Returns what to post for it, beside the reversal. */
export async function returnToTransit(
  { tx, commandId }: StockPosting,
  receipt: LockedReceipt,
  { line_id: lineId, item_id, location_id, lot_no, lpn_id, qty, serial_nos, note }: TakenBack,
): Promise<LedgerEntry[]> {
  const transfer_id = receipt.transfer_id!;
  const goods = (await lockGoods(tx, [transfer_id], 'all')).filter((one) => one.receipt_line_id === lineId);
  const parts = takenFrom(goods, { lot_no, lpn_id }, qty);
  await endGoods(
    tx,
    'received',
    parts.map(({ id, back }) => ({ id, qty: back.neg() })),
  );
  // One that was taken to have gone on from here left another in its place: that one stays.
  await takeInHand(tx, commandId, { item_id, location_id, lot_no, lpn_ids: [lpn_id], serial_nos });
  await returnSerialsToTransit(tx, { transfer_id, item_id, serial_nos });
  const { warehouse_id, merchant_id } = receipt;
  return parts.map(({ back, ...one }) => ({
    warehouse_id,
    merchant_id,
    item_id,
    location_id: one.location_id,
    lot_no,
    lpn_id: one.lpn_id,
    status: 'in_transit' as const,
    qty_delta: back.toFixed(),
    transaction_type: 'reverse' as const,
    ref_type: 'inbound_receipt',
    ref_id: receipt.id,
    ref_line_id: lineId,
    note,
  }));
}
