/**
 * Tells that a lot expires, each stage once, and puts one that has expired on hold in all places, as the operator's: what is
 * allocated of it is then neither picked for a customer nor leaves with one. A lot on hold already stays as it is. Whoever
 * releases it decides for good: only another expiry date puts it on hold again.
 */
import { readExpiring, recordExpiryTold, stockOfLot } from '../../db/inventory/lots/expiring-lots.ts';
import { lockLot, recordLotHold } from '../../db/inventory/lots/lots.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import type { lotHoldCommands } from '../../queues/inventory/lot-holds.ts';
import type { Handler } from '../engine/handler.ts';
import { setLotAside } from './set-lot-aside.ts';

export const followExpiry: Handler<typeof lotHoldCommands.followExpiry> = async (work, lot) => {
  const { tx } = work;
  await lockLot(tx, lot.item_id, lot.lot_no);
  const found = await readExpiring(tx, lot);
  if (!found) return { ...lot, told: null };
  const { merchant_id, expiry_date, days_left, stage, is_here: isHere } = found;
  if (!isHere || stage >= 0) await recordExpiryTold(tx, lot, stage);
  if (isHere && stage >= 0) {
    const stock = (await stockOfLot(tx, lot)).map((one) => ({ ...one, qty: toJsonNumber(one.qty) }));
    work.emit({
      type: 'lot.expiring',
      subject_type: 'item',
      subject_id: lot.item_id,
      data: { merchant_id, ...lot, expiry_date, days_left, stock },
    });
  } else if (isHere) {
    const reason = `Expired: its last day was ${expiry_date}.`;
    const hold = { hold_id: work.commandId, kind: 'expired', reason, is_operators: true } as const;
    await recordLotHold(tx, lot, { ...hold, held_by: work.actor.name });
    await setLotAside(work, lot, merchant_id, hold);
  }
  return { ...lot, told: stage };
};
