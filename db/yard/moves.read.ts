/** Reads of yard moves. */
import type { MoveStatus } from '../../domain/yard/move-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface MoveRow {
  id: string;
  move_no: string;
  status: MoveStatus;
  warehouse_id: string;
  warehouse_code: string;
  trailer_id: string;
  plate: string;
  visit_id: string;
  from_spot_id: string | null;
  from_location: string | null;
  to_spot_id: string;
  to_location: string;
  note: string;
  requested_by: string;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const columns = sql`m.id, m.move_no, m.status, m.warehouse_id, w.code as warehouse_code, m.trailer_id, v.plate, m.visit_id,
  m.from_spot_id, f.code as from_location, m.to_spot_id, t.code as to_location, m.note, m.requested_by, m.created_at,
  m.updated_at, m.started_at, m.finished_at`;
const from = sql`yard_moves m`;
const joins = sql`join warehouses w on w.organization_id = m.organization_id and w.id = m.warehouse_id
  join yard_visits v on v.organization_id = m.organization_id and v.id = m.visit_id
  join spots t on t.organization_id = m.organization_id and t.id = m.to_spot_id
  left join spots f on f.organization_id = m.organization_id and f.id = m.from_spot_id`;

export const moveSorts = { created_at: 'm.created_at', move_no: 'm.move_no' };

export function listMoves(
  tx: TenantTransaction,
  filters: { status?: string; warehouse_id?: string; trailer_id?: string },
  page: PageQuery,
): Promise<PageOf<MoveRow>> {
  const parts = [sql`m.organization_id = ${tx.organizationId}`];
  if (filters.status) parts.push(sql`m.status = ${filters.status}`);
  if (filters.warehouse_id) parts.push(sql`m.warehouse_id = ${filters.warehouse_id}::uuid`);
  if (filters.trailer_id) parts.push(sql`m.trailer_id = ${filters.trailer_id}::uuid`);
  const list = {
    columns,
    from,
    joins,
    where: every(parts),
    sorts: moveSorts,
    id: 'm.id',
    usual: '-created_at',
  };
  return readPage<MoveRow>(tx, list, page);
}

export async function findMove(tx: TenantTransaction, id: string): Promise<MoveRow | undefined> {
  const [found] = await rows<MoveRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where m.organization_id = ${tx.organizationId} and m.id = ${id}`,
  );
  return found;
}
