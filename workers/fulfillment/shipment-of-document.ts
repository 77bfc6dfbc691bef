/** A document that has not left, locked with its shipment: the shipment first, as whoever ships, packs or picks it does. */
import type { TenantTransaction } from '../../db/database.ts';
import { lockShipment, type Shipment } from '../../db/shipping/shipments.write.ts';
import { documentsOf, lockTransfer, type LockedTransfer } from '../../db/transfers/transfers.write.ts';
import {
  lockVendorReturn,
  shipmentIdOf,
  type LockedVendorReturn,
} from '../../db/vendor-returns/vendor-returns.write.ts';

interface WithShipment<D> {
  document: D;
  shipment: Shipment | null;
}

export function lockTransferWithShipment(
  tx: TenantTransaction,
  id: string,
): Promise<WithShipment<LockedTransfer>> {
  return lockWithShipment(
    tx,
    async () => (await documentsOf(tx, id)).shipment_id,
    () => lockTransfer(tx, id),
  );
}

export function lockVendorReturnWithShipment(
  tx: TenantTransaction,
  id: string,
): Promise<WithShipment<LockedVendorReturn>> {
  return lockWithShipment(
    tx,
    () => shipmentIdOf(tx, id),
    () => lockVendorReturn(tx, id),
  );
}

async function lockWithShipment<D>(
  tx: TenantTransaction,
  shipmentId: () => Promise<string | null>,
  lockDocument: () => Promise<D>,
): Promise<WithShipment<D>> {
  const known = await shipmentId();
  const locked = known && (await lockShipment(tx, known));
  const document = await lockDocument();
  // A release that came in between made it while nothing was locked.
  const made = locked ? null : await shipmentId();
  return { document, shipment: locked || (made ? await lockShipment(tx, made) : null) };
}
