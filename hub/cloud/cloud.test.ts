import { readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { bindRequest, boundRig } from '../../test/hub/rig/bound-rig.ts';
import { hubRig, pairedClient, printerRig, quickTimings, type HubRig } from '../../test/hub/rig/hub-rig.ts';
import { RelayStandIn } from '../../test/hub/rig/relay-stand-in.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';

test('hub.cloud_bind enrolls, and its data is an empty object', async (t) => {
  const relay = await RelayStandIn.start();
  t.teardown(() => relay.close());
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const params = {
    backend_url: relay.url,
    backend_anon_key: relay.anonKey,
    organization_id: relay.organizationId,
  };
  const refused = await client.request('hub.cloud_bind', { ...params, backend_anon_key: 'wrong' });
  t.is(refused.error?.code, 'CLOUD_REJECTED');
  t.deepEqual(await client.request('hub.cloud_bind', params), { id: 3, ok: true, data: {} });
  t.true(
    (
      await client.request('hub.cloud_bind', {
        ...params,
        organization_id: params.organization_id.toUpperCase(),
      })
    ).ok,
    'the same organization, in capitals',
  );
  await relay.until(() => relay.isLinked);
  const state = await readFile(`${rig.config.data_dir}/cloud.json`, 'utf8');
  t.false(state.includes(relay.anonKey), 'the enrollment key is kept nowhere');
  t.is(
    (await client.request('hub.cloud_bind', { ...params, backend_url: 'http://example.com' })).error?.code,
    'INVALID_PARAMS',
  );
  const other = { ...params, organization_id: '6f1c0d9e-4a55-4a4e-9d0a-0c9f4c1c2b3a' };
  t.is((await client.request('hub.cloud_bind', other)).error?.code, 'CLOUD_ALREADY_BOUND');
  rig.hub.cloud.confirmRebinding();
  t.true((await client.request('hub.cloud_bind', other)).ok, 'a person agreed on the local page');
});

test('nobody at the address is CLOUD_UNREACHABLE', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const params = {
    backend_url: 'http://127.0.0.1:1',
    backend_anon_key: 'k',
    organization_id: '6f1c0d9e-4a55-4a4e-9d0a-0c9f4c1c2b3a',
  };
  t.is((await client.request('hub.cloud_bind', params)).error?.code, 'CLOUD_UNREACHABLE');
});

test('an offered job is claimed, printed and reported', async (t) => {
  const { relay, device_id, labels } = await boundRig(t);
  const job = relay.addJob(device_id, helloLabel, 3);
  await relay.until(() => job.status === 'done');
  t.true(job.verified);
  t.is(job.error, null);
  t.deepEqual(labels, [helloLabel.replace('^XZ', '^PQ3^XZ')]);
});

test('jobs queued before the hub came are found by ready', async (t) => {
  const { relay, rig, device_id, labels } = await boundRig(t);
  relay.cut();
  for (let count = 0; count < 30; count += 1)
    relay.addJob(device_id, helloLabel.replace('Hello', `no ${count}`));
  await relay.until(() => [...relay.jobs.values()].every(({ status }) => status === 'done'));
  t.is(new Set(labels).size, 30);
  t.is(labels.length, 30);
  t.truthy(rig);
});

test('a printer that is not ready is not claimed for; the job prints when it is', async (t) => {
  const { relay, device_id, printer, labels } = await boundRig(t);
  const first = relay.addJob(device_id, helloLabel);
  await relay.until(() => first.status === 'done');
  printer.set('paper_out', true);
  const job = relay.addJob(device_id, helloLabel);
  await relay.until(() => relay.declines.length > 0);
  t.is(relay.declines[0], 'PRINTER_NOT_READY');
  t.is(job.status, 'queued');
  await relay.until(() => relay.devices[0]?.['status'] === 'out_of_paper');
  printer.set('paper_out', false);
  await relay.until(() => job.status === 'done');
  t.is(labels.length, 2);
});

test('a job cancelled before the claim is never printed', async (t) => {
  const { relay, device_id, labels } = await boundRig(t);
  const cancelled = relay.addJob(device_id, helloLabel);
  cancelled.status = 'cancelled';
  const next = relay.addJob(device_id, helloLabel.replace('Hello', 'next'));
  await relay.until(() => next.status === 'done');
  t.deepEqual(labels, [helloLabel.replace('Hello', 'next')]);
});

test('lost answers to claims and results print once and are told', async (t) => {
  const { relay, device_id, labels } = await boundRig(t);
  relay.answersToLose = 2;
  const job = relay.addJob(device_id, helloLabel);
  await relay.until(() => job.status === 'done' && relay.answersToLose === 0);
  t.is(labels.length, 1);
  t.true(job.claims >= 2);
  const next = relay.addJob(device_id, helloLabel);
  await relay.until(() => next.status === 'done');
  t.is(labels.length, 2);
});

test('a doubled offer prints once', async (t) => {
  const { relay, rig, device_id, labels } = await boundRig(t);
  const job = relay.addJob(device_id, helloLabel);
  relay.addJob(device_id, helloLabel.replace('Hello', 'other'));
  relay.cut();
  await relay.until(() => [...relay.jobs.values()].every(({ status }) => status === 'done'));
  t.is(labels.filter((label) => label === helloLabel).length, 1);
  t.is(job.status, 'done');
  t.truthy(rig);
});

test('labels that would reconfigure the printer fail unsent', async (t) => {
  const { relay, device_id, labels } = await boundRig(t);
  const job = relay.addJob(device_id, '^XA^JUF^XZ');
  await relay.until(() => job.status === 'failed');
  t.regex(job.error ?? '', /^ZPL_FORBIDDEN: /);
  t.is(labels.length, 0);
});

test('heartbeats say who answers; a switched-off printer is not reachable although the hub is up', async (t) => {
  const { relay, rig, device_id } = await boundRig(t);
  await relay.until(() => relay.devices[0]?.['reachable'] === true);
  t.like(relay.devices[0], {
    device_id,
    status: 'ready',
    is_default_label_printer: true,
    device_type: 'label_printer',
  });
  await rig.hub.book.saw({ ...rig.hub.book.get(device_id), address: '127.0.0.1:1' });
  await relay.until(() => relay.devices[0]?.['reachable'] === false);
  t.is(relay.devices[0]?.['status'], 'offline');
  // The ledger follows the address; a heartbeat can be faster than the device list.
  await relay.until(() => relay.devices[0]?.['address'] === '127.0.0.1:1');
});

test('where a proxy refuses the upgrade, jobs come over HTTP', async (t) => {
  const { relay, device_id, labels } = await boundRig(t, (fresh) => (fresh.refusesUpgrade = true));
  const jobs = Array.from({ length: 5 }, (_, at) =>
    relay.addJob(device_id, helloLabel.replace('Hello', `no ${at}`)),
  );
  await relay.until(() => jobs.every(({ status }) => status === 'done'));
  t.is(labels.length, 5);
  t.false(relay.isLinked);
  await relay.until(() => relay.heartbeats > 0);
});

test('the hub comes back after the backend was gone', async (t) => {
  const { relay, device_id, labels } = await boundRig(t);
  const port = Number(new URL(relay.url).port);
  await relay.close();
  const revived = await RelayStandIn.start(port);
  t.teardown(() => revived.close());
  revived.adopt(relay);
  await revived.until(() => revived.isLinked);
  const job = revived.addJob(device_id, helloLabel);
  await revived.until(() => job.status === 'done');
  t.is(labels.length, 1);
});

test('stopping finishes the label that is being printed', async (t) => {
  const { relay, rig, device_id, labels } = await slowRig(t);
  const job = relay.addJob(device_id, helloLabel);
  await relay.until(() => job.status === 'printing');
  await rig.stop();
  t.is(labels.length, 1);
  t.is(job.status, 'done');
});

async function slowRig(t: ExecutionContext) {
  const relay = await RelayStandIn.start();
  t.teardown(() => relay.close());
  const rig: HubRig = await hubRig(t, {}, quickTimings);
  const printer = await printerRig(t, rig.hub, 'slow', 200);
  await rig.hub.cloud.bind(bindRequest(relay));
  await relay.until(() => relay.devices.length > 0);
  return { relay, rig, ...printer };
}
