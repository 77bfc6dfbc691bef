/** The real hub and its virtual printers, bound to a test's platform. */
import { join } from 'node:path';
import { pino } from 'pino';
import type { FoundPrinter } from '../../hub/devices/device.ts';
import type { HubDeps } from '../../hub/hub-deps.ts';
import type { PrinterLanguage } from '../../domain/printing/label-types.ts';
import { startHub } from '../../hub/start-hub.ts';
import { testFolder } from '../hub/rig/folder.ts';
import { until } from '../helpers/wait.ts';
import { timings, type Timings } from '../../hub/timings.ts';
import { openPtyPort } from '../../hub/virtual-printer/pty-port.ts';
import { openTcpPort, type PrinterPort } from '../../hub/virtual-printer/tcp-port.ts';
import { VirtualPrinter } from '../../hub/virtual-printer/virtual-printer.ts';
import type { Client } from '../helpers/client.ts';
import { makeEnrollmentKey } from './relay-client.ts';

interface Teardown {
  teardown(stop: () => unknown): void;
}

/** What `boundHub` has to know of a printer. */
export interface KnownPrinter {
  found: FoundPrinter;
  /** What its hub says it takes; ZPL if not given. */
  takes?: PrinterLanguage[];
}

export interface TestPrinter extends KnownPrinter {
  printer: VirtualPrinter;
  port: PrinterPort;
  /** The bytes of every label printed, in order. */
  labels: string[];
}

export const unnamed = { model: null, manufacturer: null, serial_number: null };

function watched(printer: VirtualPrinter): string[] {
  const labels: string[] = [];
  printer.on('label', ({ raw }) => labels.push(raw.toString('utf8')));
  return labels;
}

export async function tcpPrinter(t: Teardown, name: string, labelMs = 0): Promise<TestPrinter> {
  const printer = new VirtualPrinter(labelMs);
  const port = await openTcpPort(printer, 0);
  t.teardown(() => port.close());
  const found: FoundPrinter = {
    ...unnamed,
    identity: `network:${port.address}`,
    name,
    connection: 'network',
    address: port.address,
  };
  return { printer, found, port, labels: watched(printer) };
}

/** On a pseudo terminal, opened by the hub as a serial port or as a USB device file. */
export async function ptyPrinter(
  t: Teardown,
  name: string,
  connection: 'serial' | 'usb',
): Promise<TestPrinter> {
  const folder = await testFolder(t, 'print-pty');
  const printer = new VirtualPrinter(0);
  const port = await openPtyPort(printer, join(folder, 'tty'));
  t.teardown(() => port.close());
  const found: FoundPrinter = {
    ...unnamed,
    identity: `${connection}:${name}`,
    name,
    connection,
    address: port.address,
  };
  return { printer, found, port, labels: watched(printer) };
}

export interface BoundHub {
  hub: HubDeps;
  dataDir: string;
  hubId: string;
  deviceIds: string[];
  /** Of its local page. */
  port: number;
  stop(): Promise<void>;
}

/** Creates a hub in a folder of its own, registers these printers (the first is the default) and binds it. */
export async function boundHub(
  t: Teardown,
  platform: { url: string },
  client: Client,
  printers: readonly KnownPrinter[],
  more: { warehouseId?: string; timings?: Partial<Timings>; name?: string } = {},
): Promise<BoundHub> {
  const dataDir = await testFolder(t, 'print-hub');
  const config = {
    data_dir: dataDir,
    port: 0,
    name: more.name ?? 'test hub',
    log_level: 'silent',
    allowed_origins: [],
  };
  const { hub, port, stop } = await startHub(config, pino({ level: 'silent' }), {
    ...timings,
    backoffMinMs: 50,
    ...more.timings,
  });
  let stopping: Promise<void> | undefined;
  const stopOnce = () => (stopping ??= stop());
  t.teardown(stopOnce);
  const deviceIds: string[] = [];
  for (const { found, takes } of printers) {
    const { id } = await hub.book.saw(found);
    await hub.book.register(id, {
      name: found.name,
      is_default: deviceIds.length === 0,
      ...(takes ? { takes } : {}),
    });
    deviceIds.push(id);
  }
  const { enrollment_key: anon_key } = await makeEnrollmentKey(client);
  await hub.cloud.bind({
    backend_url: platform.url,
    anon_key,
    organization_id: client.organizationId,
    warehouse_id: more.warehouseId ?? null,
  });
  const hubId = hub.cloud.binding!.hub_id;
  await until('the hub has told its printers', async () => {
    const { body } = await client.get(`/api/wms/print-devices?hub_id=${hubId}`);
    return body.data.length === deviceIds.length;
  });
  return { hub, dataDir, hubId, deviceIds, port, stop: stopOnce };
}
