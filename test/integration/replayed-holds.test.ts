/** A flow's holds and their replays: what a person has lifted stays lifted, and what has ended is not held. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { connect, publish, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('an order goes on past a hold that was lifted, and one that has ended is held no more', async (t) => {
  const { client, url } = platform;
  const domain = `held-${process.pid}.example.test`;
  await connect(client, { store_domain: domain });
  const holding = (reason: string) => [
    { action: 'create_order' },
    { action: 'hold', with: { reason } },
    { action: 'submit' },
  ];
  const flow = await publish(client, holding('PAYMENT'));
  const order = {
    id: 5501,
    order_number: 5501,
    line_items: [{ sku: 'PLAIN', quantity: 1, price: '10.00' }],
    total_price: '10.00',
    shipping_address: { name: 'Ada', address1: '1 Main St', city: 'Denver' },
  };
  const sent = await send(url, { body: JSON.stringify(order), domain });
  const eventId: string = sent.body.data.event_id;
  const { order_id: id, reason } = await settledEvent(client, eventId);
  t.regex(
    reason,
    /^Order .+: The order is on hold: PAYMENT\. Lift its holds, then process the event again\.$/,
  );
  const held = async (): Promise<any[]> => {
    const { data } = (await client.get(`/api/oms/orders/${id}`)).body;
    return data.holds.filter((hold: any) => hold.lifted_at === null);
  };
  const [hold] = await held();
  t.is((await client.delete(`/api/oms/orders/${id}/holds/${hold.id}`)).status, 200);
  const replayed = await client.post(`/api/integration/events/${eventId}/replay`);
  t.like(replayed.body.data, { status: 'processed', reason: null });
  t.deepEqual(await held(), []);
  t.is((await client.get(`/api/oms/orders/${id}`)).body.data.status, 'pending_review');

  // As it was placed before flows said whose hold it is.
  await platform.owner.query("update sales_order_holds set note = '' where id = $1", [hold.id]);
  t.is((await client.post(`/api/integration/events/${eventId}/replay`)).body.data.status, 'processed');
  t.deepEqual(await held(), []);

  t.is((await client.patch(`/api/oms/orders/${id}`, { action: 'cancel' })).status, 200);
  await client.patch(`/api/integration/flows/${flow.id}`, { steps: holding('MANUAL') });
  t.is((await client.post(`/api/integration/flows/${flow.id}/publish`)).status, 200);
  const again = await client.post(`/api/integration/events/${eventId}/replay`);
  t.like(again.body.data, { status: 'processed', reason: null });
  t.deepEqual(await held(), []);
});

test.serial('what a flow asks for is held beside what is doubted, and is not lifted with it', async (t) => {
  const { client, url } = platform;
  const domain = `doubted-${process.pid}.example.test`;
  await connect(client, { store_domain: domain });
  const flow = await publish(client, [
    { action: 'create_order' },
    { action: 'hold', with: { note: 'Call them first.' } },
    { action: 'hold', with: { note: 'Ask for the gate.' } },
    { action: 'submit' },
  ]);
  const order = {
    id: 5502,
    order_number: 5502,
    line_items: [{ sku: 'PLAIN', quantity: 1, price: '10.00' }],
    total_price: '11.00',
    shipping_address: { name: 'Ada', address1: '1 Main St', city: 'Denver' },
  };
  const sent = await send(url, { body: JSON.stringify(order), domain });
  const eventId: string = sent.body.data.event_id;
  const { order_id: id } = await settledEvent(client, eventId);
  const holds = async () => (await client.get(`/api/oms/orders/${id}`)).body.data.holds as any[];
  const [hold] = await holds();
  t.is(
    hold.note,
    'The storefront totals 11, its lines and fees come to 10. Call them first. Ask for the gate.',
  );

  // As it was before the flow asked for anything: only the doubt was there to be lifted.
  await platform.owner.query('update sales_order_holds set note = $2 where id = $1', [
    hold.id,
    'The storefront totals 11, its lines and fees come to 10.',
  ]);
  t.is((await client.delete(`/api/oms/orders/${id}/holds/${hold.id}`)).status, 200);
  const replay = () => client.post(`/api/integration/events/${eventId}/replay`);
  t.is((await replay()).body.data.status, 'failed');
  const open = (await holds()).find(({ lifted_at: at }) => at === null);
  t.is(open.note, 'Call them first. Ask for the gate.');
  t.is((await client.delete(`/api/oms/orders/${id}/holds/${open.id}`)).status, 200);
  t.is((await replay()).body.data.status, 'processed');
  t.is((await client.post(`/api/integration/flows/${flow.id}/archive`)).status, 200);
});
