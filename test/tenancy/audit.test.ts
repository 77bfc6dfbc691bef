/** The audit: what happened to a record, and what somebody asked for, with what came of it. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const audit = async (query: string): Promise<any> => (await platform.client.get(`/api/audit?${query}`)).body;

test('a record’s events, newest first, each with the command behind it and who asked for it', async (t) => {
  const { client, standard } = platform;
  const clerk = await platform.clientWith(standard, [
    'oms.orders.create',
    'oms.orders.manage',
    'oms.orders.view',
  ]);
  const lines = [{ product_id: standard.items['PLAIN'], qty: 1, price: 2 }];
  const { id } = (await clerk.post('/api/oms/orders', { lines })).body.data;
  await client.patch(`/api/oms/orders/${id}`, { action: 'submit' });
  const { data, meta } = await audit(`subject_id=${id}`);
  t.is(meta.total, 2);
  const [submitted, created] = data;
  t.like(submitted, {
    command: 'oms.submit_order',
    state: 'done',
    event: 'sales_order.submitted',
    subject_seq: 2,
  });
  t.like(submitted.data, { status: 'pending_review', previous_status: 'draft' });
  t.like(created, {
    command: 'oms.create_order',
    event: 'sales_order.created',
    subject_id: id,
    error_code: null,
  });
  t.not(created.token_id, submitted.token_id);
  t.is((await audit(`subject_id=${id}&command=oms.create_order`)).meta.total, 1);
  t.is((await audit(`subject_id=${standard.id}`)).data.length, 0, 'nothing happened to it');
});

test('what an actor asked for, also what was refused; pages go on where the last one ended', async (t) => {
  const { standard } = platform;
  const clerk = await platform.clientWith(standard, [
    'oms.orders.create',
    'oms.orders.manage',
    'oms.orders.view',
  ]);
  const { id } = (await clerk.post('/api/oms/orders', {})).body.data;
  const refused = await clerk.patch(`/api/oms/orders/${id}`, { action: 'approve' });
  t.true(refused.status >= 400);
  const [{ actor, command }] = (await audit(`subject_id=${id}`)).data;
  t.is(command, 'oms.create_order');
  const asked = await audit(`actor=${encodeURIComponent(actor)}&page_size=200`);
  const mine = asked.data.filter(({ token_id: token }: any) => token !== null);
  t.true(mine.length > 0);
  t.true(mine.every((one: any) => one.actor === actor && one.state !== 'accepted' && one.event === null));
  const named = await audit('command=oms.create_order&page_size=1');
  t.is(named.data.length, 1);
  const next = await audit(
    `command=oms.create_order&page_size=1&cursor=${encodeURIComponent(named.meta.next_cursor ?? '')}`,
  );
  t.true(next.data.every((one: any) => one.command_id < named.data[0].command_id));
});

test('it takes its own permission, shows nothing of another organization, and none of it to a merchant', async (t) => {
  const { standard, threePl } = platform;
  const viewer = await platform.clientWith(standard, ['tenancy.view']);
  t.is((await viewer.get('/api/audit')).status, 403);
  const auditor = await platform.clientWith(threePl, ['tenancy.audit']);
  const { id } = (await platform.client.post('/api/oms/orders', {})).body.data;
  t.is((await auditor.get(`/api/audit?subject_id=${id}`)).body.meta.total, 0);
  const merchant = await platform.clientWith(threePl, ['tenancy.audit'], { merchantId: threePl.merchantId });
  t.is((await merchant.get('/api/audit')).status, 403);
});

test('what an event says is shown to who may follow such events; that it happened, to every auditor', async (t) => {
  const { client, standard } = platform;
  const { id } = (await client.post('/api/oms/orders', {})).body.data;
  const auditor = await platform.clientWith(standard, ['tenancy.audit']);
  const [told] = (await auditor.get(`/api/audit?subject_id=${id}`)).body.data;
  t.is(told.event, 'sales_order.created');
  t.is(told.data, null);
  const clerk = await platform.clientWith(standard, ['tenancy.audit', 'oms.orders.view']);
  t.truthy((await clerk.get(`/api/audit?subject_id=${id}`)).body.data[0].data);
});
