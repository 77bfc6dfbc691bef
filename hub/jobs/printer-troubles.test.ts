import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { troubleOf } from '../../domain/printing/printer-state.ts';
import type { HubDeps } from '../hub-deps.ts';
import { testFolder } from '../../test/hub/rig/folder.ts';
import {
  networkPrinter,
  quickTimings,
  hubRig,
  pairedClient,
  printerRig,
  registerPrinter,
} from '../../test/hub/rig/hub-rig.ts';
import { until } from '../../test/helpers/wait.ts';
import { hasSocat, openPtyPort } from '../virtual-printer/pty-port.ts';
import { unsent } from './print-station.ts';
import { VirtualPrinter } from '../virtual-printer/virtual-printer.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';
const largeLabel = `^XA^FD${'y'.repeat(900_000)}^FS^XZ`;
// A printer that answers and is mended in time is one however busy the machine is.
const patient = { ...quickTimings, statusMs: 20_000, troubleMs: 30_000, requestMs: 30_000 };
// Where a silence or a trouble that stays is the point: short, but not mistaken for one that the machine makes.
const impatient = { ...quickTimings, statusMs: 1_500, requestMs: 30_000 };

test('out of paper before the job: failed at once, nothing sent', async (t) => {
  const rig = await hubRig(t, {}, patient);
  const client = await pairedClient(t, rig);
  const { device_id, printer, labels } = await printerRig(t, rig.hub);
  printer.set('paper_out', true);
  t.true((await client.request('printer.print', { device_id, data: helloLabel })).ok);
  const end = await client.event('print.job_completed');
  t.like(end, { status: 'failed', bytes: 0 });
  t.like(end['error'], { code: 'PRINTER_ERROR', may_have_printed: false });
  t.is(
    (await client.request('printer.print', { device_id, data: helloLabel })).error?.code,
    'PRINTER_NOT_READY',
  );
  printer.set('paper_out', false);
  t.is(labels.length, 0);
});

test('a label that a restart may print is not told as one that was never sent', async (t) => {
  const { hub } = await hubRig(t, {}, patient);
  const { device_id, labels } = await printerRig(t, hub);
  const label = { zpl: helloLabel, copies: 1 };
  const accepted = {
    type: 'accepted',
    at: Date.now(),
    device_id,
    ...label,
    client_key: null,
    digest: null,
  } as const;
  for (const key of ['written', 'unwritten']) await hub.journal.append({ ...accepted, key });
  const fail = (key: string) =>
    hub.station.settle(key, device_id, label, unsent('CONNECT_FAILED', 'The printer is off'));
  t.false((await fail('written')).error!.may_have_printed);
  const path = join(hub.config.data_dir, 'journal.log');
  // The disk takes nothing more: neither the next line nor another file.
  await hub.journal.close();
  await mkdir(`${path}.new`);
  t.true((await fail('unwritten')).error!.may_have_printed);
  t.true(hub.journal.get('unwritten')?.result?.error?.may_have_printed);
  await rmdir(`${path}.new`);
  t.is(labels.length, 0);
});

for (const trouble of ['paper_out', 'cover_open', 'ribbon_out', 'paused'] as const) {
  test(`${trouble} midway: waited for, and done when it is mended`, async (t) => {
    const rig = await hubRig(t, {}, patient);
    const client = await pairedClient(t, rig);
    const { device_id, printer, labels } = await printerRig(t, rig.hub, 'slow', 50);
    printer.once('label', () => printer.set(trouble, true));
    await client.request('printer.print', { device_id, data: helloLabel + helloLabel });
    await seenInTrouble(rig.hub, device_id);
    t.is(labels.length, 1);
    printer.set(trouble, false);
    t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
    t.is(labels.length, 2);
  });
}

test('the cover stays open midway: failed, may have printed', async (t) => {
  const rig = await hubRig(t, {}, { ...patient, troubleMs: 2_500 });
  const client = await pairedClient(t, rig);
  const { device_id, printer } = await printerRig(t, rig.hub, 'slow', 50);
  printer.once('label', () => printer.set('cover_open', true));
  await client.request('printer.print', { device_id, data: helloLabel + helloLabel });
  const end = await client.event('print.job_completed');
  t.like(end, { status: 'failed', verified: false });
  t.like(end['error'], { code: 'PRINTER_ERROR', may_have_printed: true });
  t.regex((end['error'] as { message: string }).message, /cover is open/);
});

test('a printer without status is done unverified after a clean end', async (t) => {
  const rig = await hubRig(t, {}, { ...impatient, finishMs: 20_000 });
  const client = await pairedClient(t, rig);
  const { device_id, printer, labels } = await printerRig(t, rig.hub);
  printer.set('silent', true);
  await client.request('printer.print', { device_id, data: helloLabel });
  t.like(await client.event('print.job_completed'), { status: 'done', verified: false });
  t.is(labels.length, 1);
});

test('a printer that accepts and never reads is not done', async (t) => {
  const rig = await hubRig(t, {}, impatient);
  const client = await pairedClient(t, rig);
  const { device_id, printer } = await printerRig(t, rig.hub);
  printer.set('stalled', true);
  await client.request('printer.print', { device_id, data: helloLabel });
  const end = await client.event('print.job_completed');
  t.like(end['error'], { code: 'WRITE_STALLED', may_have_printed: true });
});

test('it hangs in the middle of the label: failed after the wait, may have printed', async (t) => {
  const rig = await hubRig(t, {}, impatient);
  const client = await pairedClient(t, rig);
  const { device_id, printer } = await printerRig(t, rig.hub);
  hangMidway(printer, () => printer.set('stalled', true));
  await client.request('printer.print', { device_id, data: largeLabel });
  const end = await client.event('print.job_completed');
  t.is(end['status'], 'failed');
  t.true((end['error'] as { may_have_printed: boolean }).may_have_printed);
});

test('the plug is pulled in the middle: failed, may have printed, and the next job prints', async (t) => {
  const rig = await hubRig(t, {}, patient);
  const client = await pairedClient(t, rig);
  const { device_id, printer, labels } = await printerRig(t, rig.hub);
  hangMidway(printer, () => printer.hangUp());
  await client.request('printer.print', { device_id, data: largeLabel });
  const end = await client.event('print.job_completed');
  t.is(end['status'], 'failed');
  t.true((end['error'] as { may_have_printed: boolean }).may_have_printed);
  client.events.length = 0;
  await client.request('printer.print', { device_id, data: helloLabel });
  t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
  t.is(labels.length, 1);
});

test('nobody there: failed, certainly not printed', async (t) => {
  const rig = await hubRig(t, {}, patient);
  const client = await pairedClient(t, rig);
  const { device_id } = await printerRig(t, rig.hub);
  await rig.hub.book.saw({ ...rig.hub.book.get(device_id), address: '127.0.0.1:1' });
  await client.request('printer.print', { device_id, data: helloLabel });
  t.like((await client.event('print.job_completed'))['error'], {
    code: 'CONNECT_FAILED',
    may_have_printed: false,
  });
});

test('the status of a printer in trouble midway is told while its job waits', async (t) => {
  const rig = await hubRig(t, {}, patient);
  const client = await pairedClient(t, rig);
  const { device_id, printer } = await printerRig(t, rig.hub, 'slow', 50);
  printer.once('label', () => printer.set('paper_out', true));
  await client.request('printer.print', { device_id, data: helloLabel + helloLabel });
  await seenInTrouble(rig.hub, device_id);
  t.like((await client.request('printer.status', { device_id })).data, { out_of_paper: true, ready: false });
  printer.set('paper_out', false);
  t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
});

test('two printers do not wait for each other', async (t) => {
  const rig = await hubRig(t, {}, patient);
  const client = await pairedClient(t, rig);
  // The one stops in its first label, until the other is done.
  const slow = await printerRig(t, rig.hub, 'slow', 50);
  slow.printer.once('label', () => slow.printer.set('paused', true));
  const quick = await printerRig(t, rig.hub, 'quick');
  await client.request('printer.print', { device_id: slow.device_id, data: helloLabel + helloLabel });
  await seenInTrouble(rig.hub, slow.device_id);
  await client.request('printer.print', { device_id: quick.device_id, data: helloLabel });
  await client.event('print.job_completed');
  slow.printer.set('paused', false);
  await client.event('print.job_completed', ({ device_id }) => device_id === slow.device_id);
  t.deepEqual(
    client.events.map(({ data: end }) => end['device_id']),
    [quick.device_id, slow.device_id],
  );
});

test('a serial printer without paper midway is waited for, and done when it has some', async (t) => {
  if (!hasSocat()) return t.pass('skipped: socat is not installed');
  const rig = await hubRig(t, {}, patient);
  const client = await pairedClient(t, rig);
  const printer = new VirtualPrinter(50);
  const port = await openPtyPort(printer, join(await testFolder(t, 'hub-tty'), 'tty'));
  t.teardown(() => port.close());
  const device_id = await registerPrinter(rig.hub, {
    ...networkPrinter(port.address),
    connection: 'serial',
  });
  printer.once('label', () => printer.set('paper_out', true));
  await client.request('printer.print', { device_id, data: helloLabel + helloLabel });
  await seenInTrouble(rig.hub, device_id);
  printer.set('paper_out', false);
  t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
});

for (const connection of ['serial', 'usb'] as const) {
  test(`whole jobs over a ${connection} terminal, verified`, async (t) => {
    if (!hasSocat()) return t.pass('skipped: socat is not installed');
    const rig = await hubRig(t, {}, patient);
    const client = await pairedClient(t, rig);
    const printer = new VirtualPrinter();
    const port = await openPtyPort(printer, join(await testFolder(t, 'hub-tty'), 'tty'));
    t.teardown(() => port.close());
    const labels: string[] = [];
    printer.on('label', ({ raw }) => labels.push(raw.toString()));
    const unnamed = { model: null, manufacturer: null, serial_number: null };
    const device_id = await registerPrinter(rig.hub, {
      ...unnamed,
      identity: 'tty',
      name: 'tty',
      connection,
      address: port.address,
    });
    for (let count = 1; count <= 3; count += 1) {
      client.events.length = 0;
      await client.request('printer.print', { device_id, data: helloLabel });
      t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
      t.is(labels.length, count);
    }
  });
}

test('a serial printer that is switched off and on in the middle may have lost the label: it is not done', async (t) => {
  if (!hasSocat()) return t.pass('skipped: socat is not installed');
  const rig = await hubRig(t, {}, impatient);
  const client = await pairedClient(t, rig);
  const printer = new VirtualPrinter(5_000);
  const port = await openPtyPort(printer, join(await testFolder(t, 'hub-tty'), 'tty'));
  t.teardown(() => port.close());
  const device_id = await registerPrinter(rig.hub, {
    ...networkPrinter(port.address),
    connection: 'serial',
  });
  await client.request('printer.print', { device_id, data: helloLabel });
  const { watch } = rig.hub;
  await until('the printer is printing', () => watch.last(device_id).state.idle === false);
  printer.set('silent', true);
  printer.forget();
  await until('it no longer answers', () => watch.last(device_id).state.idle === null);
  printer.set('silent', false);
  const end = await client.event('print.job_completed');
  t.like(end, { status: 'failed', verified: false });
  t.like(end['error'], { code: 'PRINTER_ERROR', may_have_printed: true });
});

test('a serial printer that is switched off is offline and takes nothing, and prints when it is on again', async (t) => {
  if (!hasSocat()) return t.pass('skipped: socat is not installed');
  const timings = { ...impatient };
  const rig = await hubRig(t, {}, timings);
  const client = await pairedClient(t, rig);
  const printer = new VirtualPrinter();
  const port = await openPtyPort(printer, join(await testFolder(t, 'hub-tty'), 'tty'));
  t.teardown(() => port.close());
  const device_id = await registerPrinter(rig.hub, {
    ...networkPrinter(port.address),
    connection: 'serial',
  });
  t.true((await client.request('printer.status', { device_id })).ok);
  // The printer behind the adapter is off: the adapter's port still opens.
  printer.set('silent', true);
  t.is((await client.request('printer.status', { device_id })).error?.code, 'DEVICE_OFFLINE');
  t.is(rig.hub.watch.last(device_id).reachable, false);
  await client.request('printer.print', { device_id, data: helloLabel });
  const end = await client.event('print.job_completed');
  t.like(end, { status: 'failed', bytes: 0 });
  t.like(end['error'], { code: 'CONNECT_FAILED', may_have_printed: false });
  printer.set('silent', false);
  timings.statusMs = patient.statusMs;
  client.events.length = 0;
  await client.request('printer.print', { device_id, data: helloLabel });
  t.like(await client.event('print.job_completed'), { status: 'done', verified: true });
});

/** Resolves once the hub knows that the printer has a problem. */
async function seenInTrouble(hub: HubDeps, deviceId: string): Promise<void> {
  await until('the hub knows of the trouble', () => troubleOf(hub.watch.last(deviceId).state) ?? false);
}

/** Calls `then` once a good part of a large label has reached the printer. */
function hangMidway(printer: VirtualPrinter, then: () => void): void {
  let flows = 0;
  const listener = () => {
    flows += 1;
    if (flows !== 8) return;
    printer.off('flow', listener);
    then();
  };
  printer.on('flow', listener);
}
