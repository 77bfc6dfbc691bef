import type { PrintStation } from '../jobs/print-station.ts';
import type { CloudJobs } from './cloud-jobs.ts';
import { ledgerDevices, ledgerRows, lookAtPrinters, lookAtTellers, takableDevices } from './ledger.ts';
import type { LedgerDevice, RelayChannel } from './relay-channel.ts';
import type { RelayLink } from './relay-link.ts';

const offersMax = 20;
/** Many changes at once (e.g. when a batch of jobs ends) are reported once. */
const gatherMs = 20;
/** Printers whose state changes all the time are reported at most this often. */
const tellMs = 100;

export interface Listeners {
  onReady: () => void;
  /** With the ids of the printers that the platform says another hub has. */
  onForeign: (deviceIds: readonly string[]) => void;
  /** They are told again with each heartbeat: that hub may have been revoked. */
  areSomeForeign: () => boolean;
}

/**
 * Keeps the relay informed while a connection lasts: heartbeats, state changes at once, changes of the device list and,
 * over the link, which printers can take a job. Returns the function that ends it.
 */
export function keepTold(
  station: PrintStation,
  channel: RelayChannel,
  { onReady, onForeign, areSomeForeign }: Listeners,
): () => void {
  const { heartbeatMs, recheckMs, watchMs } = station.timings;
  let told = '';
  const isWaiting = () => takableDevices(station).length < station.book.registered.length;
  const sendDevices = oneAtATime(async () => onForeign(await channel.sendDevices(ledgerRows(station))));
  const beat = async () => {
    await lookAtPrinters(station);
    const devices = ledgerDevices(station);
    told = troublesOf(devices);
    await channel.sendHeartbeat(devices).catch(() => undefined);
    if (areSomeForeign()) sendDevices();
    onReady();
  };
  const tellTroubles = gathered(() => {
    const devices = ledgerDevices(station);
    if (troublesOf(devices) === told) return;
    told = troublesOf(devices);
    void channel.sendHeartbeat(devices).catch(() => undefined);
  }, tellMs);
  const heartbeat = setInterval(() => void beat(), heartbeatMs);
  // Somebody may have refilled the paper: check more often than the heartbeat.
  const recheck = setInterval(() => isWaiting() && void lookAtPrinters(station), recheckMs);
  const watching = setInterval(() => void lookAtTellers(station), watchMs);
  const gather = gathered(onReady, gatherMs);
  const tellDevices = () => {
    sendDevices();
    gather.soon();
  };
  station.book.on('changed', tellDevices);
  station.watch.on('seen', gather.soon);
  station.watch.on('seen', tellTroubles.soon);
  station.on('finished', gather.soon);
  void beat();
  return () => {
    clearInterval(heartbeat);
    clearInterval(recheck);
    clearInterval(watching);
    gather.stop();
    tellTroubles.stop();
    station.book.off('changed', tellDevices);
    station.watch.off('seen', gather.soon);
    station.watch.off('seen', tellTroubles.soon);
    station.off('finished', gather.soon);
  };
}

/** Serves one link until it closes; resolves with the close code. */
export async function serveLink(
  station: PrintStation,
  jobs: CloudJobs,
  link: RelayLink,
  foreign: Omit<Listeners, 'onReady'>,
): Promise<number> {
  let lastTold = '';
  const tellReady = () => {
    const deviceIds = takableDevices(station);
    const capacity = Math.max(0, offersMax - jobs.pendingCount);
    // Sending the same again is pointless, except after a job ended: then the relay has more to offer.
    const telling = JSON.stringify([deviceIds, capacity]);
    if (deviceIds.length > 0 && telling !== lastTold) link.ready(deviceIds, capacity);
    lastTold = telling;
  };
  const tellAgain = () => (lastTold = '');
  station.on('finished', tellAgain);
  const stopTelling = keepTold(station, link, { onReady: tellReady, ...foreign });
  link.on('offer', (offer) => {
    void jobs.takeOffer(offer.print_job_id, offer.device_id).then((reason) => {
      if (reason) link.decline(offer, reason);
      lastTold = '';
    });
  });
  try {
    return await link.untilClosed();
  } finally {
    stopTelling();
    station.off('finished', tellAgain);
  }
}

/** The state whose changes are reported at once. Being busy is left out, because it comes and goes with every label. */
function troublesOf(devices: readonly LedgerDevice[]): string {
  return JSON.stringify(
    devices.map((device) => ({ ...device, status: device.status === 'busy' ? 'ready' : device.status })),
  );
}

/** Two lists under way may arrive in either order: asked again meanwhile, it sends once more, what is so by then. */
function oneAtATime(send: () => Promise<void>): () => void {
  let isSending = false;
  let isAsked = false;
  const run = async () => {
    isSending = true;
    while (isAsked) {
      isAsked = false;
      await send().catch(() => undefined);
    }
    isSending = false;
  };
  return () => {
    isAsked = true;
    if (!isSending) void run();
  };
}

function gathered(work: () => void, waitMs: number): { soon: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, waitMs);
    },
    stop: () => clearTimeout(timer),
  };
}
