/** Recurring slots: the same door at the same time every week, turned into appointments four weeks ahead. */
import { isOneOf } from '../state-columns.ts';
import { expectedStates } from '../../domain/yard/appointment-states.ts';
import { newId } from '../../domain/new-id.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { AppointmentType } from '../../domain/yard/appointment-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { bookDoor, insertAppointment } from './appointments.write.ts';
import { daysAhead } from './recurring-slots.read.ts';

export interface RecurringSlot {
  id: string;
  warehouse_id: string;
  door_id: string;
  type: AppointmentType;
  carrier: string;
  carrier_id: string | null;
  merchant_id: string | null;
  is_active: boolean;
}

const columns = sql`id, warehouse_id, door_id, type, carrier, carrier_id, merchant_id, is_active`;

export async function insertRecurringSlot(
  tx: TenantTransaction,
  {
    valid_from: from,
    ...facts
  }: Record<string, unknown> & { warehouse_id: string; valid_from: string | null },
): Promise<string> {
  const id = newId();
  const [local] = await rows<{ today: string }>(
    tx,
    sql`select (now() at time zone time_zone)::date::text as today from warehouses
         where organization_id = ${tx.organizationId} and id = ${facts.warehouse_id}`,
  );
  const slot = { ...facts, organization_id: tx.organizationId, id, valid_from: from ?? local!.today };
  await execute(tx, sql`insert into recurring_slots ${values(slot)}`);
  return id;
}

/** Locks a recurring slot, so that two transactions opening its days take turns. Refuses 404. */
export async function lockRecurringSlot(tx: TenantTransaction, id: string): Promise<RecurringSlot> {
  const [found] = await rows<RecurringSlot>(
    tx,
    sql`select ${columns} from recurring_slots where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('recurring slot');
  return found;
}

/** The slots with days to open, in id order. */
export async function slotsToOpen(tx: TenantTransaction): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select r.id from recurring_slots r
          join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
         where r.organization_id = ${tx.organizationId} and r.is_active
           and (r.opened_through is null or r.opened_through < (now() at time zone w.time_zone)::date + ${daysAhead}::integer)
         order by r.id limit 1000`,
  );
  return found.map(({ id }) => id);
}

/**
 * Creates the appointments of a locked slot for the next four weeks, each day once. A window already taken by others
 * stays theirs and is counted. While its door takes no such trucks no day is opened: they follow once it does again.
 */
export async function openSlotDays(
  work: StockPosting,
  slot: RecurringSlot,
): Promise<{ made: number; taken: number; isWaiting: boolean }> {
  const { tx, organizationId } = work;
  const days = await rows<{ slot_date: string; starts: Date; ends: Date }>(
    tx,
    sql`select d.day::date::text as slot_date, (d.day + r.start_time) at time zone w.time_zone as starts,
               ((d.day + r.start_time) at time zone w.time_zone) + r.minutes * interval '1 minute' as ends
          from recurring_slots r
          join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
          cross join lateral generate_series(
            greatest(r.valid_from, r.opened_through + 1, (now() at time zone w.time_zone)::date)::timestamp,
            least(r.valid_to, (now() at time zone w.time_zone)::date + ${daysAhead}::integer)::timestamp,
            interval '1 day') as d (day)
         where r.organization_id = ${organizationId} and r.id = ${slot.id}
           and extract(isodow from d.day)::smallint = any (r.weekdays)
           and (d.day + r.start_time) at time zone w.time_zone > now()
         order by d.day`,
  );
  let made = 0;
  for (const { slot_date: date, starts, ends } of days) {
    const outcome = await openDay(work, slot, { date, starts, ends });
    // The first day has locked the door, so none of them was opened.
    if (outcome === 'no_door') return { made: 0, taken: 0, isWaiting: true };
    if (outcome === 'made') made += 1;
  }
  await execute(
    tx,
    sql`update recurring_slots r
           set opened_through = (now() at time zone w.time_zone)::date + ${daysAhead}::integer, updated_at = now()
          from warehouses w
         where w.organization_id = r.organization_id and w.id = r.warehouse_id
           and r.organization_id = ${organizationId} and r.id = ${slot.id}`,
  );
  return { made, taken: days.length - made, isWaiting: false };
}

async function openDay(
  work: StockPosting,
  slot: RecurringSlot,
  { date, starts, ends }: { date: string; starts: Date; ends: Date },
): Promise<'made' | 'taken' | 'no_door'> {
  const { id, warehouse_id: warehouseId, type, carrier, carrier_id, merchant_id } = slot;
  const wish = { warehouseId, type, start: starts, end: ends, doorId: slot.door_id };
  try {
    const door_id = await bookDoor(work.tx, wish);
    await insertAppointment(work, {
      status: 'scheduled',
      type,
      warehouse_id: warehouseId,
      door_id,
      carrier,
      carrier_id,
      merchant_id,
      window_start: starts,
      window_end: ends,
      recurring_slot_id: id,
      slot_date: date,
    });
    return 'made';
  } catch (fault) {
    // Refused before anything was written, so the transaction can go on.
    if (!(fault instanceof Refusal)) throw fault;
    if (['DOCK_CONFLICT', 'DOCK_FULL'].includes(fault.code)) return 'taken';
    if (fault.code === 'UNKNOWN_REFERENCE') return 'no_door';
    throw fault;
  }
}

/** Ends a locked slot. Returns its appointments that nobody has arrived for. */
export async function endSlot(tx: TenantTransaction, id: string): Promise<string[]> {
  await execute(
    tx,
    sql`update recurring_slots set is_active = false, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  const open = await rows<{ id: string }>(
    tx,
    sql`select id from dock_appointments
         where organization_id = ${tx.organizationId} and recurring_slot_id = ${id} and ${isOneOf('status', expectedStates)}
         order by id`,
  );
  return open.map((one) => one.id);
}
