/**
 * Planned moves of license plates follow goods that changed their plate: of one with nothing on it the move ends, and one
 * that carries other goods by now goes on if they fit where it goes. What was to be put away, or waits at a dock while
 * putaways are planned (`putaway: task`), is planned with the plate it is on. Moves that somebody has are left to them.
 */
import { carriedOnPlate, lpnOf } from '../../../db/moves/planned-goods.read.ts';
import { growMoves } from '../../../db/moves/plan-moves.write.ts';
import { dropMove, type PlannedMove } from '../../../db/moves/planned-moves.write.ts';
import { putAwayReceived } from '../../../db/moves/putaway/put-away-received.write.ts';
import { tellPutAway } from '../../../db/moves/putaway/put-away.write.ts';
import type { AskedGoods } from '../../../db/moves/putaway/putaway-goods.read.ts';
import { plateToPutAway } from '../../../db/moves/putaway/waiting-goods.read.ts';
import { requireLocation } from '../../../db/inventory/stock-references.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { decimal, zero } from '../../../domain/decimal.ts';
import { Refusal, refusalOrLater } from '../../../domain/refusal.ts';
import type { Work } from '../../engine/handler.ts';
import { enterRoom } from '../../inventory/enter-room.ts';

const merged = 'merged';

/** `moves`: the live ones of all plates concerned, locked before the goods were shifted. */
export async function followGoods(
  work: Work,
  moves: readonly PlannedMove[],
  target: { id: string; lpn: string },
): Promise<void> {
  const { tx } = work;
  const ended: PlannedMove[] = [];
  const toPutAway: AskedGoods[] = [];
  for (const move of moves) {
    // It ended with another of the goods that were to change places.
    if (move.swap_id !== null && ended.some(({ swap_id: swap }) => swap === move.swap_id)) continue;
    const now = await carriedOnPlate(tx, move.lpn_id!);
    const isOpen = move.status === 'open';
    if (decimal(now.qty).lte(zero) || (isOpen && move.kind !== 'putaway' && !(await goesOn(work, move)))) {
      await dropMove(work, move, merged);
      ended.push(move);
    } else if (isOpen && move.kind === 'putaway') {
      const plate = await plateToPutAway(tx, await lpnOf(tx, move.lpn_id!));
      if (plate) toPutAway.push({ ...plate, receipt_id: move.receipt_id });
    }
  }
  if (!moves.some(({ lpn_id: plate }) => plate === target.id))
    toPutAway.push(...(await unplanned(work, target, { moves, ended })));
  await putAwayReceived(tx, [{ work, goods: toPutAway }]);
  await tellPutAway(
    tx,
    ended.map(({ id }) => ({ work, move_id: id })),
  );
}

/** The goods of a plate without a move that are to be planned. */
async function unplanned(
  { tx }: Work,
  { lpn }: { lpn: string },
  { moves, ended }: { moves: readonly PlannedMove[]; ended: readonly PlannedMove[] },
): Promise<AskedGoods[]> {
  const plate = await plateToPutAway(tx, lpn);
  if (!plate) return [];
  const putaway = moves.find(({ kind }) => kind === 'putaway');
  // What was brought to a plate in the rack is put away with that.
  const wasPlanned = ended.some(
    ({ kind, from_location_id: from }) =>
      kind === 'putaway' && (plate.has_arrived || from === plate.location_id),
  );
  if (!wasPlanned) {
    if (!plate.has_arrived || !(plate.is_free || putaway)) return [];
    if ((await readOrganization(tx)).putaway !== 'task') return [];
  }
  return [{ ...plate, receipt_id: putaway?.receipt_id ?? null }];
}

/** Whether an open move takes what is on its plate now to where it goes; it is written to carry that then. */
async function goesOn(work: Work, move: PlannedMove): Promise<boolean> {
  const { tx } = work;
  const { merchant_id = null, item_id = null, lot_no = '', qty } = await carriedOnPlate(tx, move.lpn_id!);
  // A face is filled with its own item.
  if (move.kind === 'replenish' && item_id !== move.item_id) return false;
  const place = await requireLocation(tx, move.warehouse_id, move.to_location_id);
  const room = await enterRoom(work, [place], move.id);
  const lpn = await lpnOf(tx, move.lpn_id!);
  if ((await refusalOrLater(() => room.refusesPlate(lpn, place.id))) instanceof Refusal) return false;
  growMoves(tx, [{ work, move, now: { merchant_id, item_id, lot_no, qty } }]);
  return true;
}
