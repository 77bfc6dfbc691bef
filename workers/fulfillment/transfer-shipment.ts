/** A transfer that has not left, locked with its shipment: the shipment first, as whoever ships, packs or picks it does. */
import type { TenantTransaction } from '../../db/database.ts';
import { lockShipment, type Shipment } from '../../db/shipping/shipments.write.ts';
import { documentsOf, lockTransfer, type LockedTransfer } from '../../db/transfers/transfers.write.ts';

export async function lockWithShipment(
  tx: TenantTransaction,
  id: string,
): Promise<{ transfer: LockedTransfer; shipment: Shipment | null }> {
  const { shipment_id: known } = await documentsOf(tx, id);
  const locked = known && (await lockShipment(tx, known));
  const transfer = await lockTransfer(tx, id);
  // A release that came in between made it while nothing was locked.
  const shipmentId = locked ? null : (await documentsOf(tx, id)).shipment_id;
  return { transfer, shipment: locked || (shipmentId ? await lockShipment(tx, shipmentId) : null) };
}
