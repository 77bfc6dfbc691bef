import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { Bonjour } from 'bonjour-service';
import { testFolder } from '../../test/hub/rig/folder.ts';
import { hubRig, pairedClient } from '../../test/hub/rig/hub-rig.ts';
import type { LocalClient } from '../../test/hub/rig/local-client.ts';
import { announcePrinter } from '../virtual-printer/announce.ts';
import { openTcpPort } from '../virtual-printer/tcp-port.ts';
import { VirtualPrinter } from '../virtual-printer/virtual-printer.ts';
import { serialPrinters } from './serial-printers.ts';
import { usbPathPrinters } from './usb-path-printers.ts';
import { webUsbPrinters } from './webusb-printers.ts';

/** One scan while a printer of this model announces itself at this port; all of a model are the same printer. */
async function scanned(client: LocalClient, model: string, port: number) {
  const announcer = new Bonjour({ interface: '127.0.0.1', bind: '0.0.0.0' } as never);
  announcer.publish({
    name: `${model} test ${port}`,
    type: 'pdl-datastream',
    port,
    host: 'zbr-test.local',
    txt: { ty: model, UUID: `u-${model}` },
  });
  client.events.length = 0;
  const { data } = await client.request('printer.discover');
  const end = await client.event(
    'printer.discovery_completed',
    ({ scan_id }) => scan_id === data?.['scan_id'],
  );
  await new Promise<void>((resolve) => announcer.unpublishAll(() => announcer.destroy(() => resolve())));
  return { end, found: await client.event('printer.discovered', (found) => found['model'] === model) };
}

test('a printer that announces itself by mDNS is discovered, keeps its id when it moves, and is registered', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { end, found: first } = await scanned(client, 'ZD421', 19_100);
  t.true(Number(end['found']) >= 1, JSON.stringify(end));
  t.like(first, { model: 'ZD421', connection: 'network', registered: false });
  t.regex(String(first['address']), /:19100$/);
  const { device_id } = first;
  const registered = await client.request('device.register', { device_id, name: 'Dock 1', is_default: true });
  t.like(registered.data, { id: device_id, name: 'Dock 1', is_default: true, registered: true });
  t.is((await client.request('printer.status', { device_id })).error?.code, 'DEVICE_OFFLINE');
  const { found: second } = await scanned(client, 'ZD421', 19_101);
  t.is(second['device_id'], device_id);
  const list = await client.request('printer.list');
  const mine = (list.data!['printers'] as { id: string }[] | undefined)?.find(({ id }) => id === device_id);
  t.like(mine, { name: 'Dock 1' });
  t.regex(String((mine as { address?: string }).address), /:19101$/);
});

test('a printer that answers stays where it is, whoever announces its name elsewhere', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const port = await openTcpPort(new VirtualPrinter(), 0);
  t.teardown(() => port.close());
  const { found } = await scanned(client, 'ZD-STAYS', Number(port.address.split(':')[1]));
  const { device_id, address } = found;
  await client.request('device.register', { device_id, name: 'Dock 2' });
  t.true((await client.request('printer.status', { device_id })).ok);
  const { end, found: again } = await scanned(client, 'ZD-STAYS', 19_103);
  t.like(again, { device_id, address, name: 'Dock 2' });
  t.regex(String(end['errors']), /:19103 announces itself as Dock 2, which stays at .* while it answers/);
  t.is(rig.hub.book.get(String(device_id)).address, String(address));
});

test('the virtual printer is discovered where it listens: on this machine', async (t) => {
  const client = await pairedClient(t, await hubRig(t));
  const announced = announcePrinter(19_102);
  t.teardown(() => announced.close());
  await client.request('printer.discover');
  const found = await client.event('printer.discovered', ({ name }) => name === 'Virtual printer 19102');
  t.like(found, { address: '127.0.0.1:19102', connection: 'network', registered: false });
});

test('usb printers are named from sysfs', async (t) => {
  const root = await testFolder(t, 'hub-sysfs');
  const [dev, classes, usb] = [join(root, 'dev'), join(root, 'class'), join(root, 'usb/1-1')];
  await mkdir(join(usb, '1-1:1.0'), { recursive: true });
  await mkdir(join(classes, 'lp0'), { recursive: true });
  await mkdir(dev);
  await writeFile(join(dev, 'lp0'), '');
  await symlink(join(usb, '1-1:1.0'), join(classes, 'lp0/device'));
  const attributes = {
    idVendor: '0a5f',
    idProduct: '0166',
    serial: 'D4J1',
    manufacturer: 'Zebra',
    product: 'ZD421',
  };
  for (const [name, text] of Object.entries(attributes)) await writeFile(join(usb, name), `${text}\n`);
  const [printer] = await usbPathPrinters(dev, classes);
  t.like(printer, {
    identity: 'usb:0a5f:0166:D4J1',
    name: 'ZD421',
    manufacturer: 'Zebra',
    connection: 'usb',
    address: join(dev, 'lp0'),
  });
  t.deepEqual(await usbPathPrinters(join(root, 'nowhere'), classes), []);
});

test('serial ports go by their lasting names', async (t) => {
  const folder = await testFolder(t, 'hub-by-id');
  await writeFile(join(folder, 'usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0'), '');
  const [printer] = await serialPrinters(folder);
  t.like(printer, { name: 'FTDI FT232R USB UART A50285BI', connection: 'serial' });
  t.true(Array.isArray(await serialPrinters(join(folder, 'nowhere'))));
});

test('a machine without usb has no usb printers rather than an error', async (t) => {
  t.true(Array.isArray(await webUsbPrinters()));
});
