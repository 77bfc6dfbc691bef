/**
 * Closes a transfer that has left: its receipt ends, and what never arrived is accounted for. What was claimed stays in
 * transit, and is written off or back when the transfer is closed again.
 */
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { lockFamilies, lpnsTakenWhole, stepLpns } from '../../db/inventory/lpn-steps.write.ts';
import { assertReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { requireTarget } from '../../db/inventory/stock-references.read.ts';
import { arrivalLocation } from '../../db/receiving/default-location.read.ts';
import { endReceipt } from '../../db/receiving/end-receipt.write.ts';
import { lockReceipt } from '../../db/receiving/receipts.write.ts';
import { endGoods, lockGoods, type LineGoods } from '../../db/transfers/transfer-goods.write.ts';
import { endSerialsInTransit } from '../../db/transfers/transfer-serials.write.ts';
import {
  documentsOf,
  lockTransfer,
  setTransferStatus,
  type LockedTransfer,
} from '../../db/transfers/transfers.write.ts';
import { decimal, sum, toJsonNumber } from '../../domain/decimal.ts';
import { goodsLieAt } from '../../domain/inventory/location-types.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { assertSaidBefore, nextState } from '../../domain/state-machine.ts';
import { transferEvent } from '../../domain/transfers/events.ts';
import { transferStates, type MissingOutcome } from '../../domain/transfers/transfer-states.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { transferCommands } from '../../queues/transfers/transfers.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { keepItemsApart } from '../inventory/keep-apart.ts';

type Input = InputOf<typeof transferCommands.closeTransfer>;

export const closeTransfer: Handler<typeof transferCommands.closeTransfer> = async (work, input) => {
  const { tx, emit } = work;
  const { receipt_id: receiptId } = await documentsOf(tx, input.transfer_id);
  const receipt = receiptId === null ? undefined : await lockReceipt(tx, receiptId);
  const transfer = await lockTransfer(tx, input.transfer_id);
  const { status: previous } = transfer;
  const status = nextState(transferStates, previous, 'close');
  const goods = await lockGoods(tx, [transfer.id]);
  const missing = missingOf(transfer, input, goods);
  if (previous === 'closed' && (missing === null || missing === transfer.missing)) {
    const { missing: was } = transfer;
    if (was && input.missing)
      assertSaidBefore(transferStates, [previous, 'close'], { missing: input.missing }, { missing: was });
    return { id: transfer.id };
  }
  await endReceipt(work, receipt!);
  if (missing) await resolve(work, transfer, input, goods, missing);
  const reason = missing ? [input.reason_code, input.note].filter(Boolean).join(': ') : null;
  await setTransferStatus(tx, transfer.id, status, missing ? { missing, end_reason: reason } : {});
  const qty = toJsonNumber(sum(goods.map((one) => decimal(one.qty))));
  emit(transferEvent(transfer, 'closed', { status, previous_status: previous, missing, qty, reason }));
  return { id: transfer.id };
};

/** What becomes of what is still in transit; null when nothing is. Refuses 409 TRANSFER_REMAINDER unless it is said. */
function missingOf(
  { transfer_no, missing: claimed }: LockedTransfer,
  { missing: asked = null }: Input,
  goods: readonly LineGoods[],
): MissingOutcome | null {
  if (goods.length === 0) return null;
  const missing = asked ?? claimed;
  if (missing) return missing;
  const left = sum(goods.map(({ qty }) => decimal(qty)));
  throw new Refusal(
    'TRANSFER_REMAINDER',
    `${left.toString()} of ${transfer_no} never arrived: say what becomes of them with missing and a reason_code.`,
    {
      in_transit: toJsonNumber(left),
      lines: goods.map(({ item_id, lot_no, qty }) => ({
        item_id,
        lot_no: lot_no || null,
        qty: toJsonNumber(qty),
      })),
    },
  );
}

/** The operator's to say: whose loss it is, and where goods stand. */
async function resolve(
  work: Work,
  transfer: LockedTransfer,
  input: Input,
  goods: readonly LineGoods[],
  missing: MissingOutcome,
): Promise<void> {
  assertOperator(work);
  const { tx } = work;
  const { reason_code: reasonCode } = input;
  if (!reasonCode) throw invalid('reason_code', 'required', 'reason_code is required with missing');
  await assertReasonCode(tx, reasonCode);
  const words = { reason_code: reasonCode, note: input.note ?? null };
  if (missing === 'write_off') await writeOff(work, transfer, goods, words);
  if (missing === 'back') await bringBack(work, transfer, input, goods, words);
}

interface Words {
  reason_code: string;
  note: string | null;
}

/** The entry that takes goods out of transit. */
function outOf(
  { id, to_warehouse_id: warehouse_id, merchant_id }: LockedTransfer,
  { id: goodsId, item_id, location_id, lot_no, lpn_id, qty }: LineGoods,
  words: Words,
) {
  const key = {
    warehouse_id,
    merchant_id,
    item_id,
    location_id,
    lot_no,
    lpn_id,
    status: 'in_transit' as const,
  };
  return { ...key, ...words, qty_delta: `-${qty}`, ref_type: 'transfer', ref_id: id, ref_line_id: goodsId };
}

const wholly = (goods: readonly LineGoods[]) => goods.map(({ id, qty }) => ({ id, qty: decimal(qty) }));

async function writeOff(work: Work, transfer: LockedTransfer, goods: readonly LineGoods[], words: Words) {
  const { tx } = work;
  await endGoods(tx, 'written_off', wholly(goods));
  await endSerialsInTransit(tx, transfer.id, 'removed');
  await postNext(
    work,
    goods.map((one) => ({ ...outOf(transfer, one, words), transaction_type: 'adjust' as const })),
  );
}

/** The goods are at the source after all, on the license plates that came back with all of their goods. */
async function bringBack(
  work: Work,
  transfer: LockedTransfer,
  { location_id: asked }: Input,
  goods: readonly LineGoods[],
  words: Words,
): Promise<void> {
  const { tx } = work;
  const { from_warehouse_id: warehouseId, merchant_id } = transfer;
  const locationId = asked ?? (await arrivalLocation(tx, warehouseId));
  if (!locationId)
    throw invalid('location_id', 'required', 'location_id is required: the source has no staging location');
  const { type } = await requireTarget(tx, warehouseId, locationId, 'location_id');
  if (!goodsLieAt(type))
    throw invalid(
      'location_id',
      'no_place',
      `location_id names a location of type ${type}: no goods lie there`,
    );
  await assertUnlocked(tx, [locationId]);
  const whole = await lpnsTakenWhole(tx, await lockFamilies(tx, goods), goods);
  const along = new Set(whole.map(({ id }) => id));
  await endGoods(tx, 'back', wholly(goods));
  await endSerialsInTransit(tx, transfer.id, 'in_stock');
  await postNext(
    work,
    goods.flatMap((one) => {
      const out = { ...outOf(transfer, one, words), transaction_type: 'transfer_in' as const };
      const lpn_id = one.lpn_id && along.has(one.lpn_id) ? one.lpn_id : null;
      const there = {
        warehouse_id: warehouseId,
        location_id: locationId,
        lpn_id,
        status: 'available' as const,
      };
      return [out, { ...out, ...there, qty_delta: one.qty }];
    }),
  );
  await keepItemsApart(
    tx,
    goods.map(({ item_id }) => ({ location_id: locationId, item_id })),
  );
  await stepLpns(work, whole, 'place', { warehouseId, locationId, about: { merchant_id } });
}
