/** Reads yard visits and gate entries. */
import { plainPlate } from '../../domain/yard/plates.ts';
import type { TrailerContent } from '../../domain/yard/spots.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface VisitRow {
  id: string;
  warehouse_id: string;
  warehouse_code: string;
  trailer_id: string;
  plate: string;
  carrier: string | null;
  merchant_id: string | null;
  appointment_id: string | null;
  is_walk_in: boolean;
  container_no: string | null;
  seal_no: string | null;
  content: TrailerContent;
  spot_id: string | null;
  spot: string | null;
  arrived_at: Date;
  departed_at: Date | null;
  dwell_minutes: number;
  free_minutes: number;
  detention_minutes: number;
}

// For a trailer still here: what it would be charged if it left now.
const dwell = sql`floor(extract(epoch from coalesce(v.departed_at, now()) - v.arrived_at) / 60)::integer`;

const visitColumns = sql`v.id, v.warehouse_id, w.code as warehouse_code, v.trailer_id, v.plate, v.carrier, v.merchant_id,
  v.appointment_id, v.is_walk_in, v.container_no, v.seal_no, v.content, s.id as spot_id, s.code as spot, v.arrived_at,
  v.departed_at, greatest(0, ${dwell}) as dwell_minutes, v.free_minutes,
  coalesce(v.detention_minutes, greatest(0, ${dwell} - v.free_minutes)) as detention_minutes`;
const visitFrom = sql`yard_visits v`;
const visitJoins = sql`join warehouses w on w.organization_id = v.organization_id and w.id = v.warehouse_id
  left join spot_stays y on y.organization_id = v.organization_id and y.visit_id = v.id and y.to_at is null
  left join spots s on s.organization_id = v.organization_id and s.id = y.spot_id`;

export const visitSorts = {
  arrived_at: 'v.arrived_at',
  departed_at: { by: sql`v.departed_at`, isNullable: true },
  plate: 'v.plate',
};

export interface VisitFilters {
  warehouse_id?: string;
  merchant_id?: string;
  plate?: string;
  /** Whether the trailer is in the yard now. */
  active?: boolean;
}

export function listVisits(
  tx: TenantTransaction,
  filters: VisitFilters,
  page: PageQuery,
): Promise<PageOf<VisitRow>> {
  const parts = [sql`v.organization_id = ${tx.organizationId}`];
  if (filters.warehouse_id) parts.push(sql`v.warehouse_id = ${filters.warehouse_id}::uuid`);
  if (filters.merchant_id) parts.push(sql`v.merchant_id = ${filters.merchant_id}::uuid`);
  if (filters.plate) parts.push(sql`v.plate = ${plainPlate(filters.plate)}`);
  if (filters.active !== undefined) parts.push(sql`(v.departed_at is null) = ${filters.active}`);
  const list = {
    columns: visitColumns,
    from: visitFrom,
    joins: visitJoins,
    where: every(parts),
    sorts: visitSorts,
    id: 'v.id',
    usual: '-arrived_at',
  };
  return readPage<VisitRow>(tx, list, page);
}

export interface GateEntryRow {
  id: string;
  warehouse_id: string;
  warehouse_code: string;
  direction: 'in' | 'out';
  plate: string;
  trailer_id: string;
  visit_id: string;
  appointment_id: string | null;
  merchant_id: string | null;
  container_no: string | null;
  seal_no: string | null;
  driver_name: string | null;
  note: string;
  occurred_at: Date;
  recorded_by: string;
  created_at: Date;
}

const entryColumns = sql`g.id, g.warehouse_id, w.code as warehouse_code, g.direction, g.plate, g.trailer_id, g.visit_id,
  g.appointment_id, g.merchant_id, g.container_no, g.seal_no, g.driver_name, g.note, g.occurred_at, g.recorded_by,
  g.created_at`;
const entryFrom = sql`gate_entries g`;
const entryJoins = sql`join warehouses w on w.organization_id = g.organization_id and w.id = g.warehouse_id`;

export const gateEntrySorts = { occurred_at: 'g.occurred_at', created_at: 'g.created_at' };

export function listGateEntries(
  tx: TenantTransaction,
  filters: { warehouse_id?: string; direction?: string; plate?: string; appointment_id?: string },
  page: PageQuery,
): Promise<PageOf<GateEntryRow>> {
  const parts = [sql`g.organization_id = ${tx.organizationId}`];
  if (filters.warehouse_id) parts.push(sql`g.warehouse_id = ${filters.warehouse_id}::uuid`);
  if (filters.direction) parts.push(sql`g.direction = ${filters.direction}`);
  if (filters.plate) parts.push(sql`g.plate = ${plainPlate(filters.plate)}`);
  if (filters.appointment_id) parts.push(sql`g.appointment_id = ${filters.appointment_id}::uuid`);
  const list = {
    columns: entryColumns,
    from: entryFrom,
    joins: entryJoins,
    where: every(parts),
    sorts: gateEntrySorts,
    id: 'g.id',
    usual: '-occurred_at',
  };
  return readPage<GateEntryRow>(tx, list, page);
}

export async function findGateEntry(tx: TenantTransaction, id: string): Promise<GateEntryRow | undefined> {
  const [found] = await rows<GateEntryRow>(
    tx,
    sql`select ${entryColumns} from ${entryFrom} ${entryJoins} where g.organization_id = ${tx.organizationId} and g.id = ${id}`,
  );
  return found;
}
