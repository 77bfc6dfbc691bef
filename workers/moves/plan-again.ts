/** Plans goods whose move ended before all of them were put away: what is left of loose ones, or their plate. */
import { enterSpace, unplannedStock } from '../../db/moves/location-space.write.ts';
import { lpnOf } from '../../db/moves/planned-goods.read.ts';
import type { PlannedMove } from '../../db/moves/planned-moves.write.ts';
import { planPutaway } from '../../db/moves/putaway/plan-putaway.write.ts';
import { describeGoods, sourceByRule, type AskedGoods } from '../../db/moves/putaway/putaway-goods.read.ts';
import { plateToPutAway } from '../../db/moves/putaway/waiting-goods.read.ts';
import { decimal, least, zero, type Decimal } from '../../domain/decimal.ts';
import type { Work } from '../engine/handler.ts';

export async function planAgain(work: Work, move: PlannedMove, rest: Decimal): Promise<void> {
  const { tx } = work;
  const { item_id, from_location_id: location_id, lot_no, stock_status: status, receipt_id } = move;
  await enterSpace(tx, [location_id]);
  const stock = { item_id: item_id!, location_id, lot_no, status };
  const { present, leaving } = await unplannedStock(tx, stock);
  const free = decimal(present).minus(decimal(leaving));
  const qty = least(free, rest);
  if (qty.lte(zero)) return;
  const source_type = receipt_id === null ? await sourceByRule(tx, move.id) : null;
  await plan(work, { ...stock, qty: qty.toFixed(), pallet_lpn: null, receipt_id, source_type });
}

/** The plate stands wherever it does by now, or has left; what was carried from where goods arrive is put away. */
export async function planPlate(
  work: Work,
  { lpn_id: plateId, receipt_id }: PlannedMove,
  { onlyArrived = false } = {},
): Promise<void> {
  const plate = await plateToPutAway(work.tx, await lpnOf(work.tx, plateId!));
  if (!plate || plate.has_move || (onlyArrived && !plate.has_arrived)) return;
  await plan(work, { ...plate, receipt_id });
}

async function plan(work: Work, asked: AskedGoods): Promise<void> {
  const goods = await describeGoods(work.tx, [asked]);
  await planPutaway(
    work.tx,
    goods.map((one) => ({ work, goods: one })),
  );
}
