/** Planned moves under lock, and the one place that writes them and tells of it. */
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import { plannedMoveEvent, type PlannedMoveRef } from '../../domain/moves/events.ts';
import type { MovableStatus, PlannedMoveKind } from '../../domain/moves/move-kinds.ts';
import {
  liveMoveStates,
  plannedMoveStates,
  type PlannedMoveStatus,
} from '../../domain/moves/planned-move-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { assignments, sql } from '../sql-text.ts';
import { isOneOf, stateReached } from '../state-columns.ts';
import { endWaiting, endWaitingOn } from '../picking/end-waiting.write.ts';

export interface PlannedMove {
  id: string;
  move_no: string;
  kind: PlannedMoveKind;
  status: PlannedMoveStatus;
  warehouse_id: string;
  merchant_id: string | null;
  item_id: string | null;
  lot_no: string;
  lpn_id: string | null;
  stock_status: MovableStatus;
  qty: string;
  done_qty: string | null;
  from_location_id: string;
  to_location_id: string;
  wave_id: string | null;
  receipt_id: string | null;
  carries_allocations: boolean;
  /** Of goods that change places: nobody is given it before that move has ended. */
  waits_for_move_id: string | null;
  swap_id: string | null;
  assignee_id: string | null;
  assignee: string | null;
  /** Why it ended. */
  end_reason: string | null;
}

/** Of `planned_moves t`. */
export const moveColumns = sql`t.id, t.move_no, t.kind, t.status, t.warehouse_id, t.merchant_id, t.item_id, t.lot_no, t.lpn_id,
  t.stock_status, t.qty, t.done_qty, t.from_location_id, t.to_location_id, t.wave_id, t.receipt_id, t.carries_allocations,
  t.waits_for_move_id, t.swap_id,
  t.assignee_id, t.assignee, t.end_reason`;

/** Locks a move. Refuses 404. */
export async function lockPlannedMove(tx: TenantTransaction, id: string): Promise<PlannedMove> {
  const [found] = await lockPlannedMoves(tx, [id]);
  if (!found) throw notFound('planned move');
  return found;
}

/** Locks moves in id order, with all moves of their swaps; those that are not there are left out. */
export async function lockPlannedMoves(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<PlannedMove[]> {
  const asked = new Set(ids.map((id) => id.toLowerCase()));
  return (await lockWithSwaps(tx, [...asked])).filter(({ id }) => asked.has(id));
}

/**
 * Whoever ends one move of a swap writes the others: all of them are taken at once, in id order, so that two who begin at
 * different ends wait for each other. Which move is of which swap never changes.
 */
function lockWithSwaps(tx: TenantTransaction, ids: readonly string[]): Promise<PlannedMove[]> {
  return rows<PlannedMove>(
    tx,
    sql`select ${moveColumns} from planned_moves t
         where t.organization_id = ${tx.organizationId} and t.id = any (array(
           select unnest(${[...ids]}::uuid[])
           union
           select o.id from planned_moves m
             join planned_moves o on o.organization_id = m.organization_id and o.swap_id = m.swap_id
            where m.organization_id = ${tx.organizationId} and m.id = any (${[...ids]}::uuid[])))
         order by t.id for update`,
  );
}

/** Locks those of the moves that are open and that nobody is taking at this moment. */
export async function lockOpenMoves(tx: TenantTransaction, ids: readonly string[]): Promise<PlannedMove[]> {
  if (ids.length === 0) return [];
  return rows<PlannedMove>(
    tx,
    sql`select ${moveColumns} from planned_moves t
         where t.organization_id = ${tx.organizationId} and t.id = any (${[...ids]}::uuid[]) and t.status = 'open'
         order by t.id for update skip locked`,
  );
}

/** What is told of a move that is open. */
export type ToldMove = PlannedMoveRef &
  Pick<PlannedMove, 'item_id' | 'from_location_id' | 'to_location_id' | 'qty'>;

/** Tells of a move that anybody may take. */
export function tellOpen(work: StockPosting, move: ToldMove, previous: PlannedMoveStatus | null): void {
  const { item_id, from_location_id, to_location_id, qty } = move;
  const facts = { item_id, from_location_id, to_location_id, qty: toJsonNumber(qty) };
  work.emit(plannedMoveEvent(move, 'open', { ...facts, status: 'open', previous_status: previous }));
}

export interface Person {
  id: string;
  name: string;
}

/** Refuses 409 MOVE_TAKEN {assignee} when somebody else has the move. */
export function assertMoveMine(move: PlannedMove, person: Person): void {
  if (move.assignee_id === null || move.assignee_id === person.id) return;
  throw new Refusal('MOVE_TAKEN', `${move.move_no} is assigned to ${move.assignee}.`, {
    assignee_id: move.assignee_id,
    assignee: move.assignee,
  });
}

/** Refuses 409 MOVE_WAITS {move_id} before the goods that are to leave its place have left. */
export function assertNotWaiting({ move_no, waits_for_move_id: before }: PlannedMove): void {
  if (before === null) return;
  throw new Refusal('MOVE_WAITS', `${move_no} waits for another move of the goods that change places.`, {
    move_id: before,
  });
}

/** Gives a locked move to a person, who may have it already. Refuses 409 MOVE_TAKEN, MOVE_WAITS, 400 ILLEGAL_TRANSITION. */
export async function takeMove(work: StockPosting, move: PlannedMove, person: Person): Promise<void> {
  if (move.status === 'assigned' || move.status === 'in_progress') assertMoveMine(move, person);
  if (move.status === 'assigned') return;
  nextState(plannedMoveStates, move.status, 'claim');
  assertNotWaiting(move);
  await assignMoves(work.tx, [{ work, move, person }]);
}

/** An open move, locked, and the command by which its person takes it. */
export interface TakenMove {
  work: StockPosting;
  move: PlannedMove;
  person: Person;
}

/** Gives locked open moves to a person each. */
export async function assignMoves(tx: TenantTransaction, taken: readonly TakenMove[]): Promise<void> {
  if (taken.length === 0) return;
  const ids = taken.map(({ move }) => move.id);
  await execute(
    tx,
    // Named twice: joined alone, a table without statistics would be read from one end to the other.
    sql`update planned_moves t
           set ${assignments(stateReached(plannedMoveStates, 'assigned'))}, assignee_id = g.person_id, assignee = g.person
          from unnest(${ids}::uuid[], ${taken.map(({ person }) => person.id)}::uuid[],
                      ${taken.map(({ person }) => person.name)}::text[]) as g (id, person_id, person)
         where t.organization_id = ${tx.organizationId} and t.id = g.id and t.id = any (${ids}::uuid[])`,
  );
  for (const { work, move, person } of taken)
    work.emit(plannedMoveEvent(move, 'assigned', held(move, 'assigned', person)));
}

/** What a move that was begun carries was taken from its place then. */
export const isInHand = ({ status }: Pick<PlannedMove, 'status'>): boolean => status === 'in_progress';

/** The person who has a locked move begins to carry: its goods are in hand. */
export async function beginMove(work: StockPosting, move: PlannedMove, person: Person): Promise<void> {
  const now = sql`clock_timestamp()`;
  const retaken = sql`case when taken_at is not null then ${now} end`;
  await write(work.tx, move.id, 'in_progress', { taken_at: now, put_back_at: null, retaken_at: retaken });
  work.emit(plannedMoveEvent(move, 'in_progress', held(move, 'in_progress', person)));
}

const held = <S extends PlannedMoveStatus>(move: PlannedMove, status: S, { id, name }: Person) => ({
  status,
  previous_status: move.status,
  assignee_id: id,
  assignee: name,
});

/** Gives a locked move back; what was in hand lies where it was. */
export async function returnMove(work: StockPosting, move: PlannedMove): Promise<void> {
  await write(work.tx, move.id, 'open', {
    assignee_id: null,
    assignee: null,
    assigned_at: null,
    started_at: null,
    ...(isInHand(move) ? { put_back_at: sql`clock_timestamp()` } : {}),
  });
  tellOpen(work, move, move.status);
}

export interface Carried extends Partial<Pick<PlannedMove, 'merchant_id' | 'item_id' | 'lot_no'>> {
  qty: string | number;
  toLocationId: string;
  reason: string | null;
  person: Person;
}

/** A locked move was carried out: this much, to this place; of a license plate these goods, if they are others by now. */
export async function finishMove(
  work: StockPosting,
  move: PlannedMove,
  { qty, toLocationId, reason, person, ...goods }: Carried,
): Promise<void> {
  await endWaiting(work.tx, move);
  if (move.lpn_id !== null) await endWaitingOn(work.tx, move.lpn_id);
  await write(work.tx, move.id, 'done', {
    ...goods,
    done_qty: decimal(qty).toFixed(),
    to_location_id: toLocationId,
    end_reason: reason,
    assignee_id: person.id,
    assignee: person.name,
  });
  work.emit(
    plannedMoveEvent(move, 'done', {
      status: 'done',
      previous_status: move.status,
      item_id: goods.item_id === undefined ? move.item_id : goods.item_id,
      from_location_id: move.from_location_id,
      to_location_id: toLocationId,
      qty: toJsonNumber(move.qty),
      done_qty: toJsonNumber(decimal(qty)),
      actor: person.name,
      reason,
    }),
  );
  await goOnWithSwap(work, move, toLocationId);
}

/** A locked move will not be carried out; nor will what is left of goods that were to change places. */
export async function dropMove(work: StockPosting, move: PlannedMove, reason: string): Promise<void> {
  await dropOne(work, move, reason);
  for (const other of await endSwap(work.tx, move)) await dropOne(work, other, reason);
}

async function dropOne(work: StockPosting, move: PlannedMove, reason: string): Promise<void> {
  await endWaiting(work.tx, move);
  await write(work.tx, move.id, 'cancelled', { end_reason: reason });
  work.emit(
    plannedMoveEvent(move, 'cancelled', {
      status: 'cancelled',
      previous_status: move.status,
      end_reason: reason,
    }),
  );
}

/** A locked move is done: what waited for it can be taken, and what it put elsewhere is fetched there. */
async function goOnWithSwap(work: StockPosting, move: PlannedMove, toLocationId: string): Promise<void> {
  if (move.swap_id === null) return;
  const freed = await rows<PlannedMove>(
    work.tx,
    sql`update planned_moves t
           set from_location_id = case when t.from_location_id = ${move.to_location_id} then ${toLocationId}::uuid
                                       else t.from_location_id end,
               waits_for_move_id = nullif(t.waits_for_move_id, ${move.id}::uuid)
         where t.organization_id = ${work.tx.organizationId} and t.swap_id = ${move.swap_id}
           and ${isOneOf('t.status', liveMoveStates)}
        returning ${moveColumns}`,
  );
  for (const next of freed) if (next.waits_for_move_id === null) tellOpen(work, next, 'open');
}

/** The live moves that end with one of them, locked. */
async function endSwap(tx: TenantTransaction, move: PlannedMove): Promise<PlannedMove[]> {
  if (move.swap_id === null) return [];
  return rows<PlannedMove>(
    tx,
    sql`select ${moveColumns} from planned_moves t
         where t.organization_id = ${tx.organizationId} and t.swap_id = ${move.swap_id}
           and ${isOneOf('t.status', liveMoveStates)} order by t.id for update`,
  );
}

async function write(
  tx: TenantTransaction,
  id: string,
  status: PlannedMoveStatus,
  changes: Record<string, unknown> = {},
): Promise<void> {
  await execute(
    tx,
    sql`update planned_moves set ${assignments({ ...stateReached(plannedMoveStates, status), ...changes })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
