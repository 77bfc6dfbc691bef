/** Pallets built during receiving. */
import { isOneOf } from '../state-columns.ts';
import { receivingStates } from '../../domain/inventory/lpn-states.ts';
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * The license plate goods are received onto: created when unknown, activated when planned. Refuses 409 LPN_IN_USE when
 * it is somewhere else or no longer in the warehouse. A planned pallet arrives with its cartons, and a planned carton with
 * its pallet: what is nested stands at one place. The rows stay locked until commit.
 */
export async function openPallet(
  tx: TenantTransaction,
  place: { lpn: string; height_cm: number | null; warehouse_id: string; location_id: string },
): Promise<{ id: string; isMade: boolean }> {
  const made = await row<{ id: string }>(
    tx,
    sql`insert into lpns (organization_id, id, lpn, type, warehouse_id, location_id, height_cm, state)
     values (${tx.organizationId}, ${newId()}, ${place.lpn}, 'pallet', ${place.warehouse_id}, ${place.location_id}, ${place.height_cm}::numeric, 'active')
     on conflict (organization_id, lpn) do nothing returning id`,
  );
  if (made) return { id: made.id, isMade: true };
  const opened = await row<{ id: string }>(
    tx,
    sql`with opened as (
       update lpns set state = 'active', location_id = ${place.location_id}, updated_at = now(),
              height_cm = coalesce(${place.height_cm}::numeric, height_cm)
        where organization_id = ${tx.organizationId} and lpn = ${place.lpn} and warehouse_id = ${place.warehouse_id} and ${isOneOf('state', receivingStates)}
          and (location_id is null or location_id = ${place.location_id})
       returning id, coalesce(parent_lpn_id, id) as pallet_id),
     along as (
       update lpns p set state = 'active', location_id = ${place.location_id}, updated_at = now()
         from opened
        where p.organization_id = ${tx.organizationId} and (p.id = opened.pallet_id or p.parent_lpn_id = opened.pallet_id)
          and p.id <> opened.id and p.state = 'planned')
     select id from opened`,
  );
  if (opened) return { id: opened.id, isMade: false };
  throw new Refusal('LPN_IN_USE', `The pallet ${place.lpn} is at another location or has left.`, {
    pallet_lpn: place.lpn,
  });
}
