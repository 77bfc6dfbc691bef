/** Threads that parse and draw take what the event loop leaves them. */
import os from 'node:os';

// A tenth of the event loop's share while both want a core; nothing is lost while one is idle.
const niceness = 10;

/** Called by a thread for itself. Only Linux has priorities by thread; elsewhere it would slow down the process. */
export function yieldToEventLoop(): void {
  if (process.platform === 'linux') os.setPriority(niceness);
}
