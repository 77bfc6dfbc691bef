import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import test from 'ava';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { startAnotherApi } from '../helpers/another-api.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import { within } from '../helpers/wait.ts';
import {
  enrollBody,
  enrollHub,
  type HubKeys,
  makeEnrollmentKey,
  makeHubKeys,
  postToRelay,
  signed,
  testDevice,
  TestLink,
} from './relay-client.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

const enroll = (body: object) => postToRelay(platform.url, 'enroll', body);

test('a key enrolls a hub; the same public key again is the same hub with its new words', async (t) => {
  const { client, standard } = platform;
  const { id, enrollment_key: anonKey } = await makeEnrollmentKey(client);
  const keys = makeHubKeys();
  const first = await enroll(enrollBody(standard.id, anonKey, keys));
  t.is(first.status, 201);
  const again = await enroll(enrollBody(standard.id, anonKey, keys, { name: 'renamed' }));
  t.is(again.status, 200);
  t.is(again.body.data.hub_id, first.body.data.hub_id);
  const { data: hub } = (await client.get(`/api/wms/hubs/${first.body.data.hub_id}`)).body;
  t.is(hub.name, 'renamed');
  // The only warehouse, since neither the hub nor its key named one.
  t.is(hub.warehouse_id, standard.warehouseId);
  const { data: listed } = (await client.get('/api/wms/hubs/enrollment-keys?page_size=200')).body;
  t.is(listed.find((key: any) => key.id === id).hubs_enrolled, 2);
  t.false(JSON.stringify(listed).includes(anonKey));
});

test('an enrollment key is refused when it is unknown, revoked, expired or of another organization', async (t) => {
  const { client, standard, threePl, owner } = platform;
  const keys = makeHubKeys();
  const refused = async (organizationId: string, anonKey: string) => {
    const { status, body } = await enroll(enrollBody(organizationId, anonKey, keys));
    t.is(status, 401);
    t.is(body.error.code, 'ENROLLMENT_KEY_INVALID');
    t.truthy(body.error.request_id);
  };
  await refused(standard.id, 'hek_nobody');
  const foreign = await makeEnrollmentKey(client);
  await refused(threePl.id, foreign.enrollment_key);
  const revoked = await makeEnrollmentKey(client);
  t.is((await client.delete(`/api/wms/hubs/enrollment-keys/${revoked.id}`)).status, 200);
  await refused(standard.id, revoked.enrollment_key);
  const expired = await makeEnrollmentKey(client, {
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  });
  await owner.query("update hub_enrollment_keys set expires_at = now() - interval '1 second' where id = $1", [
    expired.id,
  ]);
  await refused(standard.id, expired.enrollment_key);
  const past = await client.post('/api/wms/hubs/enrollment-keys', {
    name: 'late',
    expires_at: '2020-01-01T00:00:00Z',
  });
  t.is(past.status, 400);
});

test('of hubs that enroll at once no more come in than there may be, and a revoked one makes room', async (t) => {
  const { database, threePl } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  await setQuotas(database, threePl.id, { hubs: 2 });
  const machines = [makeHubKeys(), makeHubKeys(), makeHubKeys()];
  const bind = async (keys: HubKeys) => {
    const { enrollment_key: anonKey } = await makeEnrollmentKey(client);
    return enroll(enrollBody(threePl.id, anonKey, keys));
  };
  const answers = await Promise.all(machines.map(bind));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 201, 409],
  );
  const refused = answers.findIndex(({ status }) => status === 409);
  t.like(answers[refused]!.body.error, { code: 'TOO_MANY_HUBS', details: { quota: 'hubs', hubs_max: 2 } });
  const present = (refused + 1) % 3;
  t.is((await bind(machines[present]!)).status, 200, 'one that is there stays');
  const revoked = await client.delete(`/api/wms/hubs/${answers[present]!.body.data.hub_id}`);
  t.is(revoked.status, 200, revoked.text);
  t.is((await bind(machines[refused]!)).status, 201);
});

// Alone: so many wait for each other, and for longer than the others' requests may.
test.serial('a key enrolls sixty hubs a minute', async (t) => {
  const { client, standard } = platform;
  const { enrollment_key: anonKey } = await makeEnrollmentKey(client);
  const keys = makeHubKeys();
  const statuses: number[] = [];
  while (statuses.length < 60) {
    const some = Array.from({ length: 6 }, () => enroll(enrollBody(standard.id, anonKey, keys)));
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  t.false(statuses.includes(429), statuses.join(' '));
  t.is((await enroll(enrollBody(standard.id, anonKey, keys))).status, 429);
  t.is(
    (await enroll(enrollBody(standard.id, (await makeEnrollmentKey(client)).enrollment_key, keys))).status,
    200,
  );
});

test('an enrollment key may do nothing but enroll', async (t) => {
  const { client, standard } = platform;
  const { enrollment_key: anonKey } = await makeEnrollmentKey(client);
  const response = await fetch(`${platform.url}/api/wms/print-jobs`, {
    headers: { authorization: `Bearer ${anonKey}`, 'x-organization-id': standard.id },
  });
  t.is(response.status, 401);
  t.is((await postToRelay(platform.url, 'heartbeat', { devices: [] }, anonKey)).status, 401);
});

test('a public key that is none, and a warehouse of somebody else, are refused', async (t) => {
  const { client, standard, threePl } = platform;
  const { enrollment_key: anonKey } = await makeEnrollmentKey(client);
  const keys = makeHubKeys();
  const noKey = await enroll(enrollBody(standard.id, anonKey, { ...keys, publicKey: 'AAAA' }));
  t.is(noKey.body.error.code, 'VALIDATION_FAILED');
  for (const warehouse_id of [threePl.warehouseId, randomUUID()]) {
    const answer = await enroll(enrollBody(standard.id, anonKey, keys, { warehouse_id }));
    t.is(answer.status, 400);
    t.is(answer.body.error.code, 'UNKNOWN_REFERENCE');
  }
});

test('a challenge is signed by the hub itself, once', async (t) => {
  const hub = await enrollHub(platform.url, platform.client);
  const other = await enrollHub(platform.url, platform.client);
  const ask = async () =>
    (await postToRelay(platform.url, 'challenge', { hub_id: hub.hubId })).body.data.challenge as string;
  const trade = (challenge: string, signature: string, hub_id = hub.hubId) =>
    postToRelay(platform.url, 'token', { hub_id, challenge, signature });

  const challenge = await ask();
  t.is((await trade(challenge, signed(other.keys, hub.hubId, challenge))).status, 401);
  t.is((await trade(challenge, signed(other.keys, other.hubId, challenge), other.hubId)).status, 401);
  const granted = await trade(challenge, signed(hub.keys, hub.hubId, challenge));
  t.is(granted.status, 200);
  const lifeMs = Date.parse(granted.body.data.expires_at) - Date.now();
  t.true(lifeMs > 14 * 60_000 && lifeMs <= 15 * 60_000);
  t.is((await trade(challenge, signed(hub.keys, hub.hubId, challenge))).status, 401);
  t.is((await trade('made.up', 'AAAA')).status, 401);

  const { token } = granted.body.data;
  t.is((await postToRelay(platform.url, 'heartbeat', { devices: [] }, token)).status, 200);
  const altered = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  t.is((await postToRelay(platform.url, 'heartbeat', { devices: [] }, altered)).status, 401);
  // A challenge is not a token, however much it looks like one.
  t.is((await postToRelay(platform.url, 'heartbeat', { devices: [] }, await ask())).status, 401);
});

test('an unknown hub is 404 HUB_NOT_FOUND, so that it stops until a person binds it', async (t) => {
  const { status, body } = await postToRelay(platform.url, 'challenge', { hub_id: randomUUID() });
  t.is(status, 404);
  t.is(body.error.code, 'HUB_NOT_FOUND');
});

test('a revoked hub is sent away, refused everywhere, and comes back only with a newer key', async (t) => {
  const { client, standard } = platform;
  const { enrollment_key: oldKey } = await makeEnrollmentKey(client);
  const hub = await enrollHub(platform.url, client);
  const token = await hub.token();
  const device = testDevice({ is_default_label_printer: false });
  const link = await TestLink.greeted(platform.url, hub, [device]);
  const revoked = await client.delete(`/api/wms/hubs/${hub.hubId}`);
  t.is(revoked.status, 200);
  t.truthy(revoked.body.data.revoked_at);
  t.is(await link.closed(), 4403);
  const refusals = [
    await postToRelay(platform.url, 'challenge', { hub_id: hub.hubId }),
    await postToRelay(platform.url, 'heartbeat', { devices: [] }, token),
    await postToRelay(
      platform.url,
      'jobs/claim?wait=0',
      { claim_id: randomUUID(), device_ids: [device.device_id] },
      token,
    ),
    await enroll(enrollBody(standard.id, oldKey, hub.keys)),
  ];
  for (const { status, body } of refusals) t.deepEqual([status, body.error.code], [403, 'HUB_REVOKED']);
  await t.throwsAsync(TestLink.open(platform.url, token), { message: /403/ });
  t.false(
    (await client.get('/api/wms/print-devices?page_size=200')).body.data.some(
      (row: any) => row.id === device.device_id,
    ),
  );

  const { enrollment_key: newKey } = await makeEnrollmentKey(client);
  const back = await enroll(enrollBody(standard.id, newKey, hub.keys));
  t.is(back.status, 200);
  t.is(back.body.data.hub_id, hub.hubId);
  t.is((await postToRelay(platform.url, 'heartbeat', { devices: [] }, await hub.token())).status, 200);
});

test('a revocation whose word is lost ends the link at its next heartbeat', async (t) => {
  const hub = await enrollHub(platform.url, platform.client);
  const link = await TestLink.greeted(platform.url, hub, []);
  await platform.owner.query('update hubs set revoked_at = now() where id = $1', [hub.hubId]);
  link.send({ type: 'heartbeat', devices: [] });
  t.is(await link.closed(), 4403);
});

test('hubs belong to their organization', async (t) => {
  const hub = await enrollHub(platform.url, platform.client);
  const stranger = await platform.clientWith(platform.threePl, ['wms.print.view', 'wms.print.devices']);
  t.is((await stranger.get(`/api/wms/hubs/${hub.hubId}`)).status, 404);
  t.is((await stranger.delete(`/api/wms/hubs/${hub.hubId}`)).status, 404);
  t.is((await stranger.patch(`/api/wms/hubs/${hub.hubId}`, { name: 'mine' })).status, 404);
  t.false(
    (await stranger.get('/api/wms/hubs?page_size=200')).body.data.some((row: any) => row.id === hub.hubId),
  );
});

test('who guesses at the address of a warehouse shuts none of its hubs out', async (t) => {
  const own = await startPlatform(t);
  const hub = await enrollHub(own.url, own.client);
  const token = await hub.token();
  const guesses = await Promise.all(
    Array.from({ length: 130 }, () => postToRelay(own.url, 'challenge', { hub_id: randomUUID() })),
  );
  t.true(guesses.some(({ status }) => status === 429));
  const guessed = await postToRelay(own.url, 'heartbeat', {}, 'no-token-of-ours');
  t.is(guessed.status, 429);
  // What it says is judged, so it was let in.
  const known = await postToRelay(own.url, 'heartbeat', {}, token);
  t.not(known.status, 429, JSON.stringify(known.body));
  t.not(known.status, 401, JSON.stringify(known.body));
  const link = await TestLink.greeted(own.url, { ...hub, token: async () => token }, []);
  link.close();
});

test('in one of several cells whoever names an organization that is not here comes again', async (t) => {
  const own = await startPlatform(t);
  const api = await startAnotherApi(own, { cell: 'a' });
  t.teardown(() => api.stop());
  const asked = async (organizationId: string): Promise<string> => {
    const body = enrollBody(organizationId, 'hek_nobody', makeHubKeys());
    return (await postToRelay(api.url, 'enroll', body)).body.error.code;
  };
  t.is(await asked(randomUUID()), 'ORGANIZATION_MOVED');
  t.is(await asked(own.standard.id), 'ENROLLMENT_KEY_INVALID');
});

test('who has proved nothing yet is answered before a large body arrives', async (t) => {
  const { hostname, port } = new URL(platform.url);
  /** The status of a request that says how long its body is, and brings nothing of it. */
  const announced = (path: string, bytes: number): Promise<string> => {
    const socket = connect(Number(port), hostname);
    t.teardown(() => socket.destroy());
    socket.write(
      `POST /api/hub/v1/${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`,
    );
    const told = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    return within('the relay answers', told);
  };
  t.regex(await announced('heartbeat', 900_000), /^HTTP\/1\.1 401 /);
  t.regex(await announced(`jobs/${randomUUID()}/result`, 900_000), /^HTTP\/1\.1 401 /);
  for (const path of ['enroll', 'challenge', 'token'])
    t.regex(await announced(path, 100_000), /^HTTP\/1\.1 413 /, path);
});
