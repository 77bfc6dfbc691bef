import { TransportError, type Link } from '../transports/link.ts';
import type { Timings } from '../timings.ts';
import { endUnwatched, failed, type Finding } from './send-label.ts';

/**
 * Sends a file as it is, a connection for each copy: its end is what ends the document for a printer. `openNext` opens
 * the next one; the first is the caller's, who closes it. Never throws; no printer says how a file ended, so `done` is
 * never verified, and after the first byte nobody knows whether it printed.
 */
export async function sendFile(
  link: Link,
  bytes: Buffer,
  copies: number,
  timings: Timings,
  openNext: () => Promise<Link>,
): Promise<Finding> {
  let current = link;
  for (let copy = 1; copy <= copies; copy += 1) {
    try {
      if (copy > 1) current = await openNext();
      await current.write(bytes);
      const ended = await endUnwatched(current, timings);
      if (ended.status === 'failed') return ended;
    } catch (cause) {
      const isBlank = copy === 1 && cause instanceof TransportError && !cause.mayHavePrinted;
      const { code = 'INTERNAL', message } = cause as Error & { code?: string };
      return failed(code, copy === 1 ? message : `${message} (copy ${copy} of ${copies})`, !isBlank);
    } finally {
      if (current !== link) await current.close();
    }
  }
  return { status: 'done', error: null, verified: false };
}
