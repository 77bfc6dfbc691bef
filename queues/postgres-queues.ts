/**
 * BullMQ's Postgres backend, made to outlive a database that refuses a connection. As it comes (6.7), the failure of
 * a first connection is remembered for good and a worker asks again at once: promises settle without end, no timer
 * and no socket gets its turn, and the process hangs for ever although the database is long back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend } from 'bullmq';

type PostgresFactory = typeof createPostgresBackend;

// The schema BullMQ's Postgres backend keeps its tables in; db/migrate.ts creates and grants it.
export const queueSchema = 'bullmq';

// The queue may be lost whole (the `commands` rows are the truth), so its commits need not wait for the disk.
export const queueDurability = '-c synchronous_commit=off';

/** A connection to a machine that is gone without a word is ended in half a minute, not after the system's two hours. */
export const noticingTheGone = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const againMs = 500;

/** As on Redis, what is asked before the first connection waits for it; a failed fetch is told after a pause. */
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
