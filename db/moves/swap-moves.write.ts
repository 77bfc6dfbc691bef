/** Why goods cannot change places, and that each is brought to where nothing lies. */
import { Refusal } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { isOneOf } from '../state-columns.ts';
import { enterSpace } from './location-space.write.ts';

/** Refuses 409 SWAP_REFUSED `not_empty` where something lies, or is put at this moment: goods would be mixed. */
export async function assertEmpty(tx: TenantTransaction, locationId: string): Promise<void> {
  await enterSpace(tx, [locationId]);
  const lying = await row(
    tx,
    sql`select 1 from inventory_balances
         where organization_id = ${tx.organizationId} and location_id = ${locationId} and qty > 0 limit 1`,
  );
  if (lying) throw swapRefused('not_empty', locationId);
}

/** Refuses 409 DUPLICATE for a license plate whose own move waits: nobody is given that yet, so no index counts it. */
export async function assertNoneWaits(tx: TenantTransaction, plateId: string): Promise<void> {
  const waiting = await row(
    tx,
    sql`select 1 from planned_moves
         where organization_id = ${tx.organizationId} and lpn_id = ${plateId} and waits_for_move_id is not null
           and ${isOneOf('status', liveMoveStates)} limit 1`,
  );
  if (waiting)
    throw new Refusal('DUPLICATE', 'The license plate has a planned move already.', {
      fields: ['pallet_lpn'],
    });
}

export const swapRefused = (reason: string, locationId: string | null): Refusal =>
  new Refusal('SWAP_REFUSED', `The goods cannot change places: ${reason}.`, {
    reason,
    location_id: locationId,
  });
