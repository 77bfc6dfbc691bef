/** The address of a store is one that can be called, and stored credentials do not go along to another. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import { connect } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const connections = '/api/integration/connections';
const wrong = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://',
  'data:text/html,x',
  'shop.example.com/admin',
  'https://user:word@shop.example.com/',
  'https://shop.example.com/admin?page=1',
  'https://shop.example.com/admin#top',
];

test('an api_url that cannot be called is refused wherever one is set', async (t) => {
  const { client } = platform;
  const { id } = await connect(client, { store_domain: 'address.example.test' });
  for (const api_url of wrong) {
    const asked = [
      await client.post(connections, { connector: 'storefront', api_url }),
      await client.patch(`${connections}/${id}`, { api_url }),
      await client.post('/v1/oms/channels/connections', { channel: 'storefront', api_url }),
    ];
    for (const { status, text } of asked) t.is(status, 400, `${api_url}: ${text}`);
    for (const { body } of asked.slice(0, 2)) {
      t.is(body.error.code, 'VALIDATION_FAILED');
      t.like(body.error.details[0], { path: 'api_url', code: 'url' });
    }
  }
});

test('outside a private network it is https, and no address inside', async (t) => {
  const { client } = await startPlatform(t, { api: { isPrivateAllowed: false }, workers: false });
  for (const api_url of ['http://shop.example.com/', 'https://127.0.0.1/', 'https://localhost/'])
    t.is((await client.post(connections, { connector: 'storefront', api_url })).status, 400, api_url);
  const good = { connector: 'storefront', api_url: 'https://shop.example.com/admin/api/' };
  t.is((await client.post(connections, good)).status, 201);
});

test('stored credentials do not go to another address: they are entered again with it', async (t) => {
  const { client } = platform;
  const credentials = { access_token: 'of the store' };
  const first = 'https://first.example.com/admin';
  const { id } = await connect(client, { store_domain: 'moving.example.test', api_url: first, credentials });
  const change = (body: object) => client.patch(`${connections}/${id}`, body);
  const refused = await change({ api_url: 'https://other.example.com/admin' });
  t.is(refused.status, 409, refused.text);
  t.is(refused.body.error.code, 'CREDENTIALS_NEEDED');
  t.regex(refused.body.error.message, /credentials/);
  // Nor by way of no address at all.
  t.is((await change({ api_url: null })).status, 200);
  t.is((await change({ api_url: 'https://other.example.com/admin' })).status, 409);
  const moved = await change({ api_url: 'https://other.example.com/admin', credentials });
  t.is(moved.status, 200, moved.text);
  t.is(moved.body.data.api_url, 'https://other.example.com/admin');
  t.is((await change({ api_url: 'https://other.example.com/admin', name: 'Same' })).status, 200);

  const bare = await connect(client, { store_domain: 'bare.example.test', api_url: first });
  const same = await client.patch(`${connections}/${bare.id}`, { api_url: 'https://third.example.com/' });
  t.is(same.status, 200, 'there is nothing that would go along');
});

test('a website is a host or an http address, and nothing that a browser would run', async (t) => {
  const { client } = platform;
  const paper = '/api/tenancy/paper';
  for (const website of ['javascript:alert(1)', 'file:///etc/passwd', 'https://', 'two words'])
    t.is((await client.patch(paper, { website })).status, 400, website);
  const vendor = { name: 'Pear', identifiers: { website: 'javascript:alert(1)' } };
  t.is((await client.post('/api/wms/vendors', vendor)).status, 400);
  for (const website of [
    'harbour.example.com',
    'https://harbour.example.com/about?x=1',
    'http://bücher.example',
  ])
    t.is((await client.patch(paper, { website })).status, 200, website);
});
