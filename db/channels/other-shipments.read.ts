/** What else left of an order, as its store was told: what stands for that there is not the shipment that is asked for. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface OtherShipment {
  shipment_no: string;
  /** What the store calls it, where it has said so. */
  fulfillment_id: string | null;
}

export const listOtherShipments = (
  tx: TenantTransaction,
  orderId: string,
  shipmentNo: string,
): Promise<OtherShipment[]> =>
  rows<OtherShipment>(
    tx,
    sql`select subject as shipment_no, channel_says->>'fulfillment_id' as fulfillment_id
          from channel_pushes
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and kind = 'shipment'
           and subject <> ${shipmentNo}`,
  );
