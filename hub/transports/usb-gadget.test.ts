import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { guestProblem, runInGuest } from '../test-rig/usb-guest.ts';

test("USB device files keep a transport's promises on a kernel's own USB, in a guest with printer gadgets", async (t) => {
  const problem = guestProblem();
  if (problem) {
    t.log(`skipped: ${problem}`);
    return t.pass();
  }
  const suite = fileURLToPath(new URL('../test-rig/usb-guest-suite.js', import.meta.url));
  const output = await runInGuest(`${process.execPath} ${suite}`);
  const said = output.match(/^(?:not )?ok: .*?(?=\r?$)/gm) ?? [];
  t.log(said.join('\n'));
  t.deepEqual(
    said.map((line) => line.split(':')[0]),
    ['ok', 'ok', 'ok', 'ok'],
    output.slice(-2_000),
  );
});
