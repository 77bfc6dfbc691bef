/** Yard moves. An open one reserves its target: the spot's row is locked by whoever asks, a partial unique index holds it. */
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../../domain/refusals.ts';
import type { MoveStatus } from '../../domain/yard/move-states.ts';
import { moveEvent } from '../../domain/yard/events.ts';
import { rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { sql } from '../sql-text.ts';

export interface Move {
  id: string;
  move_no: string;
  warehouse_id: string;
  visit_id: string;
  trailer_id: string;
  from_spot_id: string | null;
  to_spot_id: string;
  status: MoveStatus;
}

const columns = [
  'id',
  'move_no',
  'warehouse_id',
  'visit_id',
  'trailer_id',
  'from_spot_id',
  'to_spot_id',
  'status',
];

/** Whose visit and which spot a move is about, read before their locks are taken in order. Refuses 404. */
export async function moveSubject(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<Pick<Move, 'visit_id' | 'to_spot_id'>> {
  const [found] = await rows<Pick<Move, 'visit_id' | 'to_spot_id'>>(
    tx,
    sql`select visit_id, to_spot_id from yard_moves where organization_id = ${organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('yard move');
  return found;
}

/** Locks a move; its visit and its target are locked before. Refuses 404. */
export async function lockMove(tx: TenantTransaction, organizationId: string, id: string): Promise<Move> {
  const [found] = (await tx('yard_moves')
    .where({ organization_id: organizationId, id })
    .select(columns)
    .forUpdate()) as Move[];
  if (!found) throw notFound('yard move');
  return found;
}

/** The open move of a locked visit. */
export async function openMoveOf(
  tx: TenantTransaction,
  organizationId: string,
  visitId: string,
): Promise<{ id: string; move_no: string } | undefined> {
  const [found] = await rows<{ id: string; move_no: string }>(
    tx,
    sql`select id, move_no from yard_moves
         where organization_id = ${organizationId} and visit_id = ${visitId} and finished_at is null`,
  );
  return found;
}

/** The spot a visit's trailer stands on. */
export async function spotOfVisit(
  tx: TenantTransaction,
  organizationId: string,
  visitId: string,
): Promise<string | null> {
  const [found] = await rows<{ spot_id: string }>(
    tx,
    sql`select spot_id from spot_stays
         where organization_id = ${organizationId} and visit_id = ${visitId} and to_at is null`,
  );
  return found?.spot_id ?? null;
}

/** Makes a pending move and tells. Visit and target are locked and free. */
export async function insertMove(work: StockPosting, facts: Record<string, unknown>): Promise<Move> {
  const { tx, organizationId, actor } = work;
  const move_no = await work.takeNumber('MOVE');
  const [made] = (await tx('yard_moves')
    .insert({
      ...facts,
      organization_id: organizationId,
      id: uuidv7(),
      move_no,
      status: 'pending',
      requested_by: actor.name,
    })
    .returning(columns)) as Move[];
  work.emit(moveEvent(made!, 'created', null));
  return made!;
}

const told = { in_progress: 'started', completed: 'completed', cancelled: 'cancelled' } as const;
const momentOf = { in_progress: 'started_at', completed: 'finished_at', cancelled: 'finished_at' } as const;

/** Writes a locked move's new state with its moment, and tells. */
export async function setMoveStatus(
  work: StockPosting,
  move: Move,
  to: Exclude<MoveStatus, 'pending'>,
): Promise<void> {
  const { tx, organizationId } = work;
  await tx('yard_moves')
    .where({ organization_id: organizationId, id: move.id })
    .update({ status: to, [momentOf[to]]: tx.fn.now(), updated_at: tx.fn.now() });
  work.emit(moveEvent({ ...move, status: to }, told[to], move.status));
}
