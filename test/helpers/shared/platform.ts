/** Starts the platform that the files of a test run share, and checks every event it emitted when it ends. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { execArgv } from '../../../server/processes/platform-processes.ts';
import { createTestDatabase } from '../database.ts';
import { eventMisfits } from '../emitted-events.ts';
import type { SharedPlatform, TestServers } from '../servers.ts';

/** What a platform process is told at startup. */
export interface PartWords {
  part: 'api' | 'workers';
  appUrl: string;
  systemUrl: string;
  redisUrl: string | undefined;
  filesDir: string;
}

/** Where a part listens; '' for the workers. */
export type PartAddresses = Pick<SharedPlatform, 'url' | 'organizationsUrl'>;

/** `stop` returns what is wrong with the events; a process that ended before it was told to is a failure. */
export async function startSharedPlatform(
  servers: TestServers,
  filesDir: string,
): Promise<SharedPlatform & { stop(): Promise<string[]> }> {
  const { ownerUrl, appUrl, systemUrl, drop } = await createTestDatabase(servers.databaseUrl);
  const words = { appUrl, systemUrl, redisUrl: servers.redisUrl || undefined, filesDir };
  const parts = [startPart({ ...words, part: 'api' }), startPart({ ...words, part: 'workers' })];
  const [api] = await Promise.all(parts.map(({ ready }) => ready));
  return {
    ...api!,
    ownerUrl,
    stop: async () => {
      const faults = await Promise.all(parts.map((part) => part.stop()));
      const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
      // Its connection may still be ending when the database is dropped, and would end the run's process.
      owner.on('error', () => {});
      const misfits = await eventMisfits(owner);
      await owner.end();
      await drop();
      return [...faults.filter((fault) => fault !== undefined), ...misfits];
    },
  };
}

interface Part {
  ready: Promise<PartAddresses>;
  stop(): Promise<string | undefined>;
}

function startPart(words: PartWords): Part {
  const program = fileURLToPath(new URL('./platform-main.js', import.meta.url));
  const child: ChildProcess = fork(program, [JSON.stringify(words)], { execArgv });
  const ended = once(child, 'exit').then(([code, signal]) => (code as number) ?? (signal as string));
  const ready = Promise.race([
    once(child, 'message').then(([addresses]) => addresses as PartAddresses),
    ended.then((how) => {
      throw new Error(`The ${words.part} of the shared platform ended at its start (${how}).`);
    }),
  ]);
  return {
    ready,
    stop: async () => {
      const wasAlive = child.connected;
      if (wasAlive) child.disconnect();
      const how = await ended;
      return wasAlive && how === 0
        ? undefined
        : `The ${words.part} of the shared platform ended with ${how}.`;
    },
  };
}
