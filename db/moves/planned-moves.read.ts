/** Reads of planned moves. */
import type { MovableStatus, PlannedMoveKind } from '../../domain/moves/move-kinds.ts';
import { liveMoveStates, type PlannedMoveStatus } from '../../domain/moves/planned-move-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { readTogether } from '../shared-reads.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { isOneOf } from '../state-columns.ts';

export interface PlannedMoveRow {
  id: string;
  move_no: string;
  kind: PlannedMoveKind;
  status: PlannedMoveStatus;
  priority: number;
  warehouse_id: string;
  warehouse_code: string;
  merchant_id: string | null;
  item_id: string | null;
  sku: string | null;
  item_name: string | null;
  lot_no: string;
  lpn_id: string | null;
  pallet_lpn: string | null;
  stock_status: MovableStatus;
  qty: string;
  done_qty: string | null;
  from_location_id: string;
  from_location: string;
  from_zone: string;
  from_level: number | null;
  to_location_id: string;
  to_location: string;
  to_zone: string;
  to_level: number | null;
  wave_id: string | null;
  receipt_id: string | null;
  rule_id: string | null;
  carries_allocations: boolean;
  swap_id: string | null;
  waits_for_move_id: string | null;
  /** Picks that nobody is given before it has ended. */
  picks_waiting: number;
  why: Record<string, unknown> | null;
  assignee_id: string | null;
  assignee: string | null;
  end_reason: string | null;
  created_by: string;
  created_at: Date;
  assigned_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
}

const columns = sql`m.id, m.move_no, m.kind, m.status, m.priority, m.warehouse_id, w.code as warehouse_code, m.merchant_id,
  m.item_id, i.sku, i.name as item_name, m.lot_no, m.lpn_id, p.lpn as pallet_lpn, m.stock_status, m.qty, m.done_qty,
  m.from_location_id, f.code as from_location, f.zone as from_zone, f.level as from_level, m.to_location_id, t.code as to_location,
  t.zone as to_zone, t.level as to_level, m.wave_id, m.receipt_id, m.rule_id, m.carries_allocations, m.swap_id, m.waits_for_move_id,
  case when m.carries_allocations then (
    select count(*)::integer from pick_tasks k
     where k.organization_id = m.organization_id and k.waits_for_move_id = m.id and k.status = 'open') else 0 end as picks_waiting, m.why, m.assignee_id, m.assignee, m.end_reason, m.created_by, m.created_at,
  m.assigned_at, m.started_at, m.finished_at`;

const moves = sql`planned_moves m`;
const joins = sql`join warehouses w on w.organization_id = m.organization_id and w.id = m.warehouse_id
  join locations f on f.organization_id = m.organization_id and f.id = m.from_location_id
  join locations t on t.organization_id = m.organization_id and t.id = m.to_location_id
  left join items i on i.organization_id = m.organization_id and i.id = m.item_id
  left join lpns p on p.organization_id = m.organization_id and p.id = m.lpn_id`;
const from = sql`${moves} ${joins}`;

export interface PlannedMoveFilters {
  kind?: string | undefined;
  status?: string | undefined;
  warehouse_id?: string | undefined;
  wave_id?: string | undefined;
  receipt_id?: string | undefined;
  item_id?: string | undefined;
  assignee_id?: string | undefined;
  /** At either end. */
  zone?: string | undefined;
}

export const plannedMoveSorts = { created_at: 'm.created_at', move_no: 'm.move_no' };

export function listPlannedMoves(
  tx: TenantTransaction,
  { zone, ...filters }: PlannedMoveFilters,
  page: PageQuery,
): Promise<PageOf<PlannedMoveRow>> {
  const parts = [sql`m.organization_id = ${tx.organizationId}`, ...equalTo('m', filters)];
  if (zone !== undefined) parts.push(sql`(f.zone = ${zone} or t.zone = ${zone})`);
  const list = {
    columns,
    // Zones are those of its places.
    ...(zone === undefined ? { from: moves, joins } : { from }),
    where: every(parts),
    sorts: plannedMoveSorts,
    id: 'm.id',
    usual: '-created_at',
  };
  return readPage<PlannedMoveRow>(tx, list, page);
}

/** Moves that are to end at a place and have not ended; none if the place takes goods again by now. */
export async function liveMovesToInactive(tx: TenantTransaction, locationId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select m.id from planned_moves m
          join locations l on l.organization_id = m.organization_id and l.id = m.to_location_id and not l.is_active
         where m.organization_id = ${tx.organizationId} and m.to_location_id = ${locationId}
           and ${isOneOf('m.status', liveMoveStates)}`,
  );
  return found.map(({ id }) => id);
}

export const findPlannedMove = readTogether<PlannedMoveRow>(async (tx, ids) => {
  const found = await rows<PlannedMoveRow>(
    tx,
    sql`select ${columns} from ${from} where m.organization_id = ${tx.organizationId} and m.id = any (${[...ids]}::uuid[])`,
  );
  return new Map(found.map((move) => [move.id, move]));
});
