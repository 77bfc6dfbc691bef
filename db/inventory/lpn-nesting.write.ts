/** Nests cartons on pallets, one level deep. */
import { statesOnFloor, type LpnStatus } from '../../domain/inventory/lpn-states.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import { lockLpnById } from './lpns.write.ts';

/**
 * Locks the pallet a carton is to be nested on. Refuses 400 UNKNOWN_REFERENCE, 400 when it is not a pallet or the other
 * is not a carton, 409 CONFLICT when they are at different locations or one has left the floor.
 */
export async function requireParent(
  tx: TenantTransaction,
  parentId: string,
  carton: { type: string; state: LpnStatus; warehouse_id: string; location_id: string | null },
): Promise<void> {
  if (carton.type !== 'carton')
    throw invalid('parent_id', 'not_a_carton', 'only a carton can be nested on a pallet');
  const parent = await lockLpnById(tx, parentId);
  if (!parent) throw unknownReference('parent_id', 'pallet');
  if (parent.type !== 'pallet') throw invalid('parent_id', 'not_a_pallet', 'parent_id must name a pallet');
  const isTogether = parent.warehouse_id === carton.warehouse_id && parent.location_id === carton.location_id;
  if (!isTogether || !statesOnFloor.includes(parent.state) || !statesOnFloor.includes(carton.state)) {
    throw new Refusal(
      'CONFLICT',
      'A carton and its pallet must be at the same location, both on the floor.',
      {
        pallet: { state: parent.state, location_id: parent.location_id },
        carton: { state: carton.state, location_id: carton.location_id },
      },
    );
  }
}
