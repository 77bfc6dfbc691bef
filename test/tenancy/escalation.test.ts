/** No path hands on more than its user has: a member's roles, a flow, a subscription. */
import test from 'ava';
import { roles, type Permission } from '../../domain/permissions.ts';
import { type Platform, joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const admin = roles['admin']!;
const person = (name: string, given?: string[]) => ({
  name,
  email: `${name}@example.test`,
  ...(given ? { roles: given } : {}),
});
const statusWith = async (accessToken: string, path: string): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-organization-id': platform.standard.id };
  return (await fetch(`${platform.url}${path}`, { headers })).status;
};

test('who manages members gives no roles beyond what they hold, neither to a new member nor to one there is', async (t) => {
  const { standard, clientWith } = platform;
  const clerk = await clientWith(standard, ['tenancy.view', 'tenancy.manage']);
  const made = await clerk.post('/api/tenancy/members', person('climber', ['admin']));
  t.is(made.status, 403, made.text);
  t.true((made.body.error.details.permission as string[]).includes('oms.orders.approve'));
  const { body } = await clerk.post('/api/tenancy/members', person('climber'));
  const path = `/api/tenancy/members/${body.data.id}`;
  t.is((await clerk.patch(path, { roles: ['viewer'] })).status, 403);
  const chief = await clientWith(standard, admin);
  t.is((await chief.patch(path, { roles: ['admin'] })).status, 200);
  t.is((await clerk.patch(path, { name: 'Climber' })).status, 200, 'what it has is no reason to refuse');
  t.is((await clerk.patch(path, { roles: ['operator'] })).status, 200, 'taking away is free');
  t.is((await clerk.patch(path, { is_active: false })).status, 200);
  t.is((await clerk.patch(path, { is_active: true })).status, 403, 'making it active gives it all back');
  t.is((await chief.patch(path, { is_active: true })).status, 200);
});

test("a merchant's token gives nobody roles: a member who signs in acts for the operator", async (t) => {
  const { threePl, clientWith } = platform;
  const merchant = await clientWith(threePl, admin, { merchantId: threePl.merchantId });
  const { body } = await merchant.get('/api/tenancy/members');
  for (const { id } of body.data as { id: string }[]) {
    const { status } = await merchant.patch(`/api/tenancy/members/${id}`, { roles: ['viewer'] });
    t.is(status, 403);
  }
  t.is((await merchant.post('/api/tenancy/members', person('insider', ['admin']))).status, 403);
});

test('a member whose last role is taken away has nothing left; one never given any sets no limit', async (t) => {
  const { client } = platform;
  const { body: member } = await client.post('/api/tenancy/members', person('leaver'));
  const { body: token } = await client.post('/api/tenancy/tokens', {
    name: 'scanner',
    permissions: ['oms.orders.view', 'wms.inventory_adjust', 'wms.inbound.view'],
    member_id: member.data.id,
  });
  const { access_token: accessToken } = token.data;
  t.deepEqual(member.data.roles, []);
  t.is(await statusWith(accessToken, '/api/oms/orders'), 200);
  const path = `/api/tenancy/members/${member.data.id}`;
  t.is((await client.patch(path, { roles: ['hub'] })).status, 200);
  t.is(await statusWith(accessToken, '/api/oms/orders'), 403);
  t.deepEqual((await client.patch(path, { roles: [] })).body.data.roles, []);
  t.is(await statusWith(accessToken, '/api/oms/orders'), 403, 'fewer roles are never more rights');
  t.is(await statusWith(accessToken, '/api/wms/inventory'), 403);
});

test('a flow does nothing that its publisher may not do by hand', async (t) => {
  const { standard, clientWith } = platform;
  const own: Permission[] = ['integration.view', 'integration.manage'];
  const bare = await clientWith(standard, own);
  const draft = await bare.post('/api/integration/flows', {
    name: 'Orders in',
    trigger: { type: 'webhook', connector: 'storefront', webhook_secret: 'of-the-flow' },
    steps: [{ action: 'create_order' }, { action: 'submit' }, { action: 'approve' }],
  });
  t.is(draft.status, 201, draft.text);
  const path = `/api/integration/flows/${draft.body.data.id}/publish`;
  const refused = await bare.post(path);
  t.is(refused.status, 403, refused.text);
  t.deepEqual(refused.body.error.details.permission, [
    'oms.orders.create',
    'oms.orders.manage',
    'oms.orders.approve',
  ]);
  const clerk = await clientWith(standard, [...own, 'oms.orders.create', 'oms.orders.manage']);
  t.deepEqual((await clerk.post(path)).body.error.details.permission, ['oms.orders.approve']);
  const chief = await clientWith(standard, admin);
  t.is((await chief.post(path)).status, 200);
  t.is((await chief.post(`/api/integration/flows/${draft.body.data.id}/archive`)).status, 200);
});

test('a subscription sends nobody events they may not see, whether new, widened or sent elsewhere', async (t) => {
  const { standard, clientWith } = platform;
  const path = '/api/tenancy/webhook-endpoints';
  const url = 'http://127.0.0.1:9/hooks';
  const bare = await clientWith(standard, ['tenancy.view', 'tenancy.manage']);
  for (const types of [['*'], ['invoice.*'], ['token.created', 'sales_order.released']]) {
    const { status, body } = await bare.post(path, { url, event_types: types });
    t.is(status, 403, types.join(' '));
    t.is(body.error.code, 'FORBIDDEN');
  }
  const own = await bare.post(path, { url, event_types: ['token.*'] });
  t.is(own.status, 201, own.text);
  const widened = await bare.patch(`${path}/${own.body.data.id}`, { event_types: ['token.*', '*'] });
  t.is(widened.status, 403);
  const chief = await clientWith(standard, admin);
  const all = await chief.post(path, { url, event_types: ['*'] });
  t.is(all.status, 201, all.text);
  const elsewhere = `${path}/${all.body.data.id}`;
  t.is((await bare.patch(elsewhere, { url: 'http://127.0.0.1:9/mine' })).status, 403);
  t.is((await bare.patch(elsewhere, { status: 'disabled' })).status, 200);
});

test('what an endpoint was sent, or waits to be, goes nowhere else by somebody who may not see it', async (t) => {
  const { standard, clientWith } = platform;
  const [endpoints, deliveries] = ['/api/tenancy/webhook-endpoints', '/api/tenancy/webhook-deliveries'];
  const bare = await clientWith(standard, ['tenancy.view', 'tenancy.manage']);
  const chief = await clientWith(standard, admin);
  const url = 'http://127.0.0.1:9/hooks';
  const { id } = (await chief.post(endpoints, { url, event_types: ['sales_order.*'] })).body.data;
  const order = await chief.post('/api/oms/orders', { lines: [] });
  t.is(order.status, 201, order.text);
  const waiting = await until('its event waits', async () => {
    const { data } = (await chief.get(`${deliveries}?endpoint_id=${id}`)).body;
    return data[0];
  });
  t.deepEqual((await bare.get(`${deliveries}?endpoint_id=${id}`)).body.data, []);
  t.is((await bare.get(`${deliveries}/${waiting.id}`)).status, 404);
  t.is((await bare.post(`${deliveries}/${waiting.id}/replay`)).status, 403);
  const mine = { url: 'http://127.0.0.1:9/mine' };
  t.is((await bare.patch(`${endpoints}/${id}`, { ...mine, event_types: ['token.*'] })).status, 403);
  t.is((await bare.patch(`${endpoints}/${id}`, { event_types: ['token.*'] })).status, 200);
  const moved = await bare.patch(`${endpoints}/${id}`, mine);
  t.is(moved.status, 403, 'the order of before still waits to be sent');
  t.deepEqual(moved.body.error.details.permission, ['oms.orders.view']);
  t.is((await chief.patch(`${endpoints}/${id}`, mine)).status, 200);
  t.is((await chief.post(`${deliveries}/${waiting.id}/replay`)).status, 200);
});

test('a token is not made to have expired already', async (t) => {
  const { client } = platform;
  const make = (expires_at: string) =>
    client.post('/api/tenancy/tokens', { name: 'Late', permissions: ['wms.inbound.view'], expires_at });
  const { status, body } = await make('2020-01-01T00:00:00Z');
  t.is(status, 400);
  t.like(body.error, { code: 'VALIDATION_FAILED', details: [{ path: 'expires_at', code: 'past' }] });
  t.is((await make(new Date(Date.now() + 3_600_000).toISOString())).status, 201);
});
