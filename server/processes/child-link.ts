import { giveBackSpareMemory } from './spare-memory.ts';
import { reasonOf, StartError } from '../start-error.ts';

/** What a child tells the supervisor over IPC. */
export type ChildMessage = { type: 'ready' } | { type: 'failed'; reason: string };

// Shorter than the time an orchestrator gives a process it stops; what is cut off then is found by its command and done
// once.
const stopMsMax = 12_000;

/** A running program: `stop` drains what is in flight and closes everything. */
export interface RunningProgram {
  /** What a program running on its own prints once it is ready. */
  greeting?: string;
  /** While others take over: it goes on serving, no longer ready, before it is stopped. */
  leave?: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Runs one process of the platform (api, workers), alone or under the supervisor: starts it, reports `ready`, and stops
 * it on SIGTERM, on SIGINT if alone, and when the supervisor is gone. It then exits with 0, or with 1 if it cannot stop
 * in twelve seconds (because its database is unreachable). A StartError becomes one sentence and exit code 1; anything
 * else thrown while starting keeps its stack.
 */
export async function runProgram(start: () => Promise<RunningProgram>): Promise<void> {
  const orphaned = new Promise<void>((resolve) => process.on('disconnect', resolve));
  const stopAsked = new Promise<void>((resolve) => {
    process.on('SIGTERM', resolve);
    // Ctrl-C reaches a whole process group: under the supervisor only its SIGTERM, sent in order, counts.
    process.on('SIGINT', () => process.connected || resolve());
    void orphaned.then(resolve);
  });
  let program: RunningProgram | undefined;
  try {
    program = await Promise.race([start(), stopAsked.then(() => undefined)]);
    // Asked to stop while starting: nothing is in flight that would need draining.
    if (!program) process.exit(0);
  } catch (error) {
    await report(error);
    process.exit(1);
  }
  giveBackSpareMemory();
  if (process.connected) process.send?.({ type: 'ready' } satisfies ChildMessage);
  else if (program.greeting) console.log(program.greeting);
  await stopAsked;
  // Without its supervisor it leaves at once: the next one wants its port.
  await Promise.race([program.leave?.(), orphaned]);
  setTimeout(() => {
    console.error(`Not stopped within ${stopMsMax / 1_000} s: ending it anyway.`);
    process.exit(1);
  }, stopMsMax).unref();
  try {
    await program.stop();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function report(error: unknown): Promise<void> {
  if (!(error instanceof StartError)) console.error(error);
  const reason = reasonOf(error);
  if (!process.connected) {
    if (error instanceof StartError) console.error(reason);
    return;
  }
  await new Promise((resolve) => process.send?.({ type: 'failed', reason } satisfies ChildMessage, resolve));
}
