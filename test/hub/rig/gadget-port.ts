/**
 * A virtual printer behind the kernel's own USB: a printer gadget on a dummy controller, as in the guest of
 * usb-guest.ts.
 */
import { existsSync, readdirSync } from 'node:fs';
import { constants, mkdir, open, rmdir, symlink, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrinterPort } from '../../../hub/virtual-printer/tcp-port.ts';
import type { VirtualPrinter } from '../../../hub/virtual-printer/virtual-printer.ts';
import { until } from '../../helpers/wait.ts';

const gadgetsFolder = '/sys/kernel/config/usb_gadget';
const idleMs = 5;

let plugging: Promise<unknown> = Promise.resolve();
let plugged = 0;

/** Plugs in one printer at a time, so that the new device files are known to belong to it. */
export function openGadgetPort(printer: VirtualPrinter): Promise<PrinterPort> {
  const port = plugging.then(() => plugIn(printer));
  plugging = port.catch(() => {});
  return port;
}

async function plugIn(printer: VirtualPrinter): Promise<PrinterPort> {
  const number = plugged++;
  const known = new Set(deviceFiles());
  const folder = join(gadgetsFolder, `printer${number}`);
  const printerFunction = join(folder, `functions/printer.${number}`);
  const configuration = join(folder, 'configs/c.1');
  await mkdir(folder);
  await writeFile(join(folder, 'idVendor'), '0x0a5f');
  await writeFile(join(folder, 'idProduct'), '0x0166');
  await mkdir(configuration);
  await mkdir(printerFunction);
  await symlink(printerFunction, join(configuration, `printer.${number}`));
  await writeFile(join(folder, 'UDC'), `dummy_udc.${number}`);
  const added = (form: RegExp) => () =>
    deviceFiles().find((file) => !known.has(file) && form.test(file)) ?? false;
  const gadget = await until('the gadget has its device file', added(/g_printer/));
  const address = await until('the host sees the printer', added(/usb\/lp/));

  const file = await open(gadget, constants.O_RDWR | constants.O_NONBLOCK);
  let isOpen = true;
  const unplug = async () => {
    if (!isOpen) return;
    isOpen = false;
    await writeFile(join(folder, 'UDC'), '\n').catch(() => {});
  };
  const hangUp = () => void unplug();
  printer.on('hang_up', hangUp);
  const pumping = pump(printer, file, () => isOpen);
  return {
    address,
    async close() {
      printer.off('hang_up', hangUp);
      await unplug();
      await pumping;
      await file.close();
      await unlink(join(configuration, `printer.${number}`));
      for (const made of [configuration, printerFunction, folder]) await rmdir(made);
    },
  };
}

/** Node has no event for these files: they are read until they are empty, and checked again soon. */
async function pump(printer: VirtualPrinter, file: FileHandle, isOpen: () => boolean): Promise<void> {
  const room = Buffer.alloc(16 * 1024);
  while (isOpen()) {
    const bytesRead = printer.wantsMore
      ? await file.read(room, 0, room.length, null).then(
          (answer) => answer.bytesRead,
          () => 0,
        )
      : 0;
    if (bytesRead > 0)
      printer.receive(
        Buffer.from(room.subarray(0, bytesRead)),
        (text) => void file.write(text).catch(() => {}),
      );
    else await new Promise((resolve) => setTimeout(resolve, idleMs));
  }
}

function deviceFiles(): string[] {
  const list = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return [...list('/dev').filter((name) => name.includes('g_printer')), ...list('/dev/usb')];
}
