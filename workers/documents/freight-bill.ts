/** A transport order has one freight bill, however it is entered. */
import { assertNotBilled } from '../../db/transport/freight.read.ts';
import { lockTransport } from '../../db/transport/orders.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { assertReference } from '../../db/records.read.ts';

interface BillOf {
  kind?: string;
  bill_type?: string;
  tms_order_id?: string | null;
}

export function isFreightOfTransport(bill: BillOf): bill is BillOf & { tms_order_id: string } {
  const { kind = 'bill', bill_type: type, tms_order_id: orderId = null } = bill;
  return kind === 'bill' && type === 'freight' && orderId !== null;
}

/**
 * For a bill that is to be the freight bill of a transport order: locks the order, as billing its freight does. Refuses
 * 400 for an unknown one, 409 FREIGHT_ALREADY_BILLED.
 */
export async function assertFirstFreightBill(tx: TenantTransaction, bill: BillOf): Promise<void> {
  if (!isFreightOfTransport(bill)) return;
  const { tms_order_id: orderId } = bill;
  await assertReference(tx, 'transport_orders', orderId, 'tms_order_id');
  await assertNotBilled(tx, await lockTransport(tx, orderId));
}
