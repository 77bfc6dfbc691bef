/** The floor stops where its order is held. */
import type { TenantTransaction } from '../database.ts';
import { readOpenHolds, refuseHeld } from '../orders/order-lock.write.ts';

/** Refuses 409 ORDER_ON_HOLD with the reasons: a held order does not move. */
export async function assertNotHeld(
  tx: TenantTransaction,
  organizationId: string,
  orderId: string,
): Promise<void> {
  refuseHeld(orderId, await readOpenHolds(tx, organizationId, orderId));
}
