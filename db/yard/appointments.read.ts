/** Reads dock appointments, and what a door or an hour has left. */
import { isOneOf } from '../state-columns.ts';
import { occupyingStates } from '../../domain/yard/appointment-states.ts';
import type {
  AppointmentStatus,
  AppointmentType,
  punctualities,
} from '../../domain/yard/appointment-states.ts';
import { normalContainerNo } from '../../domain/catalog/container-no.ts';
import { nextFreeSlots, type BookedWindow, type FreeSlot } from '../../domain/yard/free-slots.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface AppointmentRow {
  id: string;
  appointment_no: string;
  warehouse_id: string;
  warehouse_code: string;
  type: AppointmentType;
  status: AppointmentStatus;
  door_id: string | null;
  door: string | null;
  merchant_id: string | null;
  carrier: string;
  carrier_id: string | null;
  plate: string | null;
  container_no: string | null;
  receipt_id: string | null;
  load_id: string | null;
  window_start: Date;
  window_end: Date;
  note: string;
  recurring_slot_id: string | null;
  visit_id: string | null;
  arrived_at: Date | null;
  punctuality: (typeof punctualities)[number] | null;
  minutes_off: number | null;
  at_door_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
  cancel_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`a.id, a.appointment_no, a.warehouse_id, w.code as warehouse_code, a.type, a.status, a.door_id,
  s.code as door, a.merchant_id, a.carrier, a.carrier_id, a.plate, a.container_no, a.receipt_id, a.load_id,
  a.window_start, a.window_end, a.note, a.recurring_slot_id, v.id as visit_id, a.arrived_at, a.punctuality, a.minutes_off,
  a.at_door_at, a.completed_at, a.cancelled_at, a.cancel_reason, a.created_at, a.updated_at`;

const appointments = sql`dock_appointments a`;
const joins = sql`join warehouses w on w.organization_id = a.organization_id and w.id = a.warehouse_id
  left join spots s on s.organization_id = a.organization_id and s.id = a.door_id
  left join yard_visits v on v.organization_id = a.organization_id and v.appointment_id = a.id`;
const from = sql`${appointments} ${joins}`;

export const appointmentSorts = {
  window_start: 'a.window_start',
  created_at: 'a.created_at',
  appointment_no: 'a.appointment_no',
};

export interface AppointmentFilters {
  /** The day the window begins, in the warehouse's time zone. */
  date?: string;
  type?: string;
  status?: string;
  warehouse_id?: string;
  door_id?: string;
  merchant_id?: string;
  container_no?: string;
}

export function listAppointments(
  tx: TenantTransaction,
  filters: AppointmentFilters,
  page: PageQuery,
): Promise<PageOf<AppointmentRow>> {
  const { date, type, status, warehouse_id: warehouse, door_id: door } = filters;
  const parts: SqlText[] = [sql`a.organization_id = ${tx.organizationId}`];
  if (date) {
    // The day is in each warehouse's time zone; the wider bounds next to it let the index find the rows.
    parts.push(sql`a.window_start >= ${date}::date - interval '1 day' and a.window_start < ${date}::date + interval '2 days'
      and (a.window_start at time zone w.time_zone)::date = ${date}::date`);
  }
  if (type) parts.push(sql`a.type = ${type}`);
  if (status) parts.push(sql`a.status = ${status}`);
  if (warehouse) parts.push(sql`a.warehouse_id = ${warehouse}::uuid`);
  if (door) parts.push(sql`a.door_id = ${door}::uuid`);
  if (filters.merchant_id) parts.push(sql`a.merchant_id = ${filters.merchant_id}::uuid`);
  if (filters.container_no) {
    // As it was booked, or as a container's number is usually written.
    const spellings = [filters.container_no, normalContainerNo(filters.container_no)];
    parts.push(sql`a.container_no = any (${spellings}::text[])`);
  }
  const list = {
    columns,
    // Days are those of the warehouse.
    ...(date ? { from } : { from: appointments, joins }),
    where: every(parts),
    sorts: appointmentSorts,
    id: 'a.id',
    usual: '-window_start',
  };
  return readPage<AppointmentRow>(tx, list, page);
}

export async function findAppointment(
  tx: TenantTransaction,
  id: string,
): Promise<AppointmentRow | undefined> {
  const [found] = await rows<AppointmentRow>(
    tx,
    sql`select ${columns} from ${from} where a.organization_id = ${tx.organizationId} and a.id = ${id}`,
  );
  return found;
}

// Slots are offered up to two weeks ahead, and a window is at most a day long.
const bookedMax = 20_000;

/**
 * Bookings on a warehouse's doors from this moment on, those already dealt with among them, except for one appointment
 * that is being rescheduled.
 */
export function bookedWindows(
  tx: TenantTransaction,
  warehouseId: string,
  since: Date,
  besides: string | null = null,
): Promise<BookedWindow[]> {
  return rows<BookedWindow>(
    tx,
    sql`select door_id, window_start as start, window_end as "end", status = 'completed' as is_over from dock_appointments
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and door_id is not null
           and ${isOneOf('status', occupyingStates)}
           and window_start >= ${since}::timestamptz - interval '1 day'
           and window_start < ${since}::timestamptz + interval '15 days'
           and id is distinct from ${besides}::uuid
         order by window_start limit ${bookedMax}`,
  );
}

export interface SlotWish {
  warehouseId: string;
  doors: readonly string[];
  from: Date;
  minutes: number;
  count: number;
  capacityPerHour: number | null;
  timeZone: string;
}

/** The next free windows on these doors; a door whose truck finished early is free from then on. */
export async function readFreeSlots(
  tx: TenantTransaction,
  { warehouseId, ...search }: SlotWish,
): Promise<FreeSlot[]> {
  const booked = await bookedWindows(tx, warehouseId, search.from);
  return nextFreeSlots({ ...search, booked });
}

/** Whether spot `s` is out of service just now. */
export const isClosed = sql`exists (
  select from spot_closures c where c.organization_id = s.organization_id and c.spot_id = s.id and c.to_at is null)`;

/** The doors of a warehouse in service for this kind of truck, in the order they are tried. */
export async function listDoors(
  tx: TenantTransaction,
  warehouseId: string,
  type: AppointmentType,
): Promise<{ id: string; code: string }[]> {
  return rows(
    tx,
    sql`select id, code from spots s
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and kind = 'door' and is_active
           and direction in (${type}, 'both') and not ${isClosed} order by sequence, code limit 1000`,
  );
}
