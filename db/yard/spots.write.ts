/** Spots of a yard, under lock: booking a door, reserving a spot and parking a trailer all take its row first. */
import { newId } from '../../domain/new-id.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import type { AppointmentType } from '../../domain/yard/appointment-states.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isClosed } from './appointments.read.ts';

export interface Spot {
  id: string;
  warehouse_id: string;
  code: string;
  kind: 'door' | 'parking' | 'staging';
  direction: 'inbound' | 'outbound' | 'both';
  is_active: boolean;
}

const columns = sql`id, warehouse_id, code, kind, direction, is_active`;

/** Locks a spot of the organization, in whichever warehouse. Refuses with what `missing` returns. */
export async function lockSpot(
  tx: TenantTransaction,
  id: string,
  missing: () => Refusal = () => unknownReference('spot_id', 'spot'),
): Promise<Spot> {
  const [found] = await rows<Spot>(
    tx,
    sql`select ${columns} from spots where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw missing();
  return found;
}

/** Locks an active spot of this warehouse. Refuses 400 UNKNOWN_REFERENCE with the path. */
export async function lockSpotIn(
  tx: TenantTransaction,
  warehouseId: string,
  id: string,
  path: string,
): Promise<Spot> {
  const missing = () => unknownReference(path, 'active spot of that warehouse');
  const spot = await lockSpot(tx, id, missing);
  if (spot.warehouse_id !== warehouseId || !spot.is_active) throw missing();
  return spot;
}

/**
 * Locks the doors of a warehouse that take this kind of appointment, in id order, so that two bookings choosing among
 * them cannot deadlock. Returns them in the order they are tried. A door out of service is chosen for nobody; whoever
 * names it expects it back in service by then.
 */
export async function lockDoors(
  tx: TenantTransaction,
  warehouseId: string,
  type: AppointmentType,
  doorId?: string | null,
): Promise<Spot[]> {
  const found = await rows<Spot & { sequence: number }>(
    tx,
    sql`select ${columns}, sequence from spots s
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and kind = 'door' and is_active
           and direction in (${type}, 'both') and case when ${doorId ?? null}::uuid is null then not ${isClosed} else id = ${doorId ?? null}::uuid end
         order by id for update`,
  );
  if (doorId && found.length === 0)
    throw unknownReference('door_id', `active door for ${type} trucks of that warehouse`);
  return found.toSorted((a, b) => a.sequence - b.sequence || (a.code < b.code ? -1 : 1));
}

export interface SpotUse {
  visit_id: string | null;
  plate: string | null;
  move_id: string | null;
  closure_reason: string | null;
}

/** Which trailer is on a locked spot, which move has reserved it, and why it is closed. */
export async function readSpotUse(tx: TenantTransaction, spotId: string): Promise<SpotUse> {
  const [use] = await rows<SpotUse>(
    tx,
    sql`select
          (select y.visit_id from spot_stays y
            where y.organization_id = ${tx.organizationId} and y.spot_id = ${spotId} and y.to_at is null) as visit_id,
          (select v.plate from spot_stays y
             join yard_visits v on v.organization_id = y.organization_id and v.id = y.visit_id
            where y.organization_id = ${tx.organizationId} and y.spot_id = ${spotId} and y.to_at is null) as plate,
          (select m.id from yard_moves m
            where m.organization_id = ${tx.organizationId} and m.to_spot_id = ${spotId} and m.finished_at is null) as move_id,
          (select c.reason from spot_closures c
            where c.organization_id = ${tx.organizationId} and c.spot_id = ${spotId} and c.to_at is null) as closure_reason`,
  );
  return use!;
}

/** Refuses 409 SPOT_TAKEN unless a locked spot is free. `byMove` is the move whose own reservation does not count. */
export async function assertSpotFree(tx: TenantTransaction, spot: Spot, byMove?: string): Promise<void> {
  const use = await readSpotUse(tx, spot.id);
  const isReserved = use.move_id !== null && use.move_id !== byMove;
  if (use.visit_id === null && !isReserved && use.closure_reason === null) return;
  const state = use.visit_id ? 'occupied' : isReserved ? 'reserved' : 'out_of_service';
  throw new Refusal('SPOT_TAKEN', `The spot ${spot.code} is ${state.replaceAll('_', ' ')}.`, {
    spot_id: spot.id,
    state,
    ...(use.plate ? { plate: use.plate } : {}),
    ...(isReserved ? { move_id: use.move_id } : {}),
    ...(use.closure_reason ? { reason: use.closure_reason } : {}),
  });
}

/**
 * Puts a visit's trailer on a locked, free spot from this moment on, which frees the spot it was on. Reported late, it
 * has stood there since the trailer before it left.
 */
export async function putOnSpot(
  tx: TenantTransaction,
  visitId: string,
  spotId: string,
  at: Date,
): Promise<void> {
  await leaveSpot(tx, visitId, at);
  await execute(
    tx,
    sql`insert into spot_stays (organization_id, id, spot_id, visit_id, from_at)
        select ${tx.organizationId}::uuid, ${newId()}::uuid, ${spotId}::uuid, ${visitId}::uuid,
               greatest(${at}::timestamptz, max(to_at))
          from spot_stays where organization_id = ${tx.organizationId} and spot_id = ${spotId}`,
  );
}

/** Ends the stay of a visit's trailer on its spot, if it is on one. */
export async function leaveSpot(tx: TenantTransaction, visitId: string, at: Date): Promise<void> {
  await execute(
    tx,
    sql`update spot_stays set to_at = greatest(from_at, ${at}::timestamptz)
         where organization_id = ${tx.organizationId} and visit_id = ${visitId} and to_at is null`,
  );
}

/** Takes a locked spot out of service. */
export async function insertClosure(tx: TenantTransaction, spotId: string, reason: string): Promise<void> {
  await execute(
    tx,
    sql`insert into spot_closures (organization_id, id, spot_id, reason, from_at)
        values (${tx.organizationId}, ${newId()}, ${spotId}, ${reason}, now())`,
  );
}

/** Ends the closure of a locked spot. */
export async function endClosure(tx: TenantTransaction, spotId: string): Promise<void> {
  await execute(
    tx,
    sql`update spot_closures set to_at = now()
         where organization_id = ${tx.organizationId} and spot_id = ${spotId} and to_at is null`,
  );
}
