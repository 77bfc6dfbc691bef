import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ConfigError, type HubConfig } from '../config.ts';
import { announcePrinter } from './announce.ts';
import { keepLabels } from './keep-labels.ts';
import { hasSocat, openPtyPort } from './pty-port.ts';
import { openTcpPort, type PrinterPort } from './tcp-port.ts';
import type { Troubles } from './troubles.ts';
import { VirtualPrinter } from './virtual-printer.ts';

const troubleCommands: Record<string, [keyof Troubles, boolean]> = {
  'paper out': ['paper_out', true],
  'paper in': ['paper_out', false],
  'ribbon out': ['ribbon_out', true],
  'ribbon in': ['ribbon_out', false],
  'cover open': ['cover_open', true],
  'cover closed': ['cover_open', false],
  pause: ['paused', true],
  unpause: ['paused', false],
  stall: ['stalled', true],
  'stall off': ['stalled', false],
  silent: ['silent', true],
  'silent off': ['silent', false],
};

/** `npm run hub -- --virtual-printer`: a printer for demonstrations; faults are typed on standard input. */
export async function runVirtualPrinter(config: HubConfig, port: number, output?: string): Promise<void> {
  const folder = output ?? join(config.data_dir, 'virtual-printer');
  await mkdir(folder, { recursive: true });
  const printer = new VirtualPrinter(20);
  const tcp = await openTcp(printer, port);
  const ports: { close(): Promise<void> }[] = [tcp, announcePrinter(Number(tcp.address.split(':')[1]))];
  console.log(`Virtual printer on ${tcp.address}; labels go to ${folder}`);
  if (hasSocat()) {
    const path = join(folder, 'tty');
    await rm(path, { force: true });
    ports.push(await openPtyPort(printer, path));
    console.log(`and on the serial port ${path}`);
  } else console.log('No serial port: socat is not installed.');
  keepLabels(printer, folder, (text) => console.log(text));
  console.log(`Type ${Object.keys(troubleCommands).join(', ')} or hang up.`);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => obey(printer, line.trim()));
  const end = () => void Promise.all(ports.map((open) => open.close())).then(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

async function openTcp(printer: VirtualPrinter, port: number): Promise<PrinterPort> {
  return openTcpPort(printer, port).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE'
      ? new ConfigError(`Port ${port} is in use; choose one with --printer-port.`)
      : cause;
  });
}

function obey(printer: VirtualPrinter, line: string): void {
  const command = Object.hasOwn(troubleCommands, line) ? troubleCommands[line] : undefined;
  if (command) printer.set(...command);
  else if (line === 'hang up') printer.hangUp();
  else if (line !== '') console.log(`Unknown: ${line}`);
}
