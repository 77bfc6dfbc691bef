/** Two tenants name one store: whoever named it later changes nothing for whoever named it first. */
import test, { type ExecutionContext } from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import { anotherOrder, connect, publish, send } from './storefront-rig.ts';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';

const rivalSecret = 'the-secret-of-the-rival';

/** An owner whose store signs nothing, and a rival of another organization. */
async function twoTenants(t: ExecutionContext) {
  const platform = await startPlatform(t, { workers: false });
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
