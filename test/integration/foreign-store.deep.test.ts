/**
 * Two tenants name one store: whoever named it later changes nothing for whoever named it first, unless the
 * store itself says whose it is.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { type PlatformOptions, startPlatform } from '../helpers/platform.ts';
import { anotherOrder, connect, publish, send } from './storefront-rig.ts';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';

const rivalSecret = 'the-secret-of-the-rival';

/** An owner whose store signs nothing, and a rival of another organization. */
async function twoTenants(t: ExecutionContext, options: PlatformOptions = {}) {
  const platform = await startPlatform(t, { workers: false, ...options });
  const { threePl, client } = platform;
  const rival = await platform.clientWith(threePl, everyPermission);
  await publish(client, [{ action: 'create_order' }], {
    trigger: { type: 'webhook', connector: 'storefront' },
  });
  const claim = (domain: string) => connect(rival, { store_domain: domain, merchant_id: threePl.merchantId });
  const post = async (id: string, how: { domain: string; signature?: string | null }) => {
    const body = anotherOrder(id, id);
    return send(platform.url, { body, signature: null, ...how });
  };
  const holds = async (who: Client, id: string): Promise<boolean> =>
    (await who.get(`/api/integration/events?external_id=${id}`)).body.meta.total === 1;
  return { platform, client, rival, claim, post, holds };
}

const rivalFlow = { trigger: { type: 'webhook', connector: 'storefront', webhook_secret: rivalSecret } };

test('a store that signs nothing stays with whoever named it first, whatever secret a later one has', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t);
  const domain = 'fig.example.test';
  await connect(client, { store_domain: domain });
  await claim(domain);
  await publish(rival, [{ action: 'create_order' }], rivalFlow);
  const unsigned = await post('7001', { domain });
  t.is(unsigned.status, 200, JSON.stringify(unsigned.body));
  t.true(await holds(client, '7001'));
  t.false(await holds(rival, '7001'));
  const body = anotherOrder('7002', '7002');
  const signed = await post('7002', { domain, signature: webhookSignature(rivalSecret, Buffer.from(body)) });
  t.is(signed.status, 200);
  t.true(await holds(rival, '7002'), 'what the rival signed is its own');
  t.false(await holds(client, '7002'));
});

test('a connection that takes on a domain later, by a change or by being enabled, comes after the one that had it', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t);
  const domain = 'lime.example.test';
  const older = await claim('rival.example.test');
  const asleep = await claim(domain);
  const path = '/api/integration/connections';
  t.is((await rival.patch(`${path}/${asleep.id}`, { status: 'disabled' })).status, 200);
  await connect(client, { store_domain: domain });

  t.is((await rival.patch(`${path}/${older.id}`, { store_domain: domain })).status, 200);
  t.is((await post('7101', { domain })).status, 200);
  t.true(await holds(client, '7101'));
  t.is((await rival.patch(`${path}/${older.id}`, { status: 'disabled' })).status, 200);
  t.is((await rival.patch(`${path}/${asleep.id}`, { status: 'pending' })).status, 200);
  t.is((await post('7102', { domain })).status, 200);
  t.true(await holds(client, '7102'));
  t.false((await holds(rival, '7101')) || (await holds(rival, '7102')));
});

test('a change that leaves the domain as it was leaves its turn as well', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t);
  const domain = 'mango.example.test';
  const own = await connect(client, { store_domain: domain });
  await claim(domain);
  const same = { store_domain: 'https://Mango.Example.Test/', name: 'Mangoes', status: 'pending' };
  t.is((await client.patch(`/api/integration/connections/${own.id}`, same)).status, 200);
  t.is((await post('7201', { domain })).status, 200);
  t.true(await holds(client, '7201'));
  t.false(await holds(rival, '7201'));
});

test('the store of a disabled connection never falls to the only connection that is left', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t);
  const domain = 'pear.example.test';
  const own = await connect(client, { store_domain: domain });
  await claim('plum.example.test');
  t.is((await client.patch(`/api/integration/connections/${own.id}`, { status: 'disabled' })).status, 200);
  t.is((await post('7301', { domain })).status, 404);
  t.false(await holds(rival, '7301'));
});

test('a signature nobody made is refused where the first to name the store asks for one', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t);
  const domain = 'cherry.example.test';
  const path = '/api/integration/connections';
  await claim(domain);
  await publish(rival, [{ action: 'create_order' }], rivalFlow);
  await connect(client, { store_domain: domain });
  for (const signature of [null, webhookSignature('neither', Buffer.from(anotherOrder('7401', '7401')))])
    t.is((await post('7401', { domain, signature })).status, 401);
  t.false((await holds(client, '7401')) || (await holds(rival, '7401')));
  t.is((await rival.get(path)).body.meta.total, 1);
});

/** A store that lets in whoever has this token; without one, everybody. Its domain is 127.0.0.1. */
async function startStore(t: ExecutionContext, token?: string): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = token === undefined || request.headers['x-storefront-access-token'] === token;
    response.writeHead(isKnown ? 200 : 401).end('{"shop": {"name": "Apple"}}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a store that lets its owner in and no stranger says whose it is, whoever named it first', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t, { workers: true });
  const domain = '127.0.0.1';
  const store = await startStore(t, 'known-to-the-owner');
  const squatter = await claim(domain);
  const own = await connect(client, {
    store_domain: domain,
    api_url: store,
    credentials: { access_token: 'known-to-the-owner' },
  });
  const tried = (who: Client, id: string) =>
    who.post(`/v1/oms/channels/connections/${id}/test`, {}, { headers: { prefer: 'wait=30' } });
  t.like((await tried(client, own.id)).body, { ok: true, status: 'active' });
  t.is((await post('7501', { domain })).status, 200);
  t.true(await holds(client, '7501'));
  t.false(await holds(rival, '7501'));

  const path = `/api/integration/connections/${squatter.id}`;
  const guesses = [
    { api_url: store, credentials: { access_token: 'a guess' } },
    // A server of the rival's own at that domain, which lets everybody in.
    { api_url: await startStore(t), credentials: { access_token: 'a guess' } },
  ];
  for (const guess of guesses) {
    t.is((await rival.patch(path, guess)).status, 200);
    await tried(rival, squatter.id);
  }
  t.is((await rival.get(path)).body.data.status, 'active', 'it is connected, and that proves nothing');
  await post('7502', { domain });
  t.true(await holds(client, '7502'));

  const renewed = { credentials: { access_token: 'another' } };
  await client.patch(`/api/integration/connections/${own.id}`, renewed);
  await post('7503', { domain });
  t.true(await holds(rival, '7503'), 'with other credentials nothing is proven until they are tried');
});

test('where the operator accepts nothing unsigned, nobody is shown what a store says that signs nothing', async (t) => {
  const { client, rival, claim, post, holds } = await twoTenants(t, { api: { isUnsignedAccepted: false } });
  const domain = 'quince.example.test';
  await claim(domain);
  for (const signature of [null, webhookSignature('anything', Buffer.from(anotherOrder('7601', '7601')))]) {
    const refused = await post('7601', { domain, signature });
    t.is(refused.status, 401);
    t.is(refused.body.error.code, 'INVALID_SIGNATURE');
  }
  await connect(client, { store_domain: domain, webhook_secret: 'of-the-owner' });
  const body = anotherOrder('7602', '7602');
  const signed = webhookSignature('of-the-owner', Buffer.from(body));
  t.is((await post('7602', { domain, signature: signed })).status, 200);
  t.true(await holds(client, '7602'));
  t.false((await holds(rival, '7601')) || (await holds(rival, '7602')));
});
