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
 * its pallet: what is nested stands at one place. How high it stands is what is said with the goods, of a nested carton its
 * pallet's; unsaid, nobody knows any more. The rows stay locked until commit, a pallet's before its cartons'.
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
    sql`with measured as materialized (
       select p.id from lpns c
         join lpns p on p.organization_id = c.organization_id and p.id = c.parent_lpn_id
        where c.organization_id = ${tx.organizationId} and c.lpn = ${place.lpn}
          and p.height_cm is distinct from ${place.height_cm}::numeric
          for update of p),
     opened as (
       update lpns set state = 'active', location_id = ${place.location_id}, updated_at = now(),
              height_cm = case when parent_lpn_id is null then ${place.height_cm}::numeric end
        where organization_id = ${tx.organizationId} and lpn = ${place.lpn} and warehouse_id = ${place.warehouse_id} and ${isOneOf('state', receivingStates)}
          and (location_id is null or location_id = ${place.location_id}) and (select count(*) from measured) >= 0
       returning id, coalesce(parent_lpn_id, id) as pallet_id),
     along as (
       update lpns p
          set state = case when p.state = 'planned' then 'active' else p.state end, location_id = ${place.location_id},
              updated_at = now(),
              height_cm = case when p.id = opened.pallet_id then ${place.height_cm}::numeric else p.height_cm end
         from opened
        where p.organization_id = ${tx.organizationId} and (p.id = opened.pallet_id or p.parent_lpn_id = opened.pallet_id)
          and p.id <> opened.id and (p.state = 'planned' or p.id in (select id from measured)))
     select id from opened`,
  );
  if (opened) return { id: opened.id, isMade: false };
  throw new Refusal('LPN_IN_USE', `The pallet ${place.lpn} is at another location or has left.`, {
    pallet_lpn: place.lpn,
  });
}
