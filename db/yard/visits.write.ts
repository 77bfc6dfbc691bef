/** Trailers at the gate: a visit begins when one comes in and ends when it goes out; gate entries are never changed. */
import { newId } from '../../domain/new-id.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { plainPlate } from '../../domain/yard/plates.ts';
import type { TrailerContent } from '../../domain/yard/spots.ts';
import { arrivedEvent, departedEvent } from '../../domain/yard/events.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { matching, sql, values } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { findDockRules } from './dock-rules.read.ts';
import { lockMove, openMoveOf, setMoveStatus } from './moves.write.ts';
import { assertSpotFree, leaveSpot, lockSpotIn, putOnSpot } from './spots.write.ts';

export interface Visit {
  id: string;
  warehouse_id: string;
  trailer_id: string;
  plate: string;
  merchant_id: string | null;
  appointment_id: string | null;
  arrived_at: Date;
  departed_at: Date | null;
}

const columns = sql`id, warehouse_id, trailer_id, plate, merchant_id, appointment_id, arrived_at, departed_at`;

/** What the gate records about a truck. */
export interface Seen {
  container_no?: string | null | undefined;
  seal_no?: string | null | undefined;
  driver_name?: string | null | undefined;
  content?: TrailerContent | undefined;
  note?: string | undefined;
  occurred_at?: string | undefined;
}

export interface Arrival extends Seen {
  warehouseId: string;
  plate: string;
  carrier: string | null;
  merchantId: string | null;
  appointmentId: string | null;
  /** Used when the gate does not say. */
  usualContent: TrailerContent;
  spotId?: string | null | undefined;
}

/** When it passed the gate. Refuses 400 for a time in the future, or one before `notBefore`. */
export function gateMoment(given: string | undefined, acceptedAt: Date, notBefore?: Date): Date {
  const moment = given ? new Date(given) : acceptedAt;
  if (given && moment.getTime() > Date.now())
    throw invalid('occurred_at', 'future', 'occurred_at must not be in the future');
  if (notBefore && moment < notBefore) {
    if (!given) return notBefore;
    throw invalid('occurred_at', 'before_arrival', 'occurred_at must not be before the trailer came in');
  }
  return moment;
}

/**
 * Begins a visit: finds or creates the trailer by its plate number, writes the gate entry, and takes the spot when one
 * is named. Refuses 409 ALREADY_IN_YARD with the visit, 409 SPOT_TAKEN.
 */
export async function arrive(
  work: StockPosting,
  seenAt: Date,
  arrival: Arrival,
): Promise<{ visit: Visit; gateEntryId: string }> {
  const { tx, organizationId } = work;
  const plate = plainPlate(arrival.plate);
  const trailerId = await lockTrailer(tx, plate, arrival.carrier);
  const present = await activeVisitOf(tx, trailerId);
  if (present) {
    throw new Refusal(
      'ALREADY_IN_YARD',
      `${plate} has been in the yard since ${present.arrived_at.toISOString()}.`,
      {
        visit_id: present.id,
        warehouse_id: present.warehouse_id,
      },
    );
  }
  const at = await afterDeparture(tx, trailerId, {
    seenAt,
    isSaid: arrival.occurred_at !== undefined,
  });
  const rules = await findDockRules(tx, arrival.warehouseId);
  const visit = await row<Visit>(
    tx,
    sql`insert into yard_visits ${values({
      organization_id: organizationId,
      id: newId(),
      warehouse_id: arrival.warehouseId,
      trailer_id: trailerId,
      plate,
      carrier: arrival.carrier,
      merchant_id: arrival.merchantId,
      appointment_id: arrival.appointmentId,
      is_walk_in: arrival.appointmentId === null,
      container_no: arrival.container_no ?? null,
      seal_no: arrival.seal_no ?? null,
      content: arrival.content ?? arrival.usualContent,
      arrived_at: at,
      free_minutes: rules!.free_minutes,
    })} returning ${columns}`,
  );
  const gateEntryId = await insertGateEntry(work, visit!, 'in', at, arrival);
  if (arrival.spotId) {
    const spot = await lockSpotIn(tx, arrival.warehouseId, arrival.spotId, 'spot_id');
    await assertSpotFree(tx, spot);
    await putOnSpot(tx, visit!.id, spot.id, at);
  }
  work.emit(arrivedEvent(visit!, arrival.appointmentId));
  return { visit: visit!, gateEntryId };
}

/**
 * When a trailer came in, given when the gate saw it: it is in one yard at a time, in the past too. Refuses 400 a moment
 * somebody named that lies before it last went out.
 */
async function afterDeparture(
  tx: TenantTransaction,
  trailerId: string,
  { seenAt, isSaid }: { seenAt: Date; isSaid: boolean },
): Promise<Date> {
  const last = await row<{ departed_at: Date | null }>(
    tx,
    sql`select max(departed_at) as departed_at from yard_visits
         where organization_id = ${tx.organizationId} and trailer_id = ${trailerId}`,
  );
  if (!last?.departed_at || seenAt >= last.departed_at) return seenAt;
  if (!isSaid) return last.departed_at;
  const left = last.departed_at.toISOString();
  const sentence = `occurred_at must not be before ${left}, when the trailer last went out`;
  throw invalid('occurred_at', 'before_departure', sentence);
}

/** Ends a locked visit: frees its spot, cancels its open move, and writes the gate entry. */
export async function depart(work: StockPosting, visit: Visit, at: Date, seen: Seen): Promise<string> {
  const { tx, organizationId } = work;
  await leaveSpot(tx, visit.id, at);
  const open = await openMoveOf(tx, visit.id);
  if (open) await setMoveStatus(work, await lockMove(tx, open.id), 'cancelled');
  const left = await row<{ detention_minutes: number }>(
    tx,
    sql`update yard_visits set departed_at = ${at}
         where organization_id = ${organizationId} and id = ${visit.id} returning detention_minutes`,
  );
  const gateEntryId = await insertGateEntry(work, visit, 'out', at, seen);
  const dwell = Math.floor((at.getTime() - visit.arrived_at.getTime()) / 60_000);
  work.emit(departedEvent(visit, { dwell_minutes: dwell, detention_minutes: left!.detention_minutes }));
  return gateEntryId;
}

async function insertGateEntry(
  { tx, organizationId, actor }: StockPosting,
  visit: Visit,
  direction: 'in' | 'out',
  at: Date,
  { container_no, seal_no, driver_name, note }: Seen,
): Promise<string> {
  const id = newId();
  await execute(
    tx,
    sql`insert into gate_entries ${values({
      organization_id: organizationId,
      id,
      warehouse_id: visit.warehouse_id,
      direction,
      plate: visit.plate,
      trailer_id: visit.trailer_id,
      visit_id: visit.id,
      appointment_id: visit.appointment_id,
      merchant_id: visit.merchant_id,
      container_no: container_no ?? null,
      seal_no: seal_no ?? null,
      driver_name: driver_name ?? null,
      note: note ?? '',
      occurred_at: at,
      recorded_by: actor.name,
    })}`,
  );
  return id;
}

// Inserting or updating the row locks it either way: two gates that see the same plate number take turns.
async function lockTrailer(tx: TenantTransaction, plate: string, carrier: string | null): Promise<string> {
  const [trailer] = await rows<{ id: string }>(
    tx,
    sql`insert into trailers (organization_id, id, plate, carrier)
        values (${tx.organizationId}, ${newId()}, ${plate}, ${carrier}::text)
        on conflict on constraint trailers_plate_once
          do update set carrier = coalesce(excluded.carrier, trailers.carrier)
        returning id`,
  );
  return trailer!.id;
}

function activeVisitOf(tx: TenantTransaction, trailerId: string): Promise<Visit | undefined> {
  return row<Visit>(
    tx,
    sql`select ${columns} from yard_visits
         where organization_id = ${tx.organizationId} and trailer_id = ${trailerId} and departed_at is null`,
  );
}

/** The active visit of a trailer, locked; undefined when it is in no yard. */
export function lockActiveVisit(
  tx: TenantTransaction,
  trailer: { id: string } | { plate: string },
): Promise<Visit | undefined> {
  const by = 'id' in trailer ? { trailer_id: trailer.id } : { plate: plainPlate(trailer.plate) };
  return row<Visit>(
    tx,
    sql`select ${columns} from yard_visits
         where ${matching({ organization_id: tx.organizationId, ...by })} and departed_at is null for update`,
  );
}

/** A visit by its id, locked. */
export function lockVisit(tx: TenantTransaction, id: string): Promise<Visit | undefined> {
  return row<Visit>(
    tx,
    sql`select ${columns} from yard_visits where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** The appointment of an active visit, read before the locks are taken in order. */
export async function appointmentOfPlate(tx: TenantTransaction, plate: string): Promise<string | null> {
  const [found] = await rows<{ appointment_id: string | null }>(
    tx,
    sql`select appointment_id from yard_visits
         where organization_id = ${tx.organizationId} and plate = ${plainPlate(plate)} and departed_at is null`,
  );
  return found?.appointment_id ?? null;
}

/** The visit of an appointment's truck. */
export async function visitOfAppointment(
  tx: TenantTransaction,
  appointmentId: string,
): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from yard_visits where organization_id = ${tx.organizationId} and appointment_id = ${appointmentId}`,
  );
  return found?.id;
}
