/** Plans moves to pick faces, under the lock of the space of faces and sources. */
import {
  lyingOf,
  refill,
  replenishPriority,
  type Face,
  type Refill,
  type Source,
  type Unreplenished,
} from '../../domain/moves/replenish.ts';
import { decimal } from '../../domain/decimal.ts';
import type { Place } from '../../domain/inventory/room.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';
import { enterSpace } from './location-space.write.ts';
import { planMoves, type NewPlannedMove } from './plan-moves.write.ts';
import { dropMove, lockOpenMoves, type PlannedMove } from './planned-moves.write.ts';
import { facesMax, mayWait, readFaces, readSources, type WantedFaces } from './replenish.read.ts';
import { readRoom } from './room.read.ts';

export interface Brought {
  face: Face;
  refill: Refill;
  /** Null in a dry run. */
  move: PlannedMove | null;
  /** Picks that wait for it. */
  taskIds: readonly string[];
}

export interface Replenishment {
  planned: Brought[];
  not: { face: Face; reason: Unreplenished }[];
  /** The last face that was looked at, where there may be more. */
  goesOnAfter?: string | undefined;
  /** Places of faces that found no source, and find one now. */
  freedFor?: readonly string[];
}

/** What decides on faces, read under the lock of all of their space unless it is a dry run. */
export interface FaceFloor {
  faces: Face[];
  sources: Source[];
  places: Map<string, Place>;
  /** The last of them, where there may be more. */
  last: string | undefined;
}

export async function enterFaces(
  tx: TenantTransaction,
  wanted: WantedFaces,
  { isDry, more = [] }: { isDry: boolean; more?: readonly string[] },
): Promise<FaceFloor> {
  const read = async (): Promise<FaceFloor> => {
    const faces = await readFaces(tx, wanted);
    const items = [...new Set(faces.map(({ item_id: id }) => id))];
    const [sources, places] = await Promise.all([
      readSources(tx, wanted.warehouseId, items),
      readRoom(
        tx,
        faces.map(({ location_id: id }) => id),
        { hazards: faces.some(({ apart }) => apart !== null) },
      ),
    ]);
    return { faces, sources, places, last: faces[facesMax - 1]?.face_id };
  };
  const seen = await read();
  if (isDry || seen.faces.length === 0) return seen;
  const ids = [...seen.faces, ...seen.sources].map(({ location_id: id }) => id);
  await enterSpace(tx, [...ids, ...more]);
  const entered = new Set(ids);
  const sure = await read();
  // What has come into question since is not locked: the next run sees it.
  return {
    ...sure,
    last: seen.last,
    faces: sure.faces.filter(({ location_id: id }) => entered.has(id)),
    sources: sure.sources.filter(({ location_id: id }) => entered.has(id)),
  };
}

const isShort = ({ available, min_qty: least }: Face): boolean => decimal(available).lt(decimal(least));

/** Fills faces: those under their least, or each to its most. */
export async function fillFaces(
  work: StockPosting,
  kind: 'min_max' | 'top_up',
  wanted: WantedFaces,
  isDry: boolean,
): Promise<Replenishment> {
  const { tx } = work;
  const such = kind === 'min_max' ? 'short' : 'to_top_up';
  const only = wanted.locationIds === undefined ? such : undefined;
  const { faces, sources, places, last } = await enterFaces(tx, { ...wanted, only }, { isDry });
  const found: { face: Face; refill: Refill }[] = [];
  const not: Replenishment['not'] = [];
  for (const face of faces) {
    const answer = refill(kind, face, places.get(face.location_id)!, sources);
    if (typeof answer === 'string') not.push({ face, reason: answer });
    else found.push(...answer.map((one) => ({ face, refill: one })));
  }
  const priority = replenishPriority[kind];
  const moves = isDry
    ? []
    : await planMoves(
        work,
        found.map((one) => ({ ...moveFor(one), priority })),
      );
  const made: Replenishment = {
    planned: found.map((one, index) => ({ ...one, move: moves[index] ?? null, taskIds: [] })),
    not,
    goesOnAfter: last,
  };
  if (kind !== 'min_max' || isDry) return made;
  await urge(tx, faces.filter(isShort));
  const starved = not.filter(({ reason }) => reason === 'no_source').map(({ face }) => face);
  return { ...made, freedFor: await freeFromToppingUp(work, starved) };
}

/**
 * What is to top up a face that is not short is dropped for those of the same item that are, and have no other source.
 * Returns the places of these, if anything was.
 */
async function freeFromToppingUp(work: StockPosting, faces: readonly Face[]): Promise<string[]> {
  if (faces.length === 0) return [];
  const { tx } = work;
  const items = [...new Set(faces.map(({ item_id: id }) => id))];
  const waiting = await rows<{ id: string }>(
    tx,
    sql`select m.id from planned_moves m
         where m.organization_id = ${tx.organizationId} and m.warehouse_id = ${faces[0]!.warehouse_id}
           and m.item_id = any (${items}::uuid[]) and ${mayWait}
         order by m.id limit ${facesMax}`,
  );
  const free = await lockOpenMoves(
    tx,
    waiting.map(({ id }) => id),
  );
  for (const move of free) await dropMove(work, move, 'replanned');
  return free.length > 0 ? faces.map(({ location_id: id }) => id) : [];
}

/**
 * What was to top these faces up is as urgent by now as what fills one under its least. What somebody takes up at this
 * moment is left to them: who does may be waiting for the space that is locked here.
 */
async function urge(tx: TenantTransaction, faces: readonly Face[]): Promise<void> {
  if (faces.length === 0) return;
  const [places, items] = [faces.map((one) => one.location_id), faces.map((one) => one.item_id)];
  await execute(
    tx,
    sql`with waiting as materialized (
          select m.id from planned_moves m
           where m.organization_id = ${tx.organizationId} and ${mayWait}
             and (m.to_location_id, m.item_id) in (select * from unnest(${places}::uuid[], ${items}::uuid[]))
             for no key update skip locked)
        update planned_moves m set priority = ${replenishPriority.min_max} from waiting
         where m.organization_id = ${tx.organizationId} and m.id = waiting.id`,
  );
}

export function moveFor({
  face,
  refill: { source, qty, isWhole },
}: {
  face: Face;
  refill: Refill;
}): NewPlannedMove {
  return {
    kind: 'replenish',
    warehouse_id: face.warehouse_id,
    merchant_id: face.merchant_id,
    item_id: face.item_id,
    lot_no: source.lot_no,
    lpn_id: isWhole ? source.lpn_id : null,
    stock_status: 'available',
    qty: lyingOf(face, source.lot_no, qty).qty.toFixed(),
    from_location_id: source.location_id,
    to_location_id: face.location_id,
  };
}
