import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PrinterPort } from './tcp-port.ts';
import type { VirtualPrinter } from './virtual-printer.ts';

/** Whether this machine can create pseudo terminals for us. */
export function hasSocat(): boolean {
  return spawnSync('socat', ['-V'], { stdio: 'ignore' }).status === 0;
}

/**
 * Puts a virtual printer on a pseudo terminal at `path` (through socat), which the hub opens like a serial port or a
 * USB device file. Hanging up removes the terminal, like unplugging the cable.
 */
export async function openPtyPort(printer: VirtualPrinter, path: string): Promise<PrinterPort> {
  const child = spawn('socat', [`pty,raw,echo=0,link=${path}`, 'stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const regulate = () => (printer.wantsMore ? child.stdout.resume() : child.stdout.pause());
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (bytes: Buffer) => printer.receive(bytes, (text) => child.stdin.write(text)));
  printer.on('flow', regulate);
  for (let tries = 0; !existsSync(path); tries += 1) {
    if (tries > 500 || child.exitCode !== null) throw new Error(`socat created no terminal at ${path}`);
    await pause(10);
  }
  // We hold it open too: otherwise the terminal would end with the first job that closes it.
  const keeper = await open(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  const unplug = () => void child.kill('SIGKILL');
  printer.on('hang_up', unplug);
  return {
    address: path,
    async close() {
      printer.off('flow', regulate);
      printer.off('hang_up', unplug);
      child.kill('SIGKILL');
      await exited;
      await keeper.close().catch(() => undefined);
    },
  };
}
