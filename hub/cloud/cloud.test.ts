import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { until } from '../../test/helpers/wait.ts';
import { hubRig, pairedClient, printerRig, quickTimings, type HubRig } from '../../test/hub/rig/hub-rig.ts';
import { RelayStandIn } from '../../test/hub/rig/relay-stand-in.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';

async function boundRig(
  t: ExecutionContext,
  prepare: (relay: RelayStandIn) => void = () => undefined,
  timings = quickTimings,
) {
  const relay = await RelayStandIn.start();
  t.teardown(() => relay.close());
  prepare(relay);
  const rig = await hubRig(t, {}, timings);
  const printer = await printerRig(t, rig.hub);
  await rig.hub.cloud.bind(bindRequest(relay));
  await relay.until(() => relay.devices.length > 0);
  return { relay, rig, ...printer };
}

function bindRequest(relay: RelayStandIn) {
  return {
    backend_url: relay.url,
    anon_key: relay.anonKey,
    organization_id: relay.organizationId,
    warehouse_id: null,
  };
}

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

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** A hub with a claimed label that waits behind something else at its printer, until `free` is called. */
async function waitingRig(t: ExecutionContext) {
  const bound = await boundRig(t, undefined, { ...quickTimings, claimMs: 0 });
  const { relay, rig, device_id } = bound;
  relay.answersToLose = 1;
  const job = relay.addJob(device_id, helloLabel);
  await relay.until(() => job.status === 'printing');
  const { opened: isFree, open: free } = gate();
  void rig.hub.lanes.run(device_id, () => isFree);
  // Once more over the next link: now the hub holds it.
  await relay.until(() => job.claims === 2);
  const heard = relay.heartbeats + 1;
  await relay.until(() => relay.heartbeats >= heard);
  return { ...bound, job, free };
}

test('a label that was given up while it waited for its turn is not printed', async (t) => {
  const { relay, device_id, labels, job, free } = await waitingRig(t);
  // Its hub was silent for too long, and somebody had it printed elsewhere.
  job.claim_id = 'another';
  free();
  const nextLabel = helloLabel.replace('Hello', 'next');
  const next = relay.addJob(device_id, nextLabel);
  await relay.until(() => next.status === 'done');
  t.deepEqual(labels, [nextLabel]);
});

test('a label whose turn comes while the platform is away is printed when it is back, once', async (t) => {
  const { relay, rig, device_id, labels, job, free } = await waitingRig(t);
  const platformPort = Number(new URL(relay.url).port);
  await relay.close();
  free();
  // The printer's next turn comes after that of the label.
  await rig.hub.lanes.run(device_id, async () => undefined);
  t.is(labels.length, 0);
  const revived = await RelayStandIn.start(platformPort);
  t.teardown(() => revived.close());
  revived.adopt(relay);
  revived.jobs.set(job.print_job_id, job);
  await revived.until(() => job.status === 'done');
  t.is(labels.length, 1);
});

test('a label that a poll gets after it broke on the side of the hub alone is printed', async (t) => {
  const relay = await RelayStandIn.start();
  t.teardown(() => relay.close());
  relay.refusesUpgrade = true;
  const proxy = await leakyProxy(t, Number(new URL(relay.url).port));
  const rig = await hubRig(t);
  const { device_id, labels } = await printerRig(t, rig.hub);
  await rig.hub.cloud.bind({ ...bindRequest(relay), backend_url: proxy.url });
  await relay.until(() => relay.polls > 0);
  proxy.hangUp();
  await relay.until(() => relay.recalls > 0);
  const job = relay.addJob(device_id, helloLabel);
  await relay.until(() => job.status === 'done');
  t.is(labels.length, 1);
});

/** A proxy that does not pass on that its client has left. */
async function leakyProxy(t: ExecutionContext, port: number) {
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    clients.add(client);
    servers.add(server);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => client.write(bytes));
    for (const socket of [client, server]) socket.on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const hangUp = () => clients.forEach((client) => client.destroy());
  t.teardown(() => {
    hangUp();
    servers.forEach((server) => server.destroy());
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, hangUp };
}

test('of two lists of printers the newer counts, however slow the older is', async (t) => {
  const { relay, rig, device_id } = await boundRig(t);
  const { opened: isHeld, open: release } = gate();
  relay.beforeDevices = isHeld;
  await rig.hub.book.register(device_id, { name: 'older' });
  await relay.until(() => relay.beforeDevices === null);
  await rig.hub.book.register(device_id, { name: 'newer' });
  // What the hub sent before these has arrived.
  const heard = relay.heartbeats + 2;
  await relay.until(() => relay.heartbeats >= heard);
  release();
  await relay.until(() => relay.devices[0]?.['name'] !== 'virtual');
  await relay.until(() => relay.devices[0]?.['name'] === 'newer');
  t.is(relay.devices.length, 1);
});

test('the page says which printers another hub has, until that hub is revoked', async (t) => {
  const { relay, rig, device_id } = await boundRig(t);
  const page = async () => (await fetch(`http://127.0.0.1:${rig.port}/`)).text();
  t.notRegex(await page(), /Another hub/);
  relay.foreign = [device_id];
  relay.cut();
  await until('it is said', async () =>
    (await page()).includes('Another hub of the platform has this printer'),
  );
  relay.foreign = [];
  await until('it is over', async () => !(await page()).includes('Another hub'));
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
