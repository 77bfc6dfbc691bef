/** Writes planned moves, and what open ones carry by now. */
import { executeUnawaited, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { insertRecords } from '../records.write.ts';
import { sql } from '../sql-text.ts';
import { tellOpen, type PlannedMove, type ToldMove } from './planned-moves.write.ts';

export type NewPlannedMove = Pick<
  PlannedMove,
  | 'kind'
  | 'warehouse_id'
  | 'merchant_id'
  | 'item_id'
  | 'lot_no'
  | 'lpn_id'
  | 'stock_status'
  | 'from_location_id'
  | 'to_location_id'
> & {
  qty: string;
  priority?: number;
  wave_id?: string | null;
  receipt_id?: string | null;
  rule_id?: string | null;
  carries_allocations?: boolean;
  /** Of goods that change places. */
  swap_id?: string | null;
  waits_for_move_id?: string | null;
  why?: object | null;
};

/** A move to be planned, and the command that plans it. */
export interface MoveOf {
  work: StockPosting;
  move: NewPlannedMove;
}

/** Plans moves in one statement. Their stock and room were counted under `enterSpace`. Returns them in the order given. */
export async function planTogether(
  tx: TenantTransaction,
  planned: readonly MoveOf[],
): Promise<PlannedMove[]> {
  if (planned.length === 0) return [];
  const numbers = await Promise.all(planned.map(({ work }) => work.takeNumber('MV')));
  const rows = planned.map(({ work, move: { why = null, ...one } }, index) => ({
    ...one,
    why,
    move_no: numbers[index]!,
    created_by: work.actor.name,
  }));
  const ids = await insertRecords(tx, 'planned_moves', rows);
  return planned.map(({ work, move: one }, index) => {
    const made: PlannedMove = {
      ...one,
      wave_id: one.wave_id ?? null,
      receipt_id: one.receipt_id ?? null,
      carries_allocations: one.carries_allocations ?? false,
      swap_id: one.swap_id ?? null,
      waits_for_move_id: one.waits_for_move_id ?? null,
      done_qty: null,
      id: ids[index]!,
      move_no: numbers[index]!,
      status: 'open',
      assignee_id: null,
      assignee: null,
      end_reason: null,
    };
    tellOpen(work, made, null);
    return made;
  });
}

/** The same for one command. */
export const planMoves = (work: StockPosting, planned: readonly NewPlannedMove[]): Promise<PlannedMove[]> =>
  planTogether(
    work.tx,
    planned.map((move) => ({ work, move })),
  );

/** More goods go with a locked open move, and with a plate other goods; told by the command that brought them. */
export interface GrownMove {
  work: StockPosting;
  move: ToldMove;
  now: Pick<PlannedMove, 'merchant_id' | 'item_id' | 'lot_no' | 'qty'>;
}

/** Writes what locked open moves carry by now, with what is sent next, and tells of it. */
export function growMoves(tx: TenantTransaction, grown: readonly GrownMove[]): void {
  if (grown.length === 0) return;
  const changes = grown.map(({ move: { id }, now }) => ({ id, ...now }));
  executeUnawaited(
    tx,
    sql`update planned_moves m
           set merchant_id = g.merchant_id, item_id = g.item_id, lot_no = g.lot_no, qty = g.qty
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
                 as g (id uuid, merchant_id uuid, item_id uuid, lot_no text, qty numeric)
         where m.organization_id = ${tx.organizationId} and m.id = g.id`,
  );
  for (const { work, move, now } of grown) tellOpen(work, { ...move, ...now }, 'open');
}
