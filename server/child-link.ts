import { reasonOf, StartError } from './start-error.ts';

/** What a child tells the supervisor over IPC. */
export type ChildMessage = { type: 'ready' } | { type: 'failed'; reason: string };

// Less than an orchestrator gives a process that it ends; what is cut off then is found by its command and done once.
const stopMsMax = 12_000;

/** A program that runs: `stop` drains what is in flight and closes everything. */
export interface RunningProgram {
  /** What a program that runs by itself tells its terminal once it is ready. */
  greeting?: string;
  stop: () => Promise<void>;
}

/**
 * Runs one process of the platform (api, workers), alone or under the supervisor: starts it, says `ready`, and
 * stops it on SIGTERM, on SIGINT when alone, and when the supervisor is gone; then exits 0, or 1 where it cannot stop in
 * twelve seconds (its database is away). A StartError becomes one sentence and exit 1; anything else thrown while starting
 * keeps its stack.
 */
export async function runProgram(start: () => Promise<RunningProgram>): Promise<void> {
  const stopAsked = new Promise<void>((resolve) => {
    process.on('SIGTERM', resolve);
    // Ctrl-C reaches a whole process group: under the supervisor only its SIGTERM, sent in order, counts.
    process.on('SIGINT', () => process.connected || resolve());
    process.on('disconnect', resolve);
  });
  let program: RunningProgram | undefined;
  try {
    program = await Promise.race([start(), stopAsked.then(() => undefined)]);
    // Asked to stop while it starts: nothing is in flight that a drain would save.
    if (!program) process.exit(0);
  } catch (error) {
    await report(error);
    process.exit(1);
  }
  if (process.connected) process.send?.({ type: 'ready' } satisfies ChildMessage);
  else if (program.greeting) console.log(program.greeting);
  await stopAsked;
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
