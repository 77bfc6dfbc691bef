/**
 * Dock appointments. Booking locks the dock rules, then the doors in id order, so that finding a free door and booking
 * it are atomic; the exclusion constraint backs this up.
 */
import { newId } from '../../domain/new-id.ts';
import { notFound, Refusal, unknownReference } from '../../domain/refusal.ts';
import {
  appointmentStates,
  type AppointmentStatus,
  type AppointmentType,
} from '../../domain/yard/appointment-states.ts';
import { clockHours } from '../../domain/yard/clock-hours.ts';
import { nextFreeSlots, type BookedWindow } from '../../domain/yard/free-slots.ts';
import { appointmentEvent } from '../../domain/yard/events.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { stateReached } from '../state-columns.ts';
import { bookedWindows } from './appointments.read.ts';
import { findDockRules, type DockRules } from './dock-rules.read.ts';
import { lockDoors } from './spots.write.ts';

export interface Appointment {
  id: string;
  appointment_no: string;
  warehouse_id: string;
  type: AppointmentType;
  status: AppointmentStatus;
  door_id: string | null;
  merchant_id: string | null;
  carrier: string;
  plate: string | null;
  container_no: string | null;
  receipt_id: string | null;
  load_id: string | null;
  window_start: Date;
  window_end: Date;
  arrived_at: Date | null;
}

const columns = sql`id, appointment_no, warehouse_id, type, status, door_id, merchant_id, carrier, plate, container_no,
  receipt_id, load_id, window_start, window_end, arrived_at`;

/** Locks an appointment. Refuses 404, or what `missing` returns for an id in a body. */
export async function lockAppointment(
  tx: TenantTransaction,
  id: string,
  missing: () => Refusal = () => notFound('dock appointment'),
): Promise<Appointment> {
  const found = await row<Appointment>(
    tx,
    sql`select ${columns} from dock_appointments where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw missing();
  return found;
}

/**
 * The dock rules of a warehouse, locked if there are any, so that only one booking at a time counts toward the hourly
 * limit.
 */
export async function lockDockRules(tx: TenantTransaction, warehouseId: string): Promise<DockRules> {
  await rows(
    tx,
    sql`select 1 from dock_rules where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} for update`,
  );
  const rules = await findDockRules(tx, warehouseId);
  if (!rules) throw unknownReference('warehouse_id', 'warehouse');
  return rules;
}

export interface Booking {
  warehouseId: string;
  type: AppointmentType;
  start: Date;
  end: Date;
  /** The requested door; any free one when omitted. */
  doorId?: string | null | undefined;
  /** The door tried first. */
  preferredDoorId?: string | null;
  /** The appointment being rescheduled, whose own window does not count as taken. */
  appointmentId?: string;
}

/**
 * The door for a window, locked. Refuses 409 DOCK_CONFLICT when no suitable door is free, 409 DOCK_FULL when the hour
 * has as many appointments as the warehouse takes; both with the next three free windows.
 */
export async function bookDoor(tx: TenantTransaction, booking: Booking): Promise<string> {
  const { warehouseId, type, start, end, doorId, preferredDoorId, appointmentId } = booking;
  const { capacity_per_hour: capacityPerHour, time_zone: timeZone } = await lockDockRules(tx, warehouseId);
  const doors = await lockDoors(tx, warehouseId, type, doorId);
  const booked = await bookedWindows(tx, warehouseId, start, appointmentId);
  const isFree = (door: string) =>
    booked.every((one) => one.is_over || one.door_id !== door || one.end <= start || one.start >= end);
  const ids = doors.map(({ id }) => id);
  const tried = preferredDoorId && ids.includes(preferredDoorId) ? [preferredDoorId, ...ids] : ids;
  const door = tried.find(isFree);
  const isFull = capacityPerHour !== null && beginningInHour(booked, start, timeZone) >= capacityPerHour;
  if (door && !isFull) return door;
  const minutes = Math.ceil((end.getTime() - start.getTime()) / 60_000);
  const from = new Date(Math.max(start.getTime(), Date.now()));
  const slots = nextFreeSlots({ doors: ids, booked, capacityPerHour, timeZone, from, minutes, count: 3 });
  const codes = new Map(doors.map(({ id, code }) => [id, code]));
  const next_free_slots = slots.map((slot) => ({
    door_id: slot.door_id,
    door: codes.get(slot.door_id),
    window_start: slot.window_start.toISOString(),
    window_end: slot.window_end.toISOString(),
  }));
  if (door) {
    throw new Refusal(
      'DOCK_FULL',
      `The warehouse takes ${capacityPerHour} trucks an hour, and this hour is full.`,
      {
        capacity_per_hour: capacityPerHour,
        next_free_slots,
      },
    );
  }
  const which = doorId ? `The door ${codes.get(doorId)}` : `Every door for ${type} trucks`;
  const sentence =
    ids.length === 0
      ? `The warehouse has no active door for ${type} trucks: add one to its spots.`
      : `${which} is taken at that time.`;
  throw new Refusal('DOCK_CONFLICT', sentence, { next_free_slots });
}

function beginningInHour(booked: readonly BookedWindow[], start: Date, timeZone: string): number {
  const hourOf = clockHours(timeZone);
  const hour = hourOf(start.getTime());
  return booked.filter((one) => hourOf(one.start.getTime()) === hour).length;
}

/** Creates an appointment and emits its event. Its door is locked and free. */
export async function insertAppointment(
  work: StockPosting,
  facts: Record<string, unknown> & { status: AppointmentStatus },
): Promise<Appointment> {
  const { tx, organizationId } = work;
  const appointment_no = await work.takeNumber('APPT');
  const appointment = { ...facts, organization_id: organizationId, id: newId(), appointment_no };
  const made = await row<Appointment>(
    tx,
    sql`insert into dock_appointments ${values(appointment)} returning ${columns}`,
  );
  work.emit(appointmentEvent(made!, facts.status, null));
  return made!;
}

/**
 * Writes changes to a locked appointment, with the date of a new status, and emits the event. `what` is the event's
 * word, by default the new status.
 */
export async function changeAppointment(
  work: StockPosting,
  appointment: Appointment,
  changes: Record<string, unknown> & { status?: AppointmentStatus },
  what?: AppointmentStatus | 'rescheduled',
): Promise<Appointment> {
  const { tx, organizationId } = work;
  const reached = changes.status && stateReached(appointmentStates, changes.status);
  const written = { ...reached, ...changes, updated_at: sql`now()` };
  const changed = await row<Appointment>(
    tx,
    sql`update dock_appointments set ${assignments(written)}
         where organization_id = ${organizationId} and id = ${appointment.id} returning ${columns}`,
  );
  work.emit(appointmentEvent(changed!, what ?? changed!.status, appointment.status));
  return changed!;
}
