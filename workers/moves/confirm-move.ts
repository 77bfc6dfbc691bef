/**
 * Confirms moves, those of a group one after another. Each runs the ordinary move in this transaction with all that it
 * refuses; elsewhere than planned needs `wms.moves.override` and a reason. A planned move holds no stock, so what it is
 * to carry may be gone: then it ends cancelled as `source_gone`, and nothing was carried. Does nothing when repeated.
 */
import {
  assertMoveMine,
  assertNotWaiting,
  dropMove,
  finishMove,
  isInHand,
  type PlannedMove,
} from '../../db/moves/planned-moves.write.ts';
import { lockToCarry } from '../../db/moves/lock-to-carry.write.ts';
import { tellPutAway } from '../../db/moves/putaway/put-away.write.ts';
import { assertEmpty } from '../../db/moves/swap-moves.write.ts';
import { fillFaces } from '../../db/moves/replenish.write.ts';
import { decimal, toJsonNumber, zero } from '../../domain/decimal.ts';
import { plannedMoveStates } from '../../domain/moves/planned-move-states.ts';
import { heldWhenAsked } from '../../domain/permissions.ts';
import { invalid, notFound, orThrow, Refusal, refusalOrLater } from '../../domain/refusal.ts';
import { assertSaidBefore, nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { replenishmentCommands } from '../../queues/moves/replenishment.ts';
import { noteCarried } from '../../db/moves/carried-goods.write.ts';
import { carriedOnPlate, lpnOf, type CarriedGoods } from '../../db/moves/planned-goods.read.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { inTurn } from '../engine/each-of-group.ts';
import type { Handler, HandlerOfMany, Work } from '../engine/handler.ts';
import { moveOne } from '../inventory/move-stock.ts';
import { carryToFace, type Carried } from './carry-to-face.ts';
import { planAgain, planPlate } from './plan-again.ts';

type ConfirmMove = typeof plannedMoveCommands.confirmMove;
type Given = InputOf<ConfirmMove>;

const sourceGone = 'source_gone';

const confirmOne: Handler<ConfirmMove> = async (work, input) => {
  assertOperator(work);
  const [move] = await lockToCarry(work.tx, [input]);
  if (!move) throw notFound('planned move');
  const { id } = move;
  if (move.status === 'cancelled' && move.end_reason === sourceGone) return { id };
  if (move.status === 'done') {
    const { qty, to_location_id } = input;
    const carried = { ...move, qty: toJsonNumber(move.done_qty ?? move.qty) };
    assertSaidBefore(plannedMoveStates, [move.status, 'confirm'], { qty, to_location_id }, carried);
    return { id };
  }
  nextState(plannedMoveStates, move.status, 'confirm');
  assertNotWaiting(move);
  const person = floorPerson(work);
  assertMoveMine(move, person);
  const qty = carried(move, input);
  const toLocationId = target(work, move, input);
  if (move.swap_id !== null) await assertEmpty(work.tx, toLocationId);
  const serialNos = serialsOf(move, input);
  const isSaid = input.qty !== undefined;
  const moved = await refusalOrLater(() => carryOut(work, move, { qty, toLocationId, serialNos, isSaid }));
  if (moved instanceof Refusal && isGone(move, moved) && !(move.carries_allocations && isSaid)) {
    await dropMove(work, move, sourceGone);
    await planRest(work, move, move.qty);
    return { id };
  }
  const { qty: done, warnings } = orThrow(moved);
  // What a license plate carries may have changed since the move was planned: what was carried is what is told and billed.
  const goods: CarriedGoods = move.lpn_id ? await carriedOnPlate(work.tx, move.lpn_id) : { qty: done };
  await finishMove(work, move, { ...goods, toLocationId, reason: input.reason ?? null, person });
  if (goods.merchant_id === null) await noteCarried(work.tx, id);
  await planRest(work, move, decimal(move.qty).minus(decimal(done)).toFixed());
  return { id, ...(warnings && { warnings }) };
};

const confirmInTurn = inTurn<ConfirmMove>(async (tx, asked) => {
  await lockToCarry(
    tx,
    asked.map(({ input }) => input),
  );
}, confirmOne);

export const confirmMove: HandlerOfMany<ConfirmMove> = async (tx, asked) => {
  const answers = await confirmInTurn(tx, asked);
  await tellPutAway(
    tx,
    asked.map(({ work, input }) => ({ work, move_id: input.move_id })),
  );
  return answers;
};

interface Carrying {
  qty: string;
  toLocationId: string;
  serialNos: string[] | undefined;
  /** The quantity is one that a person gave, not the planned one. */
  isSaid: boolean;
}

async function carryOut(work: Work, move: PlannedMove, to: Carrying): Promise<Carried> {
  const ordinary = await ordinaryMove(work, move, to);
  if (move.carries_allocations && move.lpn_id === null) return carryToFace(work, move, { ...to, ordinary });
  const { warnings } = await moveOne(work, ordinary, { moveId: move.id, isInHand: isInHand(move) });
  return { qty: to.qty, warnings };
}

/**
 * What is left of goods that were to be put away is planned again: of loose ones as far as it is there, and a plate that
 * waits at another dock by now; a face, as it is now. What a wave picks is planned in a transaction of its own, which locks
 * the wave's shipments first.
 */
async function planRest(work: Work, move: PlannedMove, rest: string): Promise<void> {
  if (decimal(rest).lte(zero)) return;
  if (move.kind === 'putaway')
    await (move.lpn_id === null
      ? planAgain(work, move, decimal(rest))
      : planPlate(work, move, { onlyArrived: true }));
  if (move.kind !== 'replenish') return;
  const { warehouse_id: warehouseId, to_location_id: faceId, wave_id } = move;
  if (wave_id !== null)
    work.enqueue(replenishmentCommands.planReplenishments, {
      warehouse_id: warehouseId,
      wave_id,
      kinds: ['on_demand'],
    });
  await fillFaces(work, 'min_max', { warehouseId, locationIds: [faceId] }, false);
}

/** How much. A license plate goes whole. */
function carried({ lpn_id: plate, swap_id: swap, qty: planned }: PlannedMove, { qty }: Given): string {
  if (qty === undefined) return planned;
  if (plate) throw invalid('qty', 'plate', 'a license plate is carried whole');
  if (swap !== null && !decimal(qty).eq(decimal(planned)))
    throw invalid('qty', 'swap', 'goods that change places go whole');
  if (decimal(qty).gt(decimal(planned)))
    throw invalid('qty', 'too_many', `only ${decimal(planned).toString()} are planned`);
  return decimal(qty).toFixed();
}

/** Which units; a license plate goes with all that are on it. */
function serialsOf({ lpn_id: plate }: PlannedMove, { serial_nos: serials }: Given): string[] | undefined {
  if (plate && serials) throw invalid('serial_nos', 'plate', 'a license plate is carried whole');
  return serials;
}

/** Refuses 403 OVERRIDE_REQUIRED for another place without the permission, 400 without a reason. */
function target({ actor }: Work, move: PlannedMove, given: Given): string {
  const { to_location_id: planned, from_location_id: source } = move;
  const { to_location_id: elsewhere = planned, reason } = given;
  if (elsewhere.toLowerCase() === planned) return planned;
  if (!heldWhenAsked(actor, 'wms.moves.override'))
    throw new Refusal(
      'OVERRIDE_REQUIRED',
      'Putting it elsewhere than planned needs the permission wms.moves.override.',
      { permission: 'wms.moves.override', to_location_id: planned },
    );
  if (elsewhere.toLowerCase() === source)
    throw invalid('to_location_id', 'same', 'to_location_id is where it comes from');
  if (!reason) throw invalid('reason', 'required', 'reason is required with another to_location_id');
  return elsewhere;
}

async function ordinaryMove(
  { tx }: Work,
  move: PlannedMove,
  { qty, toLocationId, serialNos }: Carrying,
): Promise<InputOf<typeof inventoryCommands.moveStock>> {
  const { warehouse_id, from_location_id, move_no: notes } = move;
  const ends = { warehouse_id, from_location_id, to_location_id: toLocationId, notes };
  if (move.lpn_id) return { ...ends, pallet_lpn: await lpnOf(tx, move.lpn_id) };
  const { item_id, lot_no, stock_status: status } = move;
  return {
    ...ends,
    item_id: item_id!,
    qty: toJsonNumber(qty),
    status,
    ...(lot_no ? { lot_no } : {}),
    // A move with allocations names its parts' own.
    ...(serialNos && !move.carries_allocations ? { serial_nos: serialNos } : {}),
  };
}

/** The goods are not there any more, or the license plate has left. */
function isGone({ lpn_id: plate }: PlannedMove, { code }: Refusal): boolean {
  return code === 'INSUFFICIENT_STOCK' || (plate !== null && code === 'LPN_IN_USE');
}
