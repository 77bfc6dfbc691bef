/**
 * Yard moves. An open one reserves its target: whoever moves there locks the spot's row, and a partial unique index
 * backs that up.
 */
import { newId } from '../../domain/new-id.ts';
import { notFound } from '../../domain/refusal.ts';
import { moveStates, type MoveStatus } from '../../domain/yard/move-states.ts';
import { moveEvent } from '../../domain/yard/events.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { stateReached } from '../state-columns.ts';

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

const columns = sql`id, move_no, warehouse_id, visit_id, trailer_id, from_spot_id, to_spot_id, status`;

/** The visit and target spot of a move, read before their locks are taken in order. Refuses 404. */
export async function moveSubject(
  tx: TenantTransaction,
  id: string,
): Promise<Pick<Move, 'visit_id' | 'to_spot_id'>> {
  const [found] = await rows<Pick<Move, 'visit_id' | 'to_spot_id'>>(
    tx,
    sql`select visit_id, to_spot_id from yard_moves where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('yard move');
  return found;
}

/** Locks a move; the caller already holds its visit and target locked. Refuses 404. */
export async function lockMove(tx: TenantTransaction, id: string): Promise<Move> {
  const found = await row<Move>(
    tx,
    sql`select ${columns} from yard_moves where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('yard move');
  return found;
}

/** The open move of a locked visit. */
export async function openMoveOf(
  tx: TenantTransaction,
  visitId: string,
): Promise<{ id: string; move_no: string } | undefined> {
  const [found] = await rows<{ id: string; move_no: string }>(
    tx,
    sql`select id, move_no from yard_moves
         where organization_id = ${tx.organizationId} and visit_id = ${visitId} and finished_at is null`,
  );
  return found;
}

/** The spot a visit's trailer is on. */
export async function spotOfVisit(tx: TenantTransaction, visitId: string): Promise<string | null> {
  const [found] = await rows<{ spot_id: string }>(
    tx,
    sql`select spot_id from spot_stays
         where organization_id = ${tx.organizationId} and visit_id = ${visitId} and to_at is null`,
  );
  return found?.spot_id ?? null;
}

/** Creates a pending move and emits its event. Visit and target are locked and free. */
export async function insertMove(work: StockPosting, facts: Record<string, unknown>): Promise<Move> {
  const { tx, organizationId, actor } = work;
  const move_no = await work.takeNumber('MOVE');
  const made = await row<Move>(
    tx,
    sql`insert into yard_moves ${values({
      ...facts,
      organization_id: organizationId,
      id: newId(),
      move_no,
      status: 'pending',
      requested_by: actor.name,
    })} returning ${columns}`,
  );
  work.emit(moveEvent(made!, 'created', null));
  return made!;
}

const told = { in_progress: 'started', completed: 'completed', cancelled: 'cancelled' } as const;

/** Writes a locked move's new status and date, and emits the event. */
export async function setMoveStatus(
  work: StockPosting,
  move: Move,
  to: Exclude<MoveStatus, 'pending'>,
): Promise<void> {
  const { tx, organizationId } = work;
  const changes = { ...stateReached(moveStates, to), updated_at: sql`now()` };
  await execute(
    tx,
    sql`update yard_moves set ${assignments(changes)}
         where organization_id = ${organizationId} and id = ${move.id}`,
  );
  work.emit(moveEvent({ ...move, status: to }, told[to], move.status));
}
