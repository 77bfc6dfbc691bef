/** Orders of a store for tests: they came by its webhook, and go through the warehouse. */
import type { Platform } from '../helpers/join-platform.ts';
import {
  anotherOrder,
  connect,
  ordersOfStore,
  publish,
  send,
  settledEvent,
} from '../integration/storefront-rig.ts';
import { act, putStock } from '../orders/orders-rig.ts';
import { token } from './order-store.ts';

/** A connection whose orders are confirmed by themselves, with stock for them. Its id. */
export async function storeWithOrders(platform: Platform, url: string, more: object = {}): Promise<string> {
  const { client, standard } = platform;
  const made = await connect(client, {
    api_url: url,
    credentials: { access_token: token },
    sync_scopes: ['orders'],
    ...more,
  });
  await publish(client, [{ action: 'create_order' }, { action: 'submit' }, { action: 'approve' }]);
  await client.post('/api/integration/product-mappings', {
    connection_id: made.id,
    channel_sku: 'IPOD2008PINK',
    item_id: standard.items['PLAIN'],
  });
  await putStock(platform, standard, [{ item: 'PLAIN', qty: 500 }]);
  return made.id;
}

/** An order of the store that was confirmed, with this many units on its first line. */
export async function confirmedOrder(
  { url, client }: Platform,
  number: string,
  domain?: string,
  qty = 1,
): Promise<any> {
  const body = anotherOrder(number, number)
    .replace('"quantity": 1', `"quantity": ${qty}`)
    .replace('"price": "199.00"', `"price": "${(199 / qty).toFixed(2)}"`);
  const sent = await send(url, { body, ...(domain ? { domain } : {}) });
  const event = await settledEvent(client, sent.body.data.event_id);
  if (event.status !== 'processed') throw new Error(`${event.status} ${event.reason}`);
  const [order] = await ordersOfStore(client, number);
  return order;
}

/** Ships it, and returns the shipment's number. */
export async function shipOrder(
  { client, standard }: Platform,
  orderId: string,
  tracking: string,
): Promise<string> {
  const pushed = await act(client, orderId, 'push-to-wms', { warehouse_id: standard.warehouseId });
  if (pushed.status !== 200) throw new Error(pushed.text);
  const { data } = (await client.get(`/api/wms/shipments?order_id=${orderId}`)).body;
  const answer = await client.patch(`/api/wms/shipments/${data[0].id}`, {
    action: 'ship',
    tracking_no: tracking,
    carrier_code: 'UPS',
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return data[0].shipment_no;
}
