import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Bonjour } from 'bonjour-service';
import { testFolder } from '../../test/hub/rig/folder.ts';
import { hubRig, pairedClient, quickTimings } from '../../test/hub/rig/hub-rig.ts';
import { RelayStandIn } from '../../test/hub/rig/relay-stand-in.ts';
import { until } from '../../test/helpers/wait.ts';
import { hasSocat, openPtyPort } from '../virtual-printer/pty-port.ts';
import { openTcpPort } from '../virtual-printer/tcp-port.ts';
import { VirtualPrinter } from '../virtual-printer/virtual-printer.ts';
import { usbPathPrinters } from './usb-path-printers.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';

/** The sockets of a machine: device files and what sysfs says about them. */
class UsbSockets {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  list = () => usbPathPrinters(join(this.#root, 'dev'), join(this.#root, 'class'));

  async plug(name: string, terminal: string, socket: string, serial: string): Promise<void> {
    const device = join(this.#root, socket);
    await mkdir(join(this.#root, 'dev'), { recursive: true });
    await mkdir(join(this.#root, 'class', name), { recursive: true });
    await mkdir(join(device, 'face'), { recursive: true });
    await symlink(terminal, join(this.#root, 'dev', name));
    await symlink(join(device, 'face'), join(this.#root, 'class', name, 'device'));
    const facts = { idVendor: '0a5f', idProduct: '0166', ...(serial && { serial }) };
    for (const [file, text] of Object.entries(facts)) await writeFile(join(device, file), `${text}\n`);
  }

  async unplug(name: string): Promise<void> {
    await rm(join(this.#root, 'dev', name));
    await rm(join(this.#root, 'class', name), { recursive: true });
  }
}

async function terminalPrinter(t: ExecutionContext, folder: string, name: string) {
  const printer = new VirtualPrinter();
  const { address, close } = await openPtyPort(printer, join(folder, name));
  t.teardown(close);
  const labels: string[] = [];
  printer.on('label', ({ raw }) => labels.push(raw.toString()));
  return { address, labels };
}

test('usb printers that come back under the path of another print their own labels', async (t) => {
  if (!hasSocat()) return t.pass('skipped: socat is not installed');
  const folder = await testFolder(t, 'hub-usb');
  const sockets = new UsbSockets(folder);
  const [one, two] = await Promise.all(['one', 'two'].map((name) => terminalPrinter(t, folder, name)));
  await sockets.plug('lp0', one!.address, '1-1', 'D4J1');
  await sockets.plug('lp1', two!.address, '1-2', 'D4J2');
  const rig = await hubRig(t, {}, quickTimings, sockets.list);
  const client = await pairedClient(t, rig);
  for (const found of await sockets.list()) await rig.hub.book.saw(found);
  const [first, second] = rig.hub.book.all.map(({ id }) => id);
  const print = async (device_id: string | undefined) => {
    client.events.length = 0;
    await client.request('device.register', { device_id });
    await client.request('printer.print', { device_id, data: helloLabel });
    return client.event('print.job_completed');
  };
  t.like(await print(first), { status: 'done', verified: true });
  t.like(await print(second), { status: 'done', verified: true });
  await sockets.unplug('lp0');
  await sockets.unplug('lp1');
  await sockets.plug('lp0', two!.address, '1-3', 'D4J2');
  const gone = await print(first);
  t.like(gone, { status: 'failed', bytes: 0 });
  t.like(gone['error'], { code: 'CONNECT_FAILED', may_have_printed: false });
  t.is((await client.request('printer.status', { device_id: first })).error?.code, 'DEVICE_OFFLINE');
  t.like(await print(second), { status: 'done', verified: true });
  await sockets.plug('lp1', one!.address, '1-4', 'D4J1');
  t.like(await print(first), { status: 'done', verified: true });
  t.deepEqual([one!.labels.length, two!.labels.length], [2, 2]);
  t.regex(rig.hub.book.get(first!).address, /lp1$/);
});

test('printers without serial numbers are told apart by their sockets', async (t) => {
  const folder = await testFolder(t, 'hub-usb');
  const sockets = new UsbSockets(folder);
  await sockets.plug('lp0', '/dev/null', '1-1', '');
  await sockets.plug('lp1', '/dev/null', '1-2', '');
  t.deepEqual(
    (await sockets.list()).map(({ identity }) => identity),
    ['usb:0a5f:0166:1-1', 'usb:0a5f:0166:1-2'],
  );
});

test('a network printer that moved is followed, and the job that waited for it prints', async (t) => {
  const relay = await RelayStandIn.start();
  t.teardown(() => relay.close());
  const rig = await hubRig(t);
  const announce = (port: number) => {
    const announcer = new Bonjour({ interface: '127.0.0.1', bind: '0.0.0.0' } as never);
    const txt = { UUID: 'moving-1', ty: 'ZD621' };
    announcer.publish({ name: 'Moving', type: 'pdl-datastream', port, host: 'moving.local', txt });
    return () =>
      new Promise<void>((resolve) => announcer.unpublishAll(() => announcer.destroy(() => resolve())));
  };
  const printer = new VirtualPrinter();
  const labels: string[] = [];
  printer.on('label', ({ raw }) => labels.push(raw.toString()));
  const before = await openTcpPort(printer, 0);
  const device = await rig.hub.book.saw({
    identity: 'mdns:moving-1',
    name: 'Moving',
    connection: 'network',
    address: before.address,
    model: null,
    manufacturer: null,
    serial_number: null,
  });
  await rig.hub.book.register(device.id, { is_default: true });
  await rig.hub.cloud.bind({
    backend_url: relay.url,
    anon_key: relay.anonKey,
    organization_id: relay.organizationId,
    warehouse_id: null,
  });
  await relay.until(() => relay.devices.some(({ reachable }) => reachable === true));
  await before.close();
  const job = relay.addJob(device.id, helloLabel);
  await relay.until(() => relay.declines.includes('DEVICE_OFFLINE'));
  t.is(job.status, 'queued');
  const after = await openTcpPort(printer, 0);
  t.teardown(() => after.close());
  t.teardown(announce(Number(after.address.split(':')[1])));
  await until('the waiting job is printed at the new address', () => job.status === 'done');
  t.is(job.claims, 1);
  t.deepEqual(labels, [helloLabel]);
  t.is(rig.hub.book.get(device.id).address, after.address);
  t.true(
    relay.devices.some(({ address }) => address === after.address),
    'the ledger follows',
  );
});
