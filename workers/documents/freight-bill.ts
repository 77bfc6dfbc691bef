/** The freight bill of a transport order: it has one, however it is entered, approved once its load has left. */
import { assertNotBilled, loadsToLeave } from '../../db/transport/freight.read.ts';
import { lockTransport } from '../../db/transport/orders.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { assertReference } from '../../db/records.read.ts';
import { Refusal } from '../../domain/refusal.ts';

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

/**
 * Why some of these bills are not approved: 409 LOAD_NOT_SHIPPED for freight that is split by what is on a load, until
 * that has left. The caller holds the bills locked.
 */
export async function splitTooEarly(
  tx: TenantTransaction,
  billIds: readonly string[],
): Promise<Map<string, Refusal>> {
  const loads = await loadsToLeave(tx, billIds);
  return new Map(
    loads.map(({ bill_id: id, load_id, load_no: no, status }) => {
      const sentence = `The load ${no} is ${status}: its freight is split by what leaves on it.`;
      return [id, new Refusal('LOAD_NOT_SHIPPED', sentence, { load_id, status })];
    }),
  );
}
