/** Moves what is available of a lot to its recorded hold, and tells of it. Returns how much that was. */
import { holdAvailable } from '../../db/inventory/lots/lot-stock.write.ts';
import type { Lot, LotHold } from '../../db/inventory/lots/lots.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import type { Work } from '../engine/handler.ts';

export async function setLotAside(work: Work, lot: Lot, merchant_id: string, hold: LotHold): Promise<number> {
  const held_qty = toJsonNumber(await holdAvailable(work, lot, hold));
  work.emit({
    type: 'lot.held',
    subject_type: 'item',
    subject_id: lot.item_id,
    data: { merchant_id, ...lot, ...hold, held_qty },
  });
  return held_qty;
}
