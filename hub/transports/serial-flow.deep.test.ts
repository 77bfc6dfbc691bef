import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { testFolder } from '../../test/hub/rig/folder.ts';
import { until, within } from '../../test/helpers/wait.ts';
import { hasSocat, openPtyPort } from '../virtual-printer/pty-port.ts';
import { VirtualPrinter } from '../virtual-printer/virtual-printer.ts';
import { TransportError, type LinkLimits } from './link.ts';
import { usualSerial, openSerial, type SerialSettings } from './serial.ts';

const xonByte = '\x11';
const xoffByte = '\x13';
// A busy machine may leave socat without a turn for seconds.
const patienceMs = 60_000;

/** A printer on a terminal, and the open port to it; `say` sends flow control as the printer would. */
async function serialRig(t: ExecutionContext, settings: SerialSettings, limits: LinkLimits) {
  const printer = new VirtualPrinter();
  const labels: string[] = [];
  printer.on('label', ({ raw }) => labels.push(raw.toString('latin1')));
  let say: (text: string) => void = () => {};
  const receive = printer.receive.bind(printer);
  printer.receive = (bytes, reply) => {
    say = reply;
    receive(bytes, reply);
  };
  const port = await openPtyPort(printer, join(await testFolder(t, 'hub-pty'), 'tty'));
  t.teardown(() => port.close());
  const link = await openSerial(port.address, settings, limits);
  t.teardown(() => link.close());
  const isWhole = (reply: string) => reply.includes('\x03');
  if (!(await link.query('~HS', isWhole, patienceMs)))
    throw new Error('The printer on the terminal is silent.');
  return { link, labels, say, address: port.address };
}

const withTerminals = hasSocat() ? test : test.skip;
const flagsOf = {
  xon_xoff: ['ixon', 'ixoff', '-ixany', '-crtscts'],
  rts_cts: ['-ixon', '-ixoff', '-ixany', 'crtscts'],
  none: ['-ixon', '-ixoff', '-ixany', '-crtscts'],
} as const;

for (const flow_control of ['xon_xoff', 'rts_cts', 'none'] as const) {
  withTerminals(`${flow_control}: the port is set so, and says the label at the given speed`, async (t) => {
    const settings = { baud_rate: 115_200, flow_control };
    const { address } = await serialRig(t, settings, { connectMs: 2_000, stallMs: 400 });
    const told = spawnSync('stty', ['-a', '-F', address], { encoding: 'utf8' }).stdout;
    for (const flag of flagsOf[flow_control]) t.regex(told, new RegExp(`(^|\\s)${flag}[;\\s]`));
    t.regex(told, /speed 115200 baud/);
  });
}

withTerminals('XOFF of the printer stops the bytes, XON lets them go on, and none is lost', async (t) => {
  const limits = { connectMs: 2_000, stallMs: patienceMs };
  const { link, labels, say } = await serialRig(t, usualSerial, limits);
  const label = `^XA^FD${'z'.repeat(200_000)}^FS^XZ`;
  let isOut = false;
  const written = link.write(Buffer.from(label), (accepted) => {
    if (isOut || accepted < 4_096) return;
    isOut = true;
    say(xoffByte);
  });
  let before = 0;
  await until('the bytes stand still', async () => {
    before = link.bytesAccepted;
    // Time itself is under test here: nothing may move while it passes.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return isOut && link.bytesAccepted === before;
  });
  t.true(before < label.length, `${before} bytes went past XOFF`);
  t.deepEqual(labels, []);
  say(xonByte);
  await within('the label is taken', written, patienceMs);
  await until('the label is printed', () => labels.length > 0);
  t.is(link.bytesAccepted, label.length);
  t.true(labels[0] === label, 'what was printed is what was sent');
  t.true(await link.finish(2_000));
});

withTerminals('an XOFF that no XON follows is WRITE_STALLED and may have printed', async (t) => {
  const { link, say } = await serialRig(t, usualSerial, { connectMs: 2_000, stallMs: 400 });
  say(xoffByte);
  const error = await t.throwsAsync(link.write(Buffer.alloc(4 * 1024 * 1024, 'x')), {
    instanceOf: TransportError,
  });
  t.is(error?.code, 'WRITE_STALLED');
  t.true(error?.mayHavePrinted);
  await link.close();
});
