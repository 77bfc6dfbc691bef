/**
 * Puts the hub together. `local/` is the WebSocket protocol, `page/` the local page, `jobs/` the path of a label, `devices/`
 * the printers and their queues, `transports/` the connections behind one interface (`link.ts`), `discovery/` finds
 * printers, `state/` holds the journal and small files, `cloud/` talks to the backend. Rules about ZPL are in
 * `domain/printing/`, previews are drawn by `render/`; tests run against `virtual-printer/`, `test/hub/` and `test/chaos/hub/`.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { CloudBinding, type CloudState } from './cloud/cloud-binding.ts';
import { CloudJobs } from './cloud/cloud-jobs.ts';
import { CloudWorker } from './cloud/cloud-worker.ts';
import { PlatformDesk } from './cloud/platform-desk.ts';
import { createHubKey } from './cloud/hub-key.ts';
import { ConfigError, type HubConfig } from './config.ts';
import type { Device } from './devices/device.ts';
import { DeviceBook } from './devices/device-book.ts';
import { Lanes } from './devices/printer-queues.ts';
import { PrinterWatch } from './devices/printer-watch.ts';
import { Discovery } from './discovery/discovery.ts';
import { usbPathPrinters } from './discovery/usb-path-printers.ts';
import { PrinterLocator } from './discovery/printer-locator.ts';
import type { HubDeps } from './hub-deps.ts';
import { LocalJobs } from './jobs/local-jobs.ts';
import { PrintStation } from './jobs/print-station.ts';
import { RecentJobs } from './jobs/recent-jobs.ts';
import { LocalServer, listenLocally } from './local/local-server.ts';
import { Pairing } from './local/pairing.ts';
import { Tokens, type PairedProgram } from './local/tokens.ts';
import { refuseSecondHub, removeRunning, writeRunning } from './running-file.ts';
import { StateDocument } from './state/document.ts';
import { Journal } from './state/journal.ts';
import { makeFolder } from './state/make-folder.ts';
import { timings as usualTimings, type Timings } from './timings.ts';

export interface RunningParts {
  hub: HubDeps;
  port: number;
  /** Accepts no new work, lets labels that are being sent finish, and closes everything. */
  stop: () => Promise<void>;
}

/** Assembles a hub and starts it. Refuses with a ConfigError if the port or the data directory is taken. */
export async function startHub(
  config: HubConfig,
  log: Logger,
  timings: Timings = usualTimings,
  usbPrinters = usbPathPrinters,
): Promise<RunningParts> {
  const { data_dir } = config;
  await makeFolder(data_dir).catch((cause: Error) => {
    throw new ConfigError(
      `The hub's folder ${data_dir} cannot be created (${cause.message}); set HUB_DATA_DIR.`,
    );
  });
  await refuseSecondHub(data_dir);
  const server = await listenLocally(config.port).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE'
      ? new ConfigError(`Port ${config.port} is in use; set HUB_PORT to another.`)
      : cause;
  });
  const hub = await makeParts(config, timings, usbPrinters);
  if (hub.journal.lostLines > 0)
    log.error(
      { lines: hub.journal.lostLines },
      'the journal was damaged: labels that were under way are not sent again; check them on paper',
    );
  const secret = randomBytes(32).toString('base64url');
  const cloudJobs = new CloudJobs(hub.station, log);
  const worker = new CloudWorker({
    cloud: hub.cloud,
    station: hub.station,
    jobs: cloudJobs,
    name: config.name,
    log,
  });
  const { port } = server.address() as AddressInfo;
  await writeRunning(data_dir, { pid: process.pid, port, secret });
  await cloudJobs.settleInterrupted();
  await hub.jobs.recover();
  // Not before: what a program asks for now would be taken for what the last run left.
  const local = LocalServer.attach(hub, server, secret, log);
  worker.start();
  const stop = async () => {
    hub.jobs.stop();
    cloudJobs.stop();
    const drained = hub.lanes.stop();
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, timings.drainMs).unref())]);
    await worker.stop();
    await local.close();
    await hub.journal.close();
    await removeRunning(data_dir);
  };
  return { hub, port, stop };
}

async function makeParts(
  config: HubConfig,
  timings: Timings,
  usbPrinters: typeof usbPathPrinters,
): Promise<HubDeps> {
  const at = (name: string) => join(config.data_dir, name);
  const identity = await StateDocument.open(at('identity.json'), () => ({
    local_id: randomUUID() as string,
  }));
  const devices = await StateDocument.open(at('devices.json'), () => ({ devices: [] as Device[] }));
  const tokens = await StateDocument.open(at('tokens.json'), () => ({ tokens: [] as PairedProgram[] }));
  const cloudState = await StateDocument.open(at('cloud.json'), (): CloudState => ({
    private_key: createHubKey(),
    binding: null,
  }));
  const journal = await Journal.open(at('journal.log'));
  const book = new DeviceBook(devices, identity.value.local_id);
  const lanes = new Lanes();
  const isMissed = (id: string) => watch.last(id).reachable === false;
  const discovery = new Discovery(book, timings.discoveryMs, isMissed);
  const printerLocator = new PrinterLocator(book, discovery, timings.followMs, usbPrinters);
  const watch = new PrinterWatch(timings, (device) => printerLocator.find(device));
  watch.on('seen', (id) => isMissed(id) && printerLocator.missed(id));
  const station = new PrintStation({ book, lanes, watch, journal, timings });
  const cloud = new CloudBinding(cloudState, config.name, timings.requestMs);
  return {
    config,
    journal,
    book,
    lanes,
    watch,
    station,
    jobs: new LocalJobs(station),
    recent: new RecentJobs(station),
    pairing: new Pairing(),
    tokens: new Tokens(tokens),
    discovery,
    cloud,
    desk: new PlatformDesk(cloud, timings.pageMs),
  };
}
