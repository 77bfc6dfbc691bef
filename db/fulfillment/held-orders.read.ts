/** Work on the floor stops while its order is on hold. */
import type { TenantTransaction } from '../database.ts';
import { readOpenHolds, refuseHeld } from '../orders/order-lock.write.ts';

/** Refuses 409 ORDER_ON_HOLD with the reasons: nothing of a held order moves. */
export async function assertNotHeld(tx: TenantTransaction, orderId: string): Promise<void> {
  refuseHeld(orderId, await readOpenHolds(tx, orderId));
}
