/**
 * What the conformance suite asks of a transport, on gadgets, without AVA (which alone takes a guest half a minute).
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';
import { parseErrorStatus, parseHostStatus } from '../../../domain/printing/printer-state.ts';
import type { LinkLimits } from '../../../hub/transports/link.ts';
import { openUsbPath } from '../../../hub/transports/usb-path.ts';
import { VirtualPrinter } from '../../../hub/virtual-printer/virtual-printer.ts';
import { openGadgetPort } from './gadget-port.ts';
import { until, within } from '../../helpers/wait.ts';

const linkLimits: LinkLimits = { connectMs: 5_000, stallMs: 1_500 };
const testLabels = new URL('../../../../test/printing/labels/', import.meta.url);
const flood = Buffer.alloc(1024 * 1024, 'x');

async function plugged() {
  const printer = new VirtualPrinter();
  let received = '';
  printer.on('label', ({ raw }) => (received += raw.toString('latin1')));
  const port = await openGadgetPort(printer);
  const link = await openUsbPath(port.address, linkLimits);
  const end = async () => {
    await link.close();
    await port.close();
  };
  return { printer, link, end, received: () => received };
}

const checks: Record<string, () => Promise<void>> = {
  'real labels arrive byte for byte': async () => {
    const { link, end, received } = await plugged();
    let expected = '';
    for (const file of (await readdir(testLabels)).sort()) {
      const bytes = await readFile(new URL(file, testLabels));
      const label = bytes.subarray(0, bytes.lastIndexOf('^XZ') + 3);
      const before = link.bytesAccepted;
      await link.write(label);
      assert.equal(link.bytesAccepted - before, label.length);
      assert.equal(await link.finish(5_000), true);
      expected += label.toString('latin1');
    }
    await until('every label is printed', () => received().length >= expected.length);
    assert.ok(received() === expected, 'what was printed is what was sent');
    await end();
  },
  'status commands are answered, before and after data': async () => {
    const { printer, link, end } = await plugged();
    const errors = await link.query('~HQES', (reply) => parseErrorStatus(reply) !== null, 5_000);
    assert.equal(parseErrorStatus(errors ?? '')?.out_of_paper, false);
    printer.set('paper_out', true);
    await link.write(Buffer.from('^XA^FDx^FS^XZ'));
    const status = await link.query('~HS', (reply) => parseHostStatus(reply) !== null, 5_000);
    assert.equal(parseHostStatus(status ?? '')?.out_of_paper, true);
    await end();
  },
  'a stalled printer is WRITE_STALLED and may have printed': async () => {
    const { printer, link, end } = await plugged();
    printer.set('stalled', true);
    await assert.rejects(link.write(flood), { code: 'WRITE_STALLED', mayHavePrinted: true });
    assert.ok(link.bytesAccepted < flood.length);
    printer.set('stalled', false);
    await end();
  },
  'unplugged midway is WRITE_FAILED and may have printed': async () => {
    const { printer, link, end } = await plugged();
    printer.set('stalled', true);
    const written = assert.rejects(link.write(flood), { code: 'WRITE_FAILED', mayHavePrinted: true });
    setTimeout(() => printer.hangUp(), 100);
    await written;
    await end();
  },
};

for (const [name, check] of Object.entries(checks)) {
  await within(name, check(), 20_000).then(
    () => console.log(`ok: ${name}`),
    (fault: Error) => console.log(`not ok: ${name}: ${fault.message}`),
  );
}
process.exit(0);
