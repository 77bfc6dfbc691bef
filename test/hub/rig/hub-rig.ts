import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import type { HubConfig } from '../../../hub/config.ts';
import type { FoundPrinter } from '../../../hub/devices/device.ts';
import type { usbPathPrinters } from '../../../hub/discovery/usb-path-printers.ts';
import type { HubDeps } from '../../../hub/hub-deps.ts';
import { startHub } from '../../../hub/start-hub.ts';
import { timings, type Timings } from '../../../hub/timings.ts';
import { openTcpPort } from '../../../hub/virtual-printer/tcp-port.ts';
import { VirtualPrinter } from '../../../hub/virtual-printer/virtual-printer.ts';
import { testFolder } from './folder.ts';
import { LocalClient } from './local-client.ts';

/** The real waits, made short enough for a test. */
export const quickTimings: Timings = {
  ...timings,
  statusMs: 600,
  statusPollMs: 20,
  troubleMs: 2_500,
  finishMs: 800,
  heartbeatMs: 300,
  recheckMs: 60,
  backoffMinMs: 20,
  backoffMaxMs: 200,
  requestMs: 2_000,
  fallbackMs: 2_000,
  drainMs: 3_000,
  discoveryMs: 1_500,
  followMs: 500,
};

export interface HubRig {
  hub: HubDeps;
  port: number;
  config: HubConfig;
  stop: () => Promise<void>;
}

/** A hub in this process on any free port with its own folder; stopped at the end of the test. */
export async function hubRig(
  t: ExecutionContext,
  more: Partial<HubConfig> = {},
  timings = quickTimings,
  usbPrinters?: typeof usbPathPrinters,
): Promise<HubRig> {
  const data_dir = await testFolder(t, 'hub-test');
  const config = { data_dir, port: 0, name: 'test hub', log_level: 'silent', allowed_origins: [], ...more };
  const running = await startHub(config, pino({ level: 'silent' }), timings, usbPrinters);
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= running.stop());
  t.teardown(stop);
  return { ...running, stop, config };
}

/** A paired local program. */
export async function pairedClient(
  t: ExecutionContext,
  { hub, port }: HubRig,
): Promise<LocalClient & { token: string }> {
  const client = await LocalClient.connect(port);
  t.teardown(() => client.close());
  const { data } = await client.request('hub.pair', { code: hub.pairing.newCode().code });
  return Object.assign(client, { token: String(data?.['token']) });
}

export interface PrinterRig {
  printer: VirtualPrinter;
  device_id: string;
  /** Every printed label's text, in order. */
  labels: string[];
}

/** A virtual printer on TCP, registered with the hub. */
export async function printerRig(
  t: ExecutionContext,
  hub: HubDeps,
  name = 'virtual',
  labelMs = 0,
): Promise<PrinterRig> {
  const printer = new VirtualPrinter(labelMs);
  const port = await openTcpPort(printer, 0);
  t.teardown(() => port.close());
  const labels: string[] = [];
  printer.on('label', ({ raw }) => labels.push(raw.toString('utf8')));
  const device_id = await registerPrinter(hub, { ...networkPrinter(port.address), name });
  return { printer, device_id, labels };
}

export function networkPrinter(address: string): FoundPrinter {
  const unnamed = { model: null, manufacturer: null, serial_number: null };
  return { ...unnamed, identity: `network:${address}`, name: address, connection: 'network', address };
}

export async function registerPrinter(hub: HubDeps, found: FoundPrinter): Promise<string> {
  const { id } = await hub.book.saw(found);
  await hub.book.register(id, { name: found.name, is_default: hub.book.registered.length === 0 });
  return id;
}
