/**
 * What a person made with their access ends when the person leaves: tokens at any remove, the streams opened with them,
 * and enrollment keys, in every process. What others made goes on, and so does a hub that is enrolled. What was made with
 * a token ends with the token's revocation, hubs included.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { startAnotherApi } from '../helpers/another-api.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until, within } from '../helpers/wait.ts';
import {
  enrollBody,
  enrollHub,
  makeEnrollmentKey,
  makeHubKeys,
  postToRelay,
  TestLink,
} from '../printing/relay-client.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let other: { url: string; stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  other = await startAnotherApi(platform);
});
test.after.always(async () => {
  await other?.stop();
  await platform?.stop();
});

interface Made {
  id: string;
  accessToken: string;
  organizationId: string;
  client: Client;
  made_by: string[];
  maker_token_id: string | null;
}

/** A token of an administrator, made with another one. */
async function adminToken(maker: Client, more: object = {}): Promise<Made> {
  const { body, status, text } = await maker.post('/api/tenancy/tokens', {
    name: 'administrator',
    roles: ['admin'],
    ...more,
  });
  if (status !== 201) throw new Error(text);
  const { id, access_token: accessToken, made_by, maker_token_id } = body.data;
  const organizationId = platform.standard.id;
  const client = createClient(other.url, { id: organizationId, accessToken });
  return { id, accessToken, organizationId, client, made_by, maker_token_id };
}

async function person(email: string): Promise<{ id: string; held: Made }> {
  const { client } = platform;
  const made = await client.post('/api/tenancy/members', { name: email, email, roles: ['admin'] });
  const { id } = made.body.data;
  return { id, held: await adminToken(client, { member_id: id }) };
}

const works = async ({ client }: Made): Promise<boolean> =>
  (await client.get('/api/wms/items')).status === 200;

test.serial(
  'what a person made ends with their membership, at any remove, and comes back with it',
  async (t) => {
    const leaver = await person('leaver@example.test');
    const stays = await person('stays@example.test');
    const made = await adminToken(leaver.held.client);
    const throughMade = await adminToken(made.client);
    const heldByAnother = await adminToken(made.client, { member_id: stays.id });
    const furthest = await adminToken(heldByAnother.client);
    const ended = [made, throughMade, heldByAnother, furthest];
    const others = [stays.held, await adminToken(stays.held.client), await adminToken(platform.client)];
    // The run's own token is a member's too.
    const own = others[2]!.made_by;
    t.deepEqual(made.made_by.toSorted(), [...own, leaver.id].sort());
    t.deepEqual(furthest.made_by.toSorted(), [...own, leaver.id, stays.id].sort());

    const streams = await Promise.all(ended.map((token) => openEvents(other.url, token)));
    const kept = await Promise.all(others.map((token) => openEvents(other.url, token)));
    const hub = await enrollHub(other.url, throughMade.client);
    const link = await TestLink.greeted(other.url, hub, []);
    const hubToken = await hub.token();
    const { enrollment_key: unspent } = await makeEnrollmentKey(made.client);

    const member = `/api/tenancy/members/${leaver.id}`;
    t.is((await platform.client.patch(member, { is_active: false })).status, 200);
    for (const stream of streams) {
      await within('the stream ends', stream.ended);
      t.is(stream.events.at(-1)?.data.reason, 'revoked');
    }
    for (const token of ended) {
      await until('the token is refused', async () => !(await works(token)));
      t.is((await token.client.get('/api/wms/items')).status, 401);
    }
    // A workstation of the warehouse goes on printing whoever has left.
    t.is((await postToRelay(other.url, 'heartbeat', { devices: [] }, hubToken)).status, 200);
    t.is(link.closeCode, undefined);
    const enrolled = await postToRelay(
      other.url,
      'enroll',
      enrollBody(platform.standard.id, unspent, makeHubKeys()),
    );
    t.is(enrolled.body.error.code, 'ENROLLMENT_KEY_INVALID');

    for (const token of others) t.true(await works(token));
    for (const stream of kept) {
      t.false(stream.events.some(({ event }) => event === 'end'));
      stream.hangUp();
    }
    link.close();

    await platform.client.patch(member, { is_active: true });
    for (const token of ended) await until('the token works again', () => works(token));
  },
);

test.serial('a token whose maker leaves while it is being made is born dead', async (t) => {
  const { owner, standard } = platform;
  const leaver = await person('racer@example.test');
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('lock table access_tokens in exclusive mode');
  const making = adminToken(leaver.held.client);
  await until('it waits to be stored', async () => {
    const { rows } = await owner.query(
      "select 1 from pg_locks where not granted and relation = 'access_tokens'::regclass",
    );
    return rows.length > 0;
  });
  await owner.query('update members set is_active = false where organization_id = $1 and id = $2', [
    standard.id,
    leaver.id,
  ]);
  await holder.query('commit');
  holder.release();
  const made = await making;
  t.is((await made.client.get('/api/wms/items')).status, 401);
});

test.serial('what was made with a token ends with it, at any remove, and nothing else does', async (t) => {
  const { client, standard } = platform;
  const root = await adminToken(client);
  const child = await adminToken(root.client);
  const grandchild = await adminToken(child.client);
  const bystander = await adminToken(client);
  const ended = [root, child, grandchild];
  t.is(child.maker_token_id, root.id);
  t.is(grandchild.maker_token_id, child.id);
  const madeWithRoot = await client.get(`/api/tenancy/tokens?maker_token_id=${root.id}`);
  t.deepEqual(
    madeWithRoot.body.data.map(({ id }: { id: string }) => id),
    [child.id],
  );

  const streams = await Promise.all(ended.map((token) => openEvents(other.url, token)));
  const kept = await openEvents(other.url, bystander);
  const hub = await enrollHub(other.url, grandchild.client);
  const link = await TestLink.greeted(other.url, hub, []);
  const hubToken = await hub.token();
  const keptHub = await enrollHub(other.url, bystander.client);
  const keptToken = await keptHub.token();
  const unspent = await makeEnrollmentKey(child.client);

  t.is((await client.delete(`/api/tenancy/tokens/${root.id}`)).status, 200);
  for (const stream of streams) {
    await within('the stream ends', stream.ended);
    t.is(stream.events.at(-1)?.data.reason, 'revoked');
  }
  for (const token of ended) {
    t.is((await token.client.get('/api/wms/items')).status, 401);
    const shown = await client.get(`/api/tenancy/tokens/${token.id}`);
    t.truthy(shown.body.data.revoked_at);
  }
  await until('the link is closed', () => Promise.resolve(link.closeCode !== undefined));
  t.is(link.closeCode, 4403);
  const heartbeat = await postToRelay(other.url, 'heartbeat', { devices: [] }, hubToken);
  t.is(heartbeat.body.error.code, 'HUB_REVOKED');
  const enroll = (key: string, keys = makeHubKeys()) =>
    postToRelay(other.url, 'enroll', enrollBody(standard.id, key, keys));
  t.is((await enroll(unspent.enrollment_key)).body.error.code, 'ENROLLMENT_KEY_INVALID');
  const { body: keys } = await client.get('/api/wms/hubs/enrollment-keys?page_size=200');
  const shownKey = keys.data.find(({ id }: { id: string }) => id === unspent.id);
  t.is(shownKey.maker_token_id, child.id);
  t.truthy(shownKey.revoked_at);

  t.true(await works(bystander));
  t.is((await postToRelay(other.url, 'heartbeat', { devices: [] }, keptToken)).status, 200);
  t.false(kept.events.some(({ event }) => event === 'end'));
  kept.hangUp();
  // A workstation comes back as any revoked one does: with a key made after the revocation.
  const { enrollment_key: fresh } = await makeEnrollmentKey(bystander.client);
  t.is((await enroll(fresh, hub.keys)).body.data.hub_id, hub.hubId);
});

test.serial('an enrollment key does not outlive the token it was made with', async (t) => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { client } = await adminToken(platform.client, { expires_at: expiresAt });
  const path = '/api/wms/hubs/enrollment-keys';
  const later = await client.post(path, {
    name: 'desk',
    expires_at: new Date(Date.now() + 7_200_000).toISOString(),
  });
  t.is(later.body.error.code, 'FORBIDDEN');
  t.is(later.body.error.details.path, 'expires_at');
  const usual = await client.post(path, { name: 'desk' });
  t.is(usual.body.data.expires_at, expiresAt);
});

test.serial('a token revoked while it makes another makes none', async (t) => {
  const { client, owner, standard } = platform;
  const maker = await adminToken(client);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('update access_tokens set revoked_at = now() where organization_id = $1 and id = $2', [
    standard.id,
    maker.id,
  ]);
  const making = maker.client.post('/api/tenancy/tokens', { name: 'late', roles: ['viewer'] });
  await until('it waits for its maker', async () => {
    const { rows } = await owner.query(
      "select 1 from pg_locks where not granted and locktype = 'transactionid'",
    );
    return rows.length > 0;
  });
  await holder.query('commit');
  holder.release();
  const refused = await making;
  t.is(refused.status, 401);
  t.is(refused.body.error.code, 'UNAUTHENTICATED');
});

test.serial('a token being made while its maker is revoked ends with it', async (t) => {
  const { client, owner, standard } = platform;
  const root = await adminToken(client);
  const maker = await adminToken(root.client);
  const holder = await owner.connect();
  await holder.query('begin');
  // Where a token is being made with it: the maker is locked, and the new row not yet seen by anybody.
  await holder.query('select 1 from access_tokens where organization_id = $1 and id = $2 for share', [
    standard.id,
    maker.id,
  ]);
  const late = randomUUID();
  await holder.query(
    `insert into access_tokens (organization_id, id, name, token_hash, permissions, maker_token_id)
      values ($1, $2, 'late', $3, '{tenancy.view}', $4)`,
    [standard.id, late, randomBytes(32), maker.id],
  );
  const revoking = client.delete(`/api/tenancy/tokens/${root.id}`);
  await until('it waits for the maker', async () => {
    const { rows } = await owner.query(
      "select 1 from pg_locks where not granted and locktype = 'transactionid'",
    );
    return rows.length > 0;
  });
  await holder.query('commit');
  holder.release();
  t.is((await revoking).status, 200);
  t.truthy((await client.get(`/api/tenancy/tokens/${late}`)).body.data.revoked_at);
});
