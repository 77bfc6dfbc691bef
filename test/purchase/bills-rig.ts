/** Bills of purchase orders, and how they match. */
import type { Running } from '../fulfillment/outbound-rig.ts';
import { makeOrder, ordersPath } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';

export const bills = '/api/accounting/bills';
export const matches = '/api/purchase/bill-matches';
const patient = { headers: { prefer: 'wait=30' } };

interface Ordered {
  id: string;
  lineId: string;
}

export function billsRig({ client, standard }: Running) {
  /** An order for 10 at 2.50, or otherwise, of which this many arrived. */
  async function receivedOrder(qty: number, more = {}): Promise<Ordered> {
    const id = await makeOrder(client, standard, more);
    const released = (await client.post(`${ordersPath}/${id}/release`, {}, patient)).body;
    const { lines } = (await client.get(`${receiptsPath}/${released.receipt_id}`)).body.data;
    await client.post(
      `${receiptsPath}/${released.receipt_id}/receive-line`,
      { receipt_line_id: lines[0].id, received_qty: qty, location_id: standard.locations['DOCK-1'] },
      patient,
    );
    return { id, lineId: released.lines[0].id };
  }

  /** An approved bill of the order's vendor. */
  async function bill(order: Ordered, lines: object[], more: object = {}): Promise<string> {
    const made = await client.post(bills, {
      vendor_id: standard.vendorId,
      bill_type: 'purchase',
      purchase_order_id: order.id,
      lines: lines.map((line) => ({ description: 'goods', purchase_order_line_id: order.lineId, ...line })),
      ...more,
    });
    if (made.status !== 201) throw new Error(made.text);
    await client.patch(`${bills}/${made.body.data.id}`, { action: 'approve' });
    return made.body.data.id;
  }

  const pay = (id: string, amount: number) =>
    client.post(`${bills}/${id}/payments`, { method: 'wire', amount });
  const match = async (id: string) => (await client.get(`${matches}/${id}`)).body.data;
  return { receivedOrder, bill, pay, match };
}
