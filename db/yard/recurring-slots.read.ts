/** Reads of recurring slots. */
import type { AppointmentType } from '../../domain/yard/appointment-states.ts';
import { rows, type Database, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

/** How far ahead of its warehouse's day a slot has its appointments. */
export const daysAhead = 28;

export interface RecurringSlotRow {
  id: string;
  warehouse_id: string;
  door_id: string;
  door: string;
  type: AppointmentType;
  carrier: string;
  carrier_id: string | null;
  merchant_id: string | null;
  weekdays: number[];
  start_time: string;
  minutes: number;
  valid_from: string;
  valid_to: string | null;
  opened_through: string | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`r.id, r.warehouse_id, r.door_id, s.code as door, r.type, r.carrier, r.carrier_id, r.merchant_id, r.weekdays,
  to_char(r.start_time, 'HH24:MI') as start_time, r.minutes, r.valid_from, r.valid_to, r.opened_through, r.is_active,
  r.created_at, r.updated_at`;
const from = sql`recurring_slots r join spots s on s.organization_id = r.organization_id and s.id = r.door_id`;

export function listRecurringSlots(
  tx: TenantTransaction,
  filters: { warehouse_id?: string; is_active?: boolean },
  page: PageQuery,
): Promise<PageOf<RecurringSlotRow>> {
  const parts = [sql`r.organization_id = ${tx.organizationId}`];
  if (filters.warehouse_id) parts.push(sql`r.warehouse_id = ${filters.warehouse_id}::uuid`);
  if (filters.is_active !== undefined) parts.push(sql`r.is_active = ${filters.is_active}`);
  const sorts = { created_at: 'r.created_at' };
  const list = { columns, from, where: every(parts), sorts, id: 'r.id', usual: '-created_at' };
  return readPage<RecurringSlotRow>(tx, list, page);
}

export async function findRecurringSlot(
  tx: TenantTransaction,
  id: string,
): Promise<RecurringSlotRow | undefined> {
  const [found] = await rows<RecurringSlotRow>(
    tx,
    sql`select ${columns} from ${from} where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
  return found;
}

/**
 * Organizations whose recurring slots may have days to open, for the schedule that opens them. Warehouses are not seen
 * here: their day is at most that of the zone where days begin first.
 */
export async function organizationsWithSlots(database: Database): Promise<string[]> {
  const found = await rows<{ organization_id: string }>(
    database.system,
    sql`select distinct organization_id from recurring_slots
         where is_active
           and (opened_through is null or opened_through < (now() at time zone 'Pacific/Kiritimati')::date + ${daysAhead}::integer)
         order by organization_id`,
  );
  return found.map(({ organization_id: id }) => id);
}
