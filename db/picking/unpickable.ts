/** Why a shipment cannot be picked in a wave now. */
import { unpickedStates } from '../../domain/shipping/shipment-states.ts';
import type { TenantTransaction } from '../database.ts';
import { isAnyLotHeld, isKeptBack } from '../shipping/held-lots.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Of the shipment `s`; null when it can be. */
export const unpickableBecause = (tx: TenantTransaction): SqlText => sql`case
                when s.status <> all (${[...unpickedStates]}::text[]) then 'already_picked'
                when exists (select 1 from sales_order_holds h where h.organization_id = s.organization_id
                                and h.order_id = s.order_id and h.lifted_at is null) then 'order_on_hold'
                when exists (select 1 from allocations a join location_locks k on k.organization_id = a.organization_id
                                and k.location_id = a.location_id
                              where a.organization_id = s.organization_id and a.shipment_id = s.id and a.status = 'open')
                  then 'location_locked'
                when ${isAnyLotHeld(tx)} and exists (
                  select 1 from allocations a where a.organization_id = s.organization_id and a.shipment_id = s.id
                     and a.status = 'open' and ${isKeptBack(tx, 'a')}) then 'lot_on_hold'
                when not exists (select 1 from allocations a where a.organization_id = s.organization_id
                                    and a.shipment_id = s.id and a.status = 'open') then 'nothing_to_pick'
              end`;
