import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

test('settings are read and changed, and the change is an event and an audit row', async (t) => {
  const { client } = platform;
  const before = await client.get('/api/tenancy/settings');
  t.is(before.status, 200, before.text);
  const changed = await client.patch('/api/tenancy/settings', { time_zone: 'Europe/Berlin' });
  t.is(changed.status, 200, changed.text);
  t.is(changed.body.data.time_zone, 'Europe/Berlin');
  const { rows } = await platform.owner.query(
    "select actor from commands where name = 'tenancy.update_settings'",
  );
  t.is(rows.length, 1);
  t.is(rows[0].actor.token_id !== null, true);
});

test('a token is shown once, works, and is refused once revoked', async (t) => {
  const { client, standard, clientWith } = platform;
  const made = await client.post('/api/tenancy/tokens', { name: 'scanner', permissions: ['tenancy.view'] });
  t.is(made.status, 201, made.text);
  const { access_token: accessToken, id } = made.body.data;
  t.regex(accessToken, /^wp_[a-z2-7]{26}_/);
  const call = () =>
    fetch(`${platform.url}/api/tenancy/settings`, {
      headers: { authorization: `Bearer ${accessToken}`, 'x-organization-id': standard.id },
    });
  t.is((await call()).status, 200);
  t.is((await client.delete(`/api/tenancy/tokens/${id}`)).status, 200);
  t.is((await call()).status, 401);
  const weak = await clientWith(standard, ['tenancy.manage']);
  const refused = await weak.post('/api/tenancy/tokens', {
    name: 'x',
    permissions: ['wms.inventory_adjust'],
  });
  t.is(refused.status, 403, refused.text);
});

test('a key is replayed, and refused with another body', async (t) => {
  const { client } = platform;
  const headers = { 'idempotency-key': 'member-1' };
  const first = await client.post(
    '/api/tenancy/members',
    { name: 'A', email: 'a@example.test' },
    { headers },
  );
  const again = await client.post(
    '/api/tenancy/members',
    { name: 'A', email: 'a@example.test' },
    { headers },
  );
  t.is(first.status, 201, first.text);
  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  const other = await client.post(
    '/api/tenancy/members',
    { name: 'B', email: 'b@example.test' },
    { headers },
  );
  t.is(other.status, 422);
  t.is(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED');
});

test('another tenant, a missing header and a missing token are refused', async (t) => {
  const { client, threePl } = platform;
  const foreign = await client.get('/api/tenancy/settings', { headers: { 'x-organization-id': threePl.id } });
  t.is(foreign.status, 403);
  const none = await client.get('/api/tenancy/settings', { headers: { 'x-organization-id': '' } });
  t.is(none.body.error.code, 'ORGANIZATION_REQUIRED');
  const bare = await client.get('/api/tenancy/settings', { headers: { authorization: '' } });
  t.is(bare.status, 401);
});
