/** What the hub and the platform hold for each other while links break: claims, polls, the list of printers. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { until } from '../../test/helpers/wait.ts';
import { bindRequest, boundRig } from '../../test/hub/rig/bound-rig.ts';
import { hubRig, printerRig, quickTimings } from '../../test/hub/rig/hub-rig.ts';
import { RelayStandIn } from '../../test/hub/rig/relay-stand-in.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** A hub with a claimed label that waits behind something else at its printer, or all that may, until `free` is called. */
async function waitingRig(t: ExecutionContext, isFull = false) {
  const bound = await boundRig(t, undefined, { ...quickTimings, claimMs: 0 });
  const { relay, rig, device_id } = bound;
  relay.answersToLose = 1;
  const job = relay.addJob(device_id, helloLabel);
  await relay.until(() => job.status === 'printing');
  const { opened: isFree, open: free } = gate();
  void rig.hub.lanes.run(device_id, () => isFree);
  // Once more over the next link: now the hub holds it.
  await relay.until(() => {
    while (isFull && rig.hub.lanes.hasRoom(device_id)) void rig.hub.lanes.run(device_id, () => isFree);
    return job.claims === 2;
  });
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

test('a claimed label waits behind as many as may wait, and is printed', async (t) => {
  const { relay, rig, device_id, labels, job, free } = await waitingRig(t, true);
  await t.throwsAsync(
    rig.hub.lanes.run(device_id, async () => undefined),
    { code: 'DEVICE_BUSY' },
  );
  free();
  await relay.until(() => job.status !== 'printing');
  t.like(job, { status: 'done', error: null });
  t.deepEqual(labels, [helloLabel]);
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
