/**
 * Records what came of a request to somebody else's server. The request cannot be taken back, so what came of it is
 * written again until it stands, the claim has ended (then it is made again, by whoever claims it next), or the process
 * stops.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimTerm } from './claim-term.ts';

const firstPauseMs = 50;
const pauseMsMax = 2_000;

/** The write has to be one that only the holder of the claim can make: it may have been made although it failed. */
export async function recorded<R>(write: () => Promise<R>, { endsAt, stopping }: ClaimTerm): Promise<R> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      return await write();
    } catch (fault) {
      // Chance keeps two that hindered each other from meeting again.
      const restMs = pauseMs * (0.5 + Math.random() / 2);
      if (stopping.aborted || performance.now() + restMs > endsAt) throw fault;
      await sleep(restMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
