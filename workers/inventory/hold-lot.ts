/**
 * Puts a lot on hold everywhere, in one transaction: what is available moves to hold. What is allocated stays with its
 * shipments, which the answer names: cancelling one frees it, but no order gets it while the lot is on hold. A lot has one
 * hold: asking again takes over the kind and the reason, and puts on hold what became available since. The operator's stays
 * the operator's, as the operator put it, whatever a merchant asks.
 */
import { lockLot, readLotHold, recordLotHold } from '../../db/inventory/lots/lots.write.ts';
import { readInTransit, readShipmentsOf } from '../../db/inventory/lots/lot-shipments.read.ts';
import type { lotHoldCommands } from '../../queues/inventory/lot-holds.ts';
import type { Handler } from '../engine/handler.ts';
import { setLotAside } from './set-lot-aside.ts';

export const holdLot: Handler<typeof lotHoldCommands.holdLot> = async (work, input) => {
  const { tx } = work;
  const { item_id, lot_no, kind, reason } = input;
  const lot = { item_id, lot_no };
  await lockLot(tx, item_id, lot_no);
  const { merchant_id, hold: before } = await readLotHold(tx, lot);
  const asked = {
    hold_id: before?.hold_id ?? work.commandId,
    kind,
    reason,
    is_operators: work.actor.merchant_id === null,
  };
  const hold = before?.is_operators && !asked.is_operators ? before : asked;
  if (hold === asked) await recordLotHold(tx, lot, { ...hold, held_by: work.actor.name });
  const held_qty = await setLotAside(work, lot, merchant_id, hold);
  const allocated = await readShipmentsOf(tx, lot, 'allocated');
  const in_transit = await readInTransit(tx, item_id, lot_no);
  const shipped = await readShipmentsOf(tx, lot, 'shipped');
  return { ...lot, ...hold, held_qty, allocated, in_transit, shipped };
};
