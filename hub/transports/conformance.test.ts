import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parseErrorStatus, parseHostStatus } from '../../domain/printing/printer-state.ts';
import { testFolder } from '../../test/hub/rig/folder.ts';
import { within } from '../../test/helpers/wait.ts';
import { hasSocat, openPtyPort } from '../virtual-printer/pty-port.ts';
import { openTcpPort, type PrinterPort } from '../virtual-printer/tcp-port.ts';
import { VirtualPrinter } from '../virtual-printer/virtual-printer.ts';
import { FakeUsbPrinter } from '../../test/hub/rig/fake-usb-printer.ts';
import { TransportError, type Link, type LinkLimits } from './link.ts';
import { openNetwork } from './network.ts';
import { usualSerial, openSerial } from './serial.ts';
import { openUsbPath } from './usb-path.ts';
import { openWebUsb } from './webusb.ts';

/** One suite for every transport: what a Link promises does not depend on the cable. */
interface Rig {
  printer: VirtualPrinter;
  received: () => string;
  open: (limits?: LinkLimits) => Promise<Link>;
  openNowhere: () => Promise<Link>;
}

const linkLimits: LinkLimits = { connectMs: 2_000, stallMs: 400 };
const testLabels = new URL('../../../test/printing/labels/', import.meta.url);

const rigsByName: Record<string, (t: ExecutionContext) => Promise<Rig>> = {
  network: (t) =>
    rig(
      t,
      (printer) => openTcpPort(printer, 0),
      (address, limits) => openNetwork(address, limits),
      '127.0.0.1:1',
    ),
  webusb: async (t) => {
    const printer = new VirtualPrinter();
    const fake = new FakeUsbPrinter(printer);
    const open = (limits = linkLimits) => openWebUsb(fake, 'usb', limits);
    t.teardown(() => fake.unplug());
    const broken = new FakeUsbPrinter(printer);
    broken.unplug();
    return {
      printer,
      received: collect(printer),
      open,
      openNowhere: () => openWebUsb(broken, 'usb', linkLimits),
    };
  },
};
if (hasSocat()) {
  rigsByName['serial'] = (t) =>
    rig(t, ptyPort, (address, limits) => openSerial(address, usualSerial, limits), '/dev/nowhere');
  rigsByName['usb path'] = (t) =>
    rig(t, ptyPort, (address, limits) => openUsbPath(address, limits), '/dev/nowhere');
} else {
  console.log('skipped: serial and usb path transports, socat is not installed');
}

async function ptyPort(printer: VirtualPrinter, t: ExecutionContext): Promise<PrinterPort> {
  return openPtyPort(printer, join(await testFolder(t, 'hub-pty'), 'tty'));
}

async function rig(
  t: ExecutionContext,
  makePort: (printer: VirtualPrinter, t: ExecutionContext) => Promise<PrinterPort>,
  openAt: (address: string, limits: LinkLimits) => Promise<Link>,
  nowhere: string,
): Promise<Rig> {
  const printer = new VirtualPrinter();
  const received = collect(printer);
  const port = await makePort(printer, t);
  t.teardown(() => port.close());
  const open = async (limits = linkLimits) => {
    const link = await openAt(port.address, limits);
    t.teardown(() => link.close());
    return link;
  };
  return { printer, received, open, openNowhere: () => openAt(nowhere, linkLimits) };
}

function collect(printer: VirtualPrinter): () => string {
  let text = '';
  printer.on('label', ({ raw }) => (text += raw.toString('latin1')));
  return () => text;
}

function printed(printer: VirtualPrinter): Promise<void> {
  const label = new Promise<void>((resolve) => printer.once('label', () => resolve()));
  return within('the printer has printed a label', label);
}

// An answer is waited for as long as a busy machine may take.
const patienceMs = 20_000;

for (const [name, makeRig] of Object.entries(rigsByName)) {
  test(`${name}: real labels arrive byte for byte`, async (t) => {
    const { received, open, printer } = await makeRig(t);
    const files = (await readdir(testLabels)).sort();
    t.true(files.length >= 5);
    let expected = '';
    for (const file of files) {
      const bytes = await readFile(new URL(file, testLabels));
      const label = bytes.subarray(0, bytes.lastIndexOf('^XZ') + 3);
      const link = await open();
      const arrived = printed(printer);
      const progress: number[] = [];
      await link.write(label, (accepted) => progress.push(accepted));
      await arrived;
      t.is(progress.at(-1), label.length);
      t.is(link.bytesAccepted, label.length);
      t.true(await link.finish(2_000));
      await link.close();
      expected += label.toString('latin1');
    }
    t.true(received() === expected, 'what was printed is what was sent');
  });

  test(`${name}: status commands are answered, before and after data`, async (t) => {
    const { open, printer } = await makeRig(t);
    const link = await open();
    const errors = await link.query('~HQES', (reply) => parseErrorStatus(reply) !== null, patienceMs);
    t.false(parseErrorStatus(errors ?? '')?.out_of_paper);
    printer.set('paper_out', true);
    await link.write(Buffer.from('^XA^FDx^FS^XZ'));
    const status = await link.query('~HS', (reply) => parseHostStatus(reply) !== null, patienceMs);
    t.like(parseHostStatus(status ?? ''), { out_of_paper: true, idle: false });
    await link.close();
    await link.close();
  });

  test(`${name}: silence is no answer, not a fault`, async (t) => {
    const { open, printer } = await makeRig(t);
    printer.set('silent', true);
    const link = await open();
    t.is(await link.query('~HS', (reply) => reply.length > 0, 100), null);
    await link.close();
  });

  test(`${name}: a stalled printer is WRITE_STALLED and may have printed`, async (t) => {
    const { open, printer } = await makeRig(t);
    const link = await open();
    printer.set('stalled', true);
    const error = await t.throwsAsync(link.write(Buffer.alloc(24 * 1024 * 1024, 'x')), {
      instanceOf: TransportError,
    });
    t.is(error?.code, 'WRITE_STALLED');
    t.true(error?.mayHavePrinted);
    t.is(error?.bytesAccepted, link.bytesAccepted);
    await link.close();
  });

  test(`${name}: a slow printer is waited for`, async (t) => {
    const { open, printer, received } = await makeRig(t);
    const link = await open({ connectMs: 2_000, stallMs: 20_000 });
    printer.set('stalled', true);
    const label = `^XA^FD${'y'.repeat(300_000)}^FS^XZ`;
    const arrived = printed(printer);
    const written = link.write(Buffer.from(label));
    // Here the printer sets the pace: it hangs for a while and comes back.
    setTimeout(() => printer.set('stalled', false), 200);
    await written;
    await arrived;
    t.true(received() === label);
    await link.close();
  });

  test(`${name}: unplugged midway is WRITE_FAILED and may have printed`, async (t) => {
    const { open, printer } = await makeRig(t);
    const link = await open({ connectMs: 2_000, stallMs: 10_000 });
    printer.set('stalled', true);
    const written = link.write(Buffer.alloc(24 * 1024 * 1024, 'x'));
    setTimeout(() => printer.hangUp(), 100);
    const error = await t.throwsAsync(written, { instanceOf: TransportError });
    t.is(error?.code, 'WRITE_FAILED');
    t.true(error?.mayHavePrinted);
    t.false(await link.finish(500));
    await link.close();
  });

  test(`${name}: nobody there is CONNECT_FAILED and certainly not printed`, async (t) => {
    const { openNowhere } = await makeRig(t);
    const error = await t.throwsAsync(openNowhere(), { instanceOf: TransportError });
    t.like(error, { code: 'CONNECT_FAILED', bytesAccepted: 0, mayHavePrinted: false });
  });
}

test('network: a printer that accepts and never reads does not end cleanly', async (t) => {
  const { open, printer } = await rigsByName['network']!(t);
  const link = await open();
  printer.set('stalled', true);
  await link.write(Buffer.from('^XA^FDx^FS^XZ'));
  t.false(await link.finish(200));
});
