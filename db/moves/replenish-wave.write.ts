/**
 * Brings what a released wave picks from reserve to pick faces, if it is less than a whole refill unit: the pallet, or as
 * many cases as it takes, goes with what is allocated on it, and the picks wait for it. Of what is to go somewhere
 * already nothing is planned: its picks wait if that is a face of the item. What finds no room at a face is picked from
 * reserve, as before.
 */
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { lyingOf, replenishPriority, roomOfFace, unfit, type Face } from '../../domain/moves/replenish.ts';
import { noRoom, type Place } from '../../domain/inventory/room.ts';
import { execute, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { planMoves } from './plan-moves.write.ts';
import { reservePicks, type ReservePicks } from './replenish.read.ts';
import { enterFaces, moveFor, type Brought, type Replenishment } from './replenish.write.ts';

const wavePriority = replenishPriority.on_demand;

/** The caller holds the wave's shipments locked. */
export async function replenishWave(
  work: StockPosting,
  { warehouseId, waveId }: { warehouseId: string; waveId: string },
  isDry: boolean,
): Promise<Replenishment> {
  const { tx } = work;
  const asked = await reservePicks(tx, warehouseId, waveId);
  if (asked.length === 0) return { planned: [], not: [] };
  const itemIds = [...new Set(asked.map(({ item_id: id }) => id))];
  const { faces, places } = await enterFaces(
    tx,
    { warehouseId, itemIds },
    { isDry, more: asked.map(({ location_id: id }) => id) },
  );
  // Under the lock of where they lie: what moves took meanwhile is not asked for again.
  const sure = isDry ? asked : await reservePicks(tx, warehouseId, waveId);
  const found: Brought[] = [];
  const waits: Wait[] = [];
  const not: Replenishment['not'] = [];
  for (const piece of sure) {
    const ofItem = faces.filter(({ item_id: id }) => id === piece.item_id);
    if (piece.move_id !== null) {
      const goesToFace = ofItem.some(({ location_id: id }) => id === piece.move_to);
      if (goesToFace) waits.push({ moveId: piece.move_id, plateId: null, taskIds: piece.task_ids });
      if (ofItem[0]) not.push({ face: ofItem[0], reason: 'already_planned' });
      continue;
    }
    const placeOf = (face: Face): Place => places.get(face.location_id)!;
    const unfitted = ofItem.map((face) => unfit(face, placeOf(face)));
    const taking = ofItem.filter((_, at) => unfitted[at] === undefined);
    const brought = taking.map((face) => bring(piece, face, placeOf(face))).find(Boolean);
    if (brought) found.push(brought);
    else if (taking[0]) not.push({ face: taking[0], reason: 'no_room' });
    else if (ofItem[0]) not.push({ face: ofItem[0], reason: unfitted[0]! });
  }
  if (isDry) return { planned: found, not };
  const moves = await planMoves(
    work,
    found.map((one) => ({
      ...moveFor(one),
      carries_allocations: true,
      priority: wavePriority,
      wave_id: waveId,
    })),
  );
  const planned = found.map((one, index) => ({ ...one, move: moves[index]! }));
  waits.push(...planned.map(({ move, taskIds }) => ({ moveId: move.id, plateId: move.lpn_id, taskIds })));
  await letWait(tx, waits);
  return { planned, not };
}

/** The whole plate if it fits, else as many whole units as the picks need, else what they need. */
function bring(piece: ReservePicks, face: Face, place: Place): Brought | undefined {
  if (place.is_locked || !place.is_active) return undefined;
  const needed = decimal(piece.qty);
  const there = needed.plus(decimal(piece.available));
  const whole = piece.on_plate === null || piece.is_busy ? undefined : decimal(piece.on_plate);
  const units = needed.div(decimal(face.refill)).round(0, 3).times(decimal(face.refill));
  const take = (qty: Decimal, isWhole: boolean): Brought | undefined => {
    const plate = isWhole ? piece : { lpn_id: null, lpn_height_cm: null };
    const { lpn_id: plateId, lpn_height_cm } = plate;
    const goods = { ...lyingOf(face, piece.lot_no, qty), lpn_id: plateId, lpn_height_cm };
    const room = roomOfFace(face, place, piece.lot_no, decimal('0.000001'));
    if (qty.gt(room) || noRoom(place, [goods]) !== null) return undefined;
    place.coming.push(goods);
    const { location_id, location, lot_no, lpn_id, pallet_lpn, item_id } = piece;
    const source = {
      item_id,
      location_id,
      location,
      lot_no,
      lpn_id,
      pallet_lpn,
      lpn_height_cm,
      free: zero.toFixed(),
      is_locked: false,
      is_whole: isWhole,
    };
    return { face, refill: { source, qty, isWhole }, move: null, taskIds: piece.task_ids };
  };
  return (
    (whole && take(whole, true)) ?? (units.lte(there) ? take(units, false) : undefined) ?? take(needed, false)
  );
}

interface Wait {
  moveId: string;
  taskIds: readonly string[];
  /** The plate that the move was planned for: what else is picked from it waits as well. */
  plateId: string | null;
}

/**
 * Whatever wave they are of; a pick that somebody has does not wait, and none waits for a move that has ended, or is
 * about to: who ends one may be waiting for the space that is locked here. A move that was planned for less is as urgent
 * as the wave's own from here on.
 */
async function letWait(tx: TenantTransaction, waits: readonly Wait[]): Promise<void> {
  const waiting = waits.flatMap(({ moveId, taskIds }) => taskIds.map((id) => ({ id, move_id: moveId })));
  const plates = waits.filter(({ plateId }) => plateId !== null);
  await execute(
    tx,
    sql`with live as materialized (
          select m.id from planned_moves m
           where m.organization_id = ${tx.organizationId} and m.id = any (${waits.map(({ moveId }) => moveId)}::uuid[])
             and ${isOneOf('m.status', liveMoveStates)} for no key update skip locked
        ), urgent as (
          update planned_moves m set priority = ${wavePriority} from live
           where m.organization_id = ${tx.organizationId} and m.id = live.id and m.status = 'open'
             and m.priority > ${wavePriority})
        update pick_tasks t set waits_for_move_id = w.move_id
          from (select id, move_id from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as w (id uuid, move_id uuid)
                union
                select t.id, p.move_id
                  from unnest(${plates.map((one) => one.plateId)}::uuid[], ${plates.map((one) => one.moveId)}::uuid[]) as p (plate_id, move_id)
                  join lpns c on c.organization_id = ${tx.organizationId} and (c.id = p.plate_id or c.parent_lpn_id = p.plate_id)
                  join allocations a on a.organization_id = c.organization_id and a.lpn_id = c.id and a.status = 'open'
                  join pick_tasks t on t.organization_id = a.organization_id and t.allocation_id = a.id) w
         where t.organization_id = ${tx.organizationId} and t.id = w.id and t.status = 'open'
           and w.move_id in (select id from live)`,
  );
}
