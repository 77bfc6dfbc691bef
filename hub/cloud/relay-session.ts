import type { PrintStation } from '../jobs/print-station.ts';
import type { CloudJobs } from './cloud-jobs.ts';
import { ledgerDevices, ledgerRows, lookAtPrinters, takableDevices } from './ledger.ts';
import type { RelayChannel } from './relay-channel.ts';
import type { RelayLink } from './relay-link.ts';

const OFFERS_MAX = 20;
/** Many changes at once (a batch of jobs ends) are told once. */
const GATHER_MS = 20;

/**
 * Keeps the relay told while a connection lasts: heartbeats, changes of the device list, and, over the link,
 * which printers can take a job. Returns what ends it.
 */
export function keepTold(station: PrintStation, channel: RelayChannel, onReady: () => void): () => void {
  const { heartbeat_ms, recheck_ms } = station.timings;
  const isWaiting = () => takableDevices(station).length < station.book.registered.length;
  const beat = async () => {
    await lookAtPrinters(station);
    await channel.sendHeartbeat(ledgerDevices(station)).catch(() => undefined);
    onReady();
  };
  const heartbeat = setInterval(() => void beat(), heartbeat_ms);
  // Somebody may have put paper in: look more often than the heart beats.
  const recheck = setInterval(() => isWaiting() && void lookAtPrinters(station), recheck_ms);
  const gather = gathered(onReady);
  const tellDevices = () => {
    void channel.sendDevices(ledgerRows(station)).catch(() => undefined);
    gather.soon();
  };
  station.book.on('changed', tellDevices);
  station.watch.on('seen', gather.soon);
  station.on('finished', gather.soon);
  void beat();
  return () => {
    clearInterval(heartbeat);
    clearInterval(recheck);
    gather.stop();
    station.book.off('changed', tellDevices);
    station.watch.off('seen', gather.soon);
    station.off('finished', gather.soon);
  };
}

/** Serves one link until it closes; resolves with the close code. */
export async function serveLink(station: PrintStation, jobs: CloudJobs, link: RelayLink): Promise<number> {
  let lastTold = '';
  const tellReady = () => {
    const deviceIds = takableDevices(station);
    const capacity = Math.max(0, OFFERS_MAX - jobs.pendingCount);
    // The same again says nothing new, except after a job ended: then the relay has more to offer.
    const telling = JSON.stringify([deviceIds, capacity]);
    if (deviceIds.length > 0 && telling !== lastTold) link.ready(deviceIds, capacity);
    lastTold = telling;
  };
  const tellAgain = () => (lastTold = '');
  station.on('finished', tellAgain);
  const stopTelling = keepTold(station, link, tellReady);
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

function gathered(work: () => void): { soon: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
