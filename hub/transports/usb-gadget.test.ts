/**
 * Device files on a kernel's own USB. The guest needs the Debian packages `qemu-system-x86` and `busybox-static`, and a
 * kernel, installed or just unpacked: `apt-get download linux-image-6.1.0-56-amd64 && dpkg-deb -x linux-image-*.deb kernel`,
 * then `USB_GUEST_KERNEL=$PWD/kernel npm test -- hub/transports/usb-gadget.test.ts`. What is missing, the test says.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { usbGuestKernel } from '../../test/helpers/environment.ts';
import { guestProblem, runInGuest } from '../../test/hub/rig/usb-guest.ts';

const kernelRoot = usbGuestKernel();
const problem = guestProblem(kernelRoot);
const inGuest = problem ? test.skip : test;
const title =
  "USB device files keep a transport's promises on a kernel's own USB, in a guest with printer gadgets";

inGuest(problem ? `${title} (${problem})` : title, async (t) => {
  const suite = fileURLToPath(new URL('../../test/hub/rig/usb-guest-suite.js', import.meta.url));
  const output = await runInGuest(`${process.execPath} ${suite}`, kernelRoot);
  const said = output.match(/^(?:not )?ok: .*?(?=\r?$)/gm) ?? [];
  t.log(said.join('\n'));
  t.deepEqual(
    said.map((line) => line.split(':')[0]),
    ['ok', 'ok', 'ok', 'ok'],
    output.slice(-2_000),
  );
});
