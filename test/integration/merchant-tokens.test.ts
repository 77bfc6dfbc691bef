/** What a merchant's own token does with its store: it maps SKUs and replays events as the operator would. */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, connect, publish, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('a merchant that maps a SKU has its order go on, and a replay of its event runs the published flow', async (t) => {
  const { threePl, url } = platform;
  const { merchantId } = threePl;
  const operator = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId });
  await publish(operator, [{ action: 'create_order' }, { action: 'submit' }]);
  const domain = `own-${process.pid}.example.test`;
  const { id } = await connect(merchant, { store_domain: domain, match_by_sku: false });
  // Of its two lines, the second is another product.
  const twoSkus = anotherOrder('5301', '5301').replace(/IPOD2008PINK(?![^]*IPOD2008PINK)/, 'PEAR-1');
  const sent = await send(url, { body: twoSkus, domain });
  const eventId: string = sent.body.data.event_id;
  const waiting = await settledEvent(merchant, eventId);
  t.is(waiting.status, 'received');
  t.is(
    waiting.reason,
    `Order ${waiting.order_no} waits: no item is known for SKU IPOD2008PINK, PEAR-1. Map each to an item, and the order goes on by itself.`,
  );
  const items = (await merchant.get('/api/wms/items')).body.data;
  const plain = items.find((item: any) => item.sku === 'PLAIN').id;
  const map = async (sku: string): Promise<void> => {
    const mapping = { connection_id: id, channel_sku: sku, item_id: plain };
    const mapped = await merchant.post('/api/integration/product-mappings', mapping);
    t.is(mapped.status, 201, mapped.text);
  };
  await map('PEAR-1');
  await until('the reason names what is left', async () => {
    const { data } = (await merchant.get(`/api/integration/events/${eventId}`)).body;
    return data.status === 'received' && /SKU IPOD2008PINK\. Map/.test(data.reason);
  });
  const [run] = (await merchant.get(`/api/integration/runs?event_id=${eventId}`)).body.data;
  t.like(run, { status: 'queued', waits_for: 'UNMAPPED_SKU', order_no: waiting.order_no });
  await map('IPOD2008PINK');
  const done = await until('the flow goes on', async () => {
    const { data } = (await merchant.get(`/api/integration/events/${eventId}`)).body;
    return data.status === 'processed' && data;
  });
  const order = (await merchant.get(`/api/oms/orders/${done.order_id}`)).body.data;
  t.is(order.status, 'pending_review');
  const again = await merchant.post(`/api/integration/events/${eventId}/replay`);
  t.is(again.status, 200, again.text);
  await until('the flow has run again', async () => {
    const { data } = (await merchant.get(`/api/integration/runs?event_id=${eventId}`)).body;
    return data.length === 2 && data.every(({ status }: any) => status === 'succeeded');
  });
  const after = (await merchant.get(`/api/integration/events/${eventId}`)).body.data;
  t.like(after, { status: 'processed', reason: null, order_id: order.id });
  const stranger = await platform.clientWith(threePl, everyPermission, {
    merchantId: threePl.secondMerchantId,
  });
  t.is((await stranger.post(`/api/integration/events/${eventId}/replay`)).status, 404);
});
