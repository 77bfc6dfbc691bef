/**
 * BullMQ's Postgres backend, fixed to survive a database that refuses a connection. As shipped (6.7), it remembers a
 * failed first connection for good and its worker retries at once: promises settle endlessly, no timer or socket gets
 * its turn, and the process hangs forever although the database is long back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend } from 'bullmq';

type PostgresFactory = typeof createPostgresBackend;

// The schema where BullMQ's Postgres backend keeps its tables; db/migrate.ts creates it and grants access.
export const queueSchema = 'bullmq';

// The whole queue may be lost (the `commands` rows are the truth), so its commits need not wait for the disk.
export const queueDurability = '-c synchronous_commit=off';

/** Ends a connection to a vanished machine after half a minute, not after the operating system's two hours. */
export const noticingTheGone = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const againMs = 500;

/** As with Redis, calls before the first connection wait for it; a failed fetch is reported after a pause. */
export const createPatientBackend: PostgresFactory = (name, options, more) => {
  const backend = createPostgresBackend(name, options, more);
  const { connection } = backend;
  const connect = connection.waitUntilReady.bind(connection);
  let ready: Promise<void> | undefined;
  const keepConnecting = async (): Promise<void> => {
    for (;;) {
      try {
        return await connect();
      } catch (fault) {
        if (connection.isClosing) throw fault;
        forgetFailure(connection);
        await pause(againMs);
      }
    }
  };
  connection.waitUntilReady = () => (ready ??= keepConnecting());

  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...asked) => {
    try {
      return await moveToActive(...asked);
    } catch (fault) {
      await pause(againMs);
      throw fault;
    }
  };
  return backend;
};

function forgetFailure(connection: object): void {
  (connection as { readyPromise: undefined }).readyPromise = undefined;
}
