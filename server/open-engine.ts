/** What an API and a worker process open alike: the database, the queues, and what is heard and told between processes. */
import { openDatabase, type Database, type DatabaseSettings } from '../db/database.ts';
import { closeBackend, openBackend, redisProblem, type QueueBackend } from '../queues/engine/backend.ts';
import { openFairLines } from '../queues/engine/fair-lines.ts';
import {
  openAnnouncer,
  openOutcomeListener,
  type Announcer,
  type OutcomeListener,
} from '../queues/engine/outcomes.ts';
import { openProducer, type Producer } from '../queues/engine/producer.ts';
import { openPrintSignals, type PrintSignals } from '../queues/printing/print-queue.ts';
import { StartError } from './start-error.ts';

export interface Engine {
  backend: QueueBackend;
  database: Database;
  listener: OutcomeListener;
  producer: Producer;
  announcer: Announcer;
  signals: PrintSignals;
  close(): Promise<void>;
}

interface EngineSettings extends DatabaseSettings {
  redisUrl: string | undefined;
  /** Namespace of Redis keys; tests give each platform its own. */
  prefix?: string | undefined;
}

export async function openEngine({ redisUrl, prefix, ...options }: EngineSettings): Promise<Engine> {
  const backend = openBackend({ redisUrl, postgresUrl: options.systemUrl, ...(prefix ? { prefix } : {}) });
  const problem = await redisProblem(backend);
  if (problem) throw new StartError(problem);
  const database = openDatabase(options);
  const listener = await openOutcomeListener(backend);
  const producer = openFairLines(openProducer(backend), listener);
  const announcer = openAnnouncer(backend);
  const signals = openPrintSignals(backend, announcer);
  return {
    backend,
    database,
    listener,
    producer,
    announcer,
    signals,
    async close() {
      await listener.close();
      await signals.close();
      await announcer.close();
      await producer.close();
      await database.close();
      await closeBackend(backend);
    },
  };
}
