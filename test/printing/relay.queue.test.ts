import { randomUUID } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { desk, post, state } from './desk.ts';
import { enrollHub, postToRelay, testDevice, TestLink } from './relay-client.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('a job is offered at once, claimed with its content, and its result is written back', async (t) => {
  const { device, link } = await desk(platform, t);
  const id = await post(platform, device, { copies: 3, label_kind: 'ucc' });
  const offer = await link.next('offer', (frame) => frame['print_job_id'] === id);
  t.deepEqual(offer, {
    type: 'offer',
    print_job_id: id,
    attempt: 1,
    device_id: device.device_id,
    label_kind: 'ucc',
    copies: 3,
  });
  const claimId = randomUUID();
  const claimed = await link.claim(id, claimId);
  t.like(claimed, {
    type: 'claimed',
    claim_id: claimId,
    device_id: device.device_id,
    copies: 3,
    zpl_content: '^XA^FDhello^FS^XZ',
  });
  t.is((await state(platform, id)).status, 'printing');
  await link.result(id, claimId);
  t.like(await state(platform, id), { status: 'done', error: null });
});

test('claiming again with the same claim is theirs already; another claim is not', async (t) => {
  const { device, link } = await desk(platform, t);
  const id = await post(platform, device);
  const claimId = randomUUID();
  t.is((await link.claim(id, claimId)).type, 'claimed');
  t.is((await link.claim(id, claimId)).type, 'claimed');
  t.like(await link.claim(id), { type: 'not_claimed', reason: 'CLAIMED_BY_OTHER' });
  await link.result(id, claimId);
  t.like(await link.claim(id, claimId), { type: 'not_claimed', reason: 'ALREADY_FINISHED' });
  t.like(await link.claim(randomUUID()), { type: 'not_claimed', reason: 'NOT_FOUND' });
});

test('a result told twice changes nothing the second time; after a retry a late result changes nothing', async (t) => {
  const { device, link } = await desk(platform, t);
  const id = await post(platform, device);
  const first = randomUUID();
  await link.claim(id, first);
  const failure = {
    status: 'failed',
    error: 'PRINT_INTERRUPTED: the label may have printed\nline two',
    verified: false,
  };
  await link.result(id, first, failure);
  t.like(await state(platform, id), {
    status: 'failed',
    error: 'PRINT_INTERRUPTED: the label may have printed line two',
  });
  await link.result(id, first, { status: 'done' });
  t.is((await state(platform, id)).status, 'failed');

  const retried = await platform.client.patch(`/api/wms/print-jobs/${id}`, { action: 'retry' });
  t.like(retried.body.data, { status: 'queued', error: null });
  await link.result(id, first, failure);
  t.like(await state(platform, id), { status: 'queued', error: null });
  const offer = await link.next('offer', (frame) => frame['attempt'] === 2);
  t.is(offer['print_job_id'], id);
  const second = randomUUID();
  t.is((await link.claim(id, second)).type, 'claimed');
  await link.result(id, first, { status: 'done' });
  t.is((await state(platform, id)).status, 'printing');
  await link.result(id, second);
  t.is((await state(platform, id)).status, 'done');
  t.is((await platform.client.patch(`/api/wms/print-jobs/${id}`, { action: 'retry' })).status, 409);
});

test('cancel against claim: whoever is first wins, and a cancelled job is never claimed', async (t) => {
  const { device, link } = await desk(platform, t);
  const outcomes = { cancelled: 0, claimed: 0 };
  for (let round = 0; round < 25; round += 1) {
    const id = await post(platform, device);
    const [answer, claim] = await Promise.all([
      platform.client.patch(`/api/wms/print-jobs/${id}`, { action: 'cancel' }),
      link.claim(id),
    ]);
    const { status } = await state(platform, id);
    if (answer.status === 200) {
      outcomes.cancelled += 1;
      t.deepEqual([claim.type, claim['reason'], status], ['not_claimed', 'CANCELLED', 'cancelled']);
    } else {
      outcomes.claimed += 1;
      t.deepEqual([answer.status, answer.body.error.code], [409, 'STATE_CHANGED']);
      t.deepEqual([claim.type, status], ['claimed', 'printing']);
    }
  }
  t.is(outcomes.cancelled + outcomes.claimed, 25);
});

test('of many claims at once on one job exactly one is granted', async (t) => {
  const { device, link } = await desk(platform, t);
  const id = await post(platform, device);
  const answers = await Promise.all(Array.from({ length: 12 }, () => link.claim(id)));
  t.is(answers.filter(({ type }) => type === 'claimed').length, 1);
});

test('a hub sees nothing of another hub, nor of another organization', async (t) => {
  const mine = await desk(platform, t);
  const neighbour = await desk(platform, t);
  const mismatched = await platform.clientWith(platform.threePl, [
    'wms.print.view',
    'wms.print.create',
    'wms.print.devices',
  ]);
  const stranger = await desk(platform, t, mismatched);
  const id = await post(platform, mine.device);
  for (const { link, hub } of [neighbour, stranger]) {
    t.like(await link.claim(id), { type: 'not_claimed', reason: 'NOT_FOUND' });
    link.send({ type: 'ready', device_ids: [mine.device.device_id], capacity: 10 });
    const claim = { claim_id: randomUUID(), device_ids: [mine.device.device_id] };
    const polled = await postToRelay(platform.url, 'jobs/claim?wait=0', claim, await hub.token());
    t.is(polled.body.data.job, null);
  }
  const claimId = randomUUID();
  await mine.link.claim(id, claimId);
  await neighbour.link.result(id, claimId, { status: 'failed' });
  await stranger.link.result(id, claimId, { status: 'failed' });
  t.is((await state(platform, id)).status, 'printing');
  // Registering a printer under another hub's id takes nothing over.
  neighbour.link.send({ type: 'devices', id: 'theft', devices: [{ ...mine.device, name: 'stolen' }] });
  await neighbour.link.next('devices_ack');
  const { data } = (await platform.client.get(`/api/wms/print-devices?hub_id=${mine.hub.hubId}`)).body;
  t.deepEqual(
    data.map((row: any) => [row.id, row.name]),
    [[mine.device.device_id, mine.device.name]],
  );
  await mine.link.result(id, claimId);
  t.is((await state(platform, id)).status, 'done');
  t.false(neighbour.link.frames.some(({ type }) => type === 'offer'));
  t.false(stranger.link.frames.some(({ type }) => type === 'offer'));
});

test('what waited while the hub was away is offered on hello and on ready, the oldest first', async (t) => {
  const { hub, device, link } = await desk(platform, t);
  link.close();
  await link.closed();
  const ids = [await post(platform, device), await post(platform, device), await post(platform, device)];
  const back = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => back.close());
  for (const id of ids)
    t.is((await back.next('offer', (frame) => ids.includes(frame['print_job_id'])))['print_job_id'], id);
  back.send({ type: 'ready', device_ids: [device.device_id], capacity: 2 });
  const again = [await back.next('offer'), await back.next('offer')];
  t.deepEqual(
    again.map((frame) => frame['print_job_id']),
    ids.slice(0, 2),
  );
});

test('the long poll waits for a job, repeats what its claim holds, and takes results', async (t) => {
  const hub = await enrollHub(platform.url, platform.client);
  const device = testDevice({ is_default_label_printer: false });
  const token = await hub.token();
  const call = (path: string, body: object) => postToRelay(platform.url, path, body, token);
  t.deepEqual((await call('devices', { devices: [device] })).body, { ok: true, data: { foreign: [] } });
  const claim = { claim_id: randomUUID(), device_ids: [device.device_id] };
  t.deepEqual((await call('jobs/claim?wait=0', claim)).body, { ok: true, data: { job: null } });
  const waiting = call('jobs/claim?wait=20', claim);
  const id = await post(platform, device, { copies: 2 });
  const { job } = (await waiting).body.data;
  t.deepEqual(job, {
    print_job_id: id,
    claim_id: claim.claim_id,
    attempt: 1,
    device_id: device.device_id,
    label_kind: 'carton',
    copies: 2,
    content_type: 'application/zpl',
    zpl_content: '^XA^FDhello^FS^XZ',
  });
  t.deepEqual(
    (await call('jobs/claim?wait=0', { claim_id: claim.claim_id, device_ids: [] })).body.data.job,
    job,
  );
  const one = await call('jobs/claim', { claim_id: randomUUID(), print_job_id: id, device_ids: [] });
  t.deepEqual(one.body.data, { job: null, reason: 'CLAIMED_BY_OTHER' });
  const result = {
    claim_id: claim.claim_id,
    status: 'done',
    error: null,
    verified: true,
    may_have_printed: true,
  };
  t.deepEqual((await call(`jobs/${id}/result`, result)).body, { ok: true, data: {} });
  t.deepEqual((await call(`jobs/${id}/result`, result)).body, { ok: true, data: {} });
  t.is((await state(platform, id)).status, 'done');
  t.is((await call(`jobs/${randomUUID()}/result`, result)).status, 404);
  t.is((await call('nowhere', {})).status, 404);
});
